/** Compares two versions of an agent, ignoring the address that receives its events. Pure. */
import { isDeepStrictEqual } from 'node:util';

/** Fields that differ between any two versions without changing how the agent works. */
const ofTheVersion = new Set([
  'version',
  'base_version',
  'is_published',
  'last_modification_timestamp',
  'version_title',
  'version_description',
  'assigned_tags',
  'webhook_url',
]);

type Fields = Readonly<Record<string, unknown>>;

/** Compares two agents. Their engines are compared only by reference; `areEnginesAlike` compares the contents. */
export function areAgentsAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(essenceOf(left), essenceOf(right));
}

/** Compares two engines, as get-retell-llm or get-conversation-flow returns them. */
export function areEnginesAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(told(left), told(right));
}

function essenceOf(agent: Fields): Fields {
  const { response_engine: engine, ...rest } = agent;
  return { ...told(rest), response_engine: told((engine ?? {}) as Fields) };
}

/** Drops null fields, which count as absent, and fields that belong to the version. */
function told(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && !ofTheVersion.has(name)));
}
