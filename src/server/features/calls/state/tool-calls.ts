/**
 * Extracts the agent's tool calls from the provider's list, which also has all utterances. Each stored tool call has
 * its position among the utterances.
 */
import { isObject, parseWireBoolean, parseWireText, type JsonObject, type JsonValue } from './wire-values.ts';

const mostToolCalls = 200;
const longestText = 8_000;
const spoken: ReadonlySet<unknown> = new Set(['agent', 'user', 'transfer_target']);

/**
 * Lists a call's tool calls in order, each with its name, arguments, result and success. `afterLine` is the number of
 * non-empty utterances before the tool call. A result without its request is left out. Returns null if there are no
 * tool calls.
 */
export function parseToolCalls(list: unknown): readonly JsonValue[] | null {
  if (!Array.isArray(list)) return null;
  const calls = new Map<string, JsonObject>();
  let lines = 0;
  for (const item of list as readonly unknown[]) {
    if (!isObject(item)) continue;
    const id = parseWireText(item['tool_call_id'], 200);
    if (spoken.has(item['role']) && isShown(item['content'])) lines += 1;
    else if (item['role'] === 'tool_call_invocation' && id !== null && !calls.has(id) && calls.size < mostToolCalls) {
      const name = parseWireText(item['name'], 200);
      calls.set(id, {
        name,
        arguments: parseWireText(item['arguments'], longestText),
        afterLine: lines,
        result: null,
        successful: null,
      });
    } else if (item['role'] === 'tool_call_result' && id !== null) {
      const asked = calls.get(id);
      if (asked)
        calls.set(id, {
          ...asked,
          result: parseWireText(item['content'], longestText),
          successful: parseWireBoolean(item['successful']),
        });
    }
  }
  return calls.size > 0 ? [...calls.values()] : null;
}

/** True if an utterance is not blank. call-utterances.ts must use the same test, because both count the utterances. */
function isShown(content: unknown): boolean {
  return (parseWireText(content, Infinity)?.trim() ?? '') !== '';
}
