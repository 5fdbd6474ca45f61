/** Compares two versions of an agent, ignoring the webhook address. Pure. */
import { isDeepStrictEqual } from 'node:util';

/** Agent fields that differ between any two versions without changing how the agent works. */
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

/** Compares two versions of an agent. Response engines are compared by reference; see `areEnginesAlike`. */
export function areAgentsAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(essenceOf(left), essenceOf(right));
}

/** Compares two response engines as get-retell-llm or get-conversation-flow returns them. */
export function areEnginesAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(told(left), told(right));
}

function essenceOf(agent: Fields): Fields {
  const { response_engine: engine, ...rest } = agent;
  return { ...told(rest), response_engine: told((engine ?? {}) as Fields) };
}

/** Prepares an agent version for comparison: drops null fields and fields such as `version` that always differ. */
function told(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && !ofTheVersion.has(name)));
}
