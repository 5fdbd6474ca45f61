/** Compares two versions of an agent, ignoring the webhook URL. Pure. */
import { isDeepStrictEqual } from 'node:util';

/** Names of agent fields that may differ between versions without changing how the agent works. */
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

/** True if two agent versions work alike. Response engines are compared by reference only; see `areResponseEnginesAlike`. */
export function areAgentVersionsAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(essenceOf(left), essenceOf(right));
}

/** Compares two response engines as get-retell-llm or get-conversation-flow returns them. */
export function areResponseEnginesAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(told(left), told(right));
}

function essenceOf(agent: Fields): Fields {
  const { response_engine: engine, ...rest } = agent;
  return { ...told(rest), response_engine: told((engine ?? {}) as Fields) };
}

/**
 * Prepares the fields of an agent version for a comparison. Drops null fields, and fields such as `version` that say
 * nothing about the agent's behaviour.
 */
function told(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && !ofTheVersion.has(name)));
}
