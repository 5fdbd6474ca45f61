/** Whether two versions of an agent differ in anything but where its events go. Pure. */
import { isDeepStrictEqual } from 'node:util';

/** What differs between any two versions and says nothing of how the agent works. */
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

/** Of agents; their engines by name alone, `areEnginesAlike` compares what is in them. */
export function areAgentsAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(essenceOf(left), essenceOf(right));
}

/** Of what get-retell-llm and get-conversation-flow answer. */
export function areEnginesAlike(left: Fields, right: Fields): boolean {
  return isDeepStrictEqual(told(left), told(right));
}

function essenceOf(agent: Fields): Fields {
  const { response_engine: engine, ...rest } = agent;
  return { ...told(rest), response_engine: told((engine ?? {}) as Fields) };
}

/** What was told: null is as good as absent. */
function told(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value != null && !ofTheVersion.has(name)));
}
