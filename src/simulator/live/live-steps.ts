// Turns a simulated conversation into the steps of its live transcript: each word, tool call, node change and digit at
// its time. Built from the call's seed, like the conversation.
import { getSimulatedConversationVariables, buildUncutSimulatedConversation } from '../call-record.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import type { SimulatedUtterance } from '../content/conversation.ts';
import { simulatedAgentScripts, simulatedPersonAnsweringLines } from '../content/scripts.ts';
import type { SimulatedConversationCourse } from '../content/script.ts';
import { simulateToolCall } from '../content/tools.ts';
import { createSeededRandomGenerator, hashSeedPartsToHex } from '../random.ts';
import type { SimulatedLiveTranscriptItem } from './live-item.ts';

/** The state of a transcript item from the time `atMs` on, in simulated ms since the call was picked up. */
export interface SimulatedLiveTranscriptStep {
  atMs: number;
  item: SimulatedLiveTranscriptItem;
}

type ItemBody = Omit<SimulatedLiveTranscriptItem, 'id' | 'time_sec'> & { role: string };

const nodes = { opening: 'apertura', main: 'gestión', closing: 'cierre' } as const;
type NodeKey = keyof typeof nodes;

const coursesWithNodes: ReadonlySet<SimulatedConversationCourse> = new Set<SimulatedConversationCourse>([
  'achieved',
  'undecided',
  'refused',
]);
/** A simulated user says 'ajá' only during lines with more words than this. */
const longLineWords = 14;
const backchannelChance = 0.3;
/** Seconds by which the first tool call precedes its line of the conversation. */
const toolLead = 0.6;
/** Seconds between the events of tool calls. */
const toolGap = 0.15;
const preSessionTool = 1000;

/**
 * Returns all steps of a simulated call's live transcript in order of time. If the call ends early, steps planned after
 * its end are included.
 */
export function buildSimulatedLiveTranscriptSteps(record: SimulatedCallRecord): SimulatedLiveTranscriptStep[] {
  const { utterances, toolCalls } = buildUncutSimulatedConversation(record);
  const random = createSeededRandomGenerator(record.seed, 'live');
  const steps: SimulatedLiveTranscriptStep[] = [];
  const idOf = (...parts: (string | number)[]): string => `item_${hashSeedPartsToHex(16, record.id, ...parts)}`;
  let latest = 0;
  const inOrder = (seconds: number): number => (latest = Math.max(toMillis(seconds), toMillis(latest + 0.001)));
  const happen = (id: string, seconds: number, body: ItemBody): void => {
    const time_sec = inOrder(seconds);
    steps.push({ atMs: Math.round(time_sec * 1000), item: { id, time_sec, ...body } });
  };

  const changes = nodeChanges(record, utterances);
  for (const [index, utterance] of utterances.entries()) {
    const start = utterance.words[0]?.start ?? latest;
    const change = changes.get(index);
    if (change !== undefined) happen(idOf('node', index), start - toolLead - toolGap, change);
    const tools = toolCalls.filter(({ before }) => before === index).flatMap(({ items }) => items);
    for (const [nth, tool] of tools.entries())
      happen(idOf('tool', index, nth), start - toolLead + nth * toolGap, { ...tool });
    sayLine(index, utterance, inOrder(start));
    if (record.outcome.course === 'ivr' && utterance.role === 'user')
      happen(idOf('digit', index), (utterance.words.at(-1)?.end ?? start) + 0.1, {
        role: 'dtmf',
        digit: random.pick(['1', '2', '9']),
      });
  }
  return steps.toSorted((left, right) => left.atMs - right.atMs);

  function sayLine(index: number, { role, content, words }: SimulatedUtterance, time_sec: number): void {
    const id = idOf('line', index);
    const metadata = role === 'agent' ? { response_id: index } : {};
    const next = utterances[index + 1];
    const cutAt = role === 'agent' && next?.role === 'user' ? (next.words[0]?.start ?? Infinity) : Infinity;
    const heard = words.filter(({ end }) => end <= cutAt);
    const isCut = heard.length > 0 && heard.length < words.length;
    const said = isCut ? heard : words;
    for (const [nth, { end }] of said.entries()) {
      const isLast = nth === said.length - 1;
      const text =
        isLast && !isCut
          ? content
          : words
              .slice(0, nth + 1)
              .map(({ word }) => word)
              .join(' ');
      const interrupted = isLast && isCut ? { interrupt_id: index + 1 } : {};
      steps.push({
        atMs: Math.round(end * 1000),
        item: { id, role, time_sec, content: text, metadata: { ...metadata, ...interrupted } },
      });
    }
    const middle = words[words.length >> 1];
    if (role === 'agent' && !isCut && words.length > longLineWords && middle && random.chance(backchannelChance))
      steps.push({
        atMs: Math.round(middle.end * 1000),
        item: {
          id: idOf('backchannel', index),
          role: 'user',
          time_sec: middle.start,
          content: random.pick(['ajá', 'sí', 'mhm']),
          metadata: { is_backchannel: true },
        },
      });
  }
}

/**
 * Returns transcript items of the tool calls that a simulated agent makes before the conversation begins. Their times
 * start at 0.
 */
export function buildSimulatedPreSessionTranscriptItems(record: SimulatedCallRecord): SimulatedLiveTranscriptItem[] {
  if (record.agent.script !== 'support') return [];
  const options = { seed: record.seed, nth: preSessionTool, isLost: false };
  return simulateToolCall('buscar_cuenta', getSimulatedConversationVariables(record), options).map((tool, index) => ({
    id: `item_${hashSeedPartsToHex(16, record.id, 'before', index)}`,
    time_sec: toMillis(index * toolGap),
    ...tool,
  }));
}

function nodeChanges(
  { agent, outcome }: SimulatedCallRecord,
  utterances: readonly SimulatedUtterance[],
): Map<number, ItemBody> {
  if (!coursesWithNodes.has(outcome.course)) return new Map();
  const script = simulatedAgentScripts[agent.script];
  const main = script.opening.length + (script.listensFirst === true ? simulatedPersonAnsweringLines.length : 0);
  const closing = utterances.findLastIndex(({ role }) => role === 'agent');
  const changes = new Map<number, ItemBody>();
  if (main < utterances.length) changes.set(main, nodeChange('opening', 'main'));
  if (closing > main) changes.set(closing, nodeChange('main', 'closing'));
  return changes;
}

function nodeChange(former: NodeKey, next: NodeKey): ItemBody {
  return {
    role: 'node_transition',
    former_node_id: `node_${former}`,
    former_node_name: nodes[former],
    new_node_id: `node_${next}`,
    new_node_name: nodes[next],
  };
}

function toMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
