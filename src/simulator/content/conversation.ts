// Turns a script into a simulated conversation with word times, pauses, silences and overlaps. It is built again from
// the call's seed each time, so that calls need no memory for it.
import type { DisconnectionReason } from '../../retell/index.ts';
import type { SimulatedAgentScriptName } from '../options.ts';
import { createSeededRandomGenerator } from '../random.ts';
import type { RandomGenerator } from '../random.ts';
import type { SimulatedConversationCourse, SimulatedScriptLine, SimulatedConversationScript } from './script.ts';
import { simulateToolCall } from './tools.ts';
import type { SimulatedToolInvocation, SimulatedToolResult } from './tools.ts';
import {
  simulatedAbandonedCallLines,
  simulatedPersonAnsweringLines,
  simulatedHandoverLines,
  simulatedIvrGreetingLines,
  simulatedAgentScripts,
  simulatedSilentPersonLines,
  simulatedVoicemailGreetingLines,
} from './scripts.ts';

export interface SimulatedConversationInput {
  seed: number;
  script: SimulatedAgentScriptName;
  course: SimulatedConversationCourse;
  reason: DisconnectionReason;
  /** Values for the {variables} of the lines. */
  variables: Record<string, string>;
  /** Time in ms at which the simulated conversation is cut. Words that end later are left out. */
  limitMs?: number;
}

export interface SimulatedSpokenWord {
  word: string;
  start: number;
  end: number;
}

export interface SimulatedUtterance {
  role: 'agent' | 'user';
  content: string;
  words: SimulatedSpokenWord[];
}

interface ToolCalls {
  before: number;
  items: (SimulatedToolInvocation | SimulatedToolResult)[];
}

export interface SimulatedConversation {
  utterances: SimulatedUtterance[];
  toolCalls: ToolCalls[];
  /** Time in ms from the start of the conversation until the call ends. */
  endMs: number;
}

/** Disconnection reasons of calls that the agent handed to a person. */
export const handoverDisconnectionReasons: ReadonlySet<DisconnectionReason> = new Set([
  'call_transfer',
  'transfer_bridged',
  'transfer_cancelled',
  'call_take_over',
]);
const maxDurationSeconds = 600;

/** The conversation, cut to `limitMs`. */
export function buildSimulatedConversation(input: SimulatedConversationInput): SimulatedConversation {
  const random = createSeededRandomGenerator(input.seed, 'conversation');
  const pace = { agent: random.between(1.02, 1.22), user: random.between(0.95, 1.35) };
  const utterances: SimulatedUtterance[] = [];
  const toolCalls: ToolCalls[] = [];
  let clock = random.between(0.5, 2.1);
  let previous: SimulatedScriptLine['role'] | undefined;
  const fullName = input.variables['nombre'] ?? '';
  let variables = input.variables;
  /** Adds a line to the conversation and returns the time of its end, in seconds. */
  const say = (line: SimulatedScriptLine): number => {
    clock += utterances.length === 0 ? 0 : pauseBefore(line.role, previous, random);
    if (line === simulatedSilentPersonLines[0]) clock += random.between(7, 12);
    if (line.tool !== undefined) {
      const isLost = line.tool === 'transferir_llamada' && input.reason === 'transfer_cancelled';
      toolCalls.push({
        before: utterances.length,
        items: simulateToolCall(line.tool, input.variables, { seed: input.seed, nth: toolCalls.length, isLost }),
      });
    }
    const spoken = speak(line, Math.max(0.2, clock), pace[line.role], variables, random);
    if (fullName !== '' && spoken.content.includes(fullName))
      variables = { ...variables, nombre: fullName.split(' ')[0] ?? fullName };
    utterances.push(spoken);
    clock = spoken.words.at(-1)?.end ?? clock;
    previous = line.role;
    return clock;
  };
  const script = simulatedAgentScripts[input.script];
  for (const line of linesOf(script, input, random)) say(line);
  if (input.reason === 'max_duration_reached') {
    for (let now = clock; now < maxDurationSeconds;) for (const line of random.pick(script.asides)) now = say(line);
    return cut(
      { utterances, toolCalls, endMs: maxDurationSeconds * 1000 },
      Math.min(input.limitMs ?? Infinity, maxDurationSeconds * 1000),
    );
  }
  const endMs = Math.round((clock + random.between(0.4, 1.6)) * 1000);
  return cut({ utterances, toolCalls, endMs }, input.limitMs ?? endMs);
}

/** The conversation's transcript in the provider's form, with one line per utterance. */
export function buildSimulatedTranscript(conversation: SimulatedConversation): string {
  return conversation.utterances
    .map(({ role, content }) => `${role === 'agent' ? 'Agent' : 'User'}: ${content}\n`)
    .join('');
}

/** Returns utterances and tool calls in order, like the provider's transcript_with_tool_calls. */
export function listSimulatedUtterancesAndToolCalls({
  utterances,
  toolCalls,
}: SimulatedConversation): (SimulatedUtterance | SimulatedToolInvocation | SimulatedToolResult)[] {
  return utterances.flatMap((utterance, index) => [
    ...toolCalls.filter(({ before }) => before === index).flatMap(({ items }) => items),
    utterance,
  ]);
}

/** Replaces the {variables} of a script's line. A variable without a value becomes its name. */
export function fillSimulatedScriptVariables(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => variables[name] ?? name);
}

function linesOf(
  script: SimulatedConversationScript,
  { course, reason }: SimulatedConversationInput,
  random: RandomGenerator,
): readonly SimulatedScriptLine[] {
  // Some people hang up without a word.
  if (course === 'abandoned') return random.chance(0.5) ? [] : simulatedAbandonedCallLines;
  if (course === 'voicemail') return [...simulatedVoicemailGreetingLines, ...script.voicemail];
  if (course === 'ivr') return simulatedIvrGreetingLines;
  const answer = script.listensFirst === true ? simulatedPersonAnsweringLines : [];
  if (course === 'wrong_person') return [...answer, ...script.opening.slice(0, 1), ...script.wrongPerson];
  const opening = [...answer, ...script.opening];
  if (handoverDisconnectionReasons.has(reason)) return [...opening, ...simulatedHandoverLines];
  if (reason === 'inactivity') return [...opening, ...simulatedSilentPersonLines];
  return [...opening, ...(course === 'refused' ? script.refused : withAsides(script[course], script.asides, random))];
}

/**
 * Inserts random extra exchanges into a simulated conversation, each before a line of the customer. An exchange ends
 * with a line of the agent.
 */
function withAsides(
  path: readonly SimulatedScriptLine[],
  asides: SimulatedConversationScript['asides'],
  random: RandomGenerator,
): SimulatedScriptLine[] {
  const unused = [...asides];
  return path.flatMap((line) => {
    if (line.role === 'agent' || unused.length === 0 || !random.chance(0.5)) return [line];
    const [aside = []] = unused.splice(random.int(0, unused.length - 1), 1);
    return [...aside, line];
  });
}

function pauseBefore(
  role: SimulatedScriptLine['role'],
  previous: SimulatedScriptLine['role'] | undefined,
  random: RandomGenerator,
): number {
  if (role === previous) return random.between(0.6, 1.2);
  if (random.chance(0.06)) return -random.between(0.2, 0.9);
  if (random.chance(0.04)) return random.between(2.2, 5.5);
  return role === 'agent' ? random.between(0.6, 1.7) : random.between(0.3, 1.8);
}

function speak(
  line: SimulatedScriptLine,
  startSeconds: number,
  pace: number,
  variables: Record<string, string>,
  random: RandomGenerator,
): SimulatedUtterance {
  const content = fillSimulatedScriptVariables(random.pick(line.variants), variables);
  let clock = startSeconds;
  const words = content.split(/\s+/).map((word) => {
    const start = clock;
    const end = start + (0.08 + 0.052 * Math.min(word.length, 14)) * pace * random.between(0.85, 1.15);
    clock =
      end + (/[.?!…]$/.test(word) ? random.between(0.2, 0.45) : /[,:;]$/.test(word) ? random.between(0.08, 0.2) : 0.02);
    return { word, start: toMillis(start), end: toMillis(end) };
  });
  return { role: line.role, content, words };
}

function cut(conversation: SimulatedConversation, limitMs: number): SimulatedConversation {
  const limit = limitMs / 1000;
  const kept = conversation.utterances.map((utterance) => {
    if ((utterance.words.at(-1)?.end ?? 0) <= limit) return utterance;
    const words = utterance.words.filter(({ end }) => end <= limit);
    return words.length === 0 ? undefined : { ...utterance, words, content: words.map(({ word }) => word).join(' ') };
  });
  const isSaid = (utterance: SimulatedUtterance | undefined): utterance is SimulatedUtterance =>
    utterance !== undefined;
  const toolCalls = conversation.toolCalls.flatMap(({ before, items }) =>
    isSaid(kept[before]) ? [{ before: kept.slice(0, before).filter(isSaid).length, items }] : [],
  );
  return { utterances: kept.filter(isSaid), toolCalls, endMs: limitMs };
}

function toMillis(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
