// What the words of a conversation say about its rhythm: who spoke first and when, silences and talking at once. From the
// provider's word times alone; where it gave none, nothing is known. Sources: product.md's words of measure, in GLOSSARY.md.
import { wireCallSchema } from './wire-call.ts';

/** Nobody speaking for longer than this is a silence; all of it counts. */
export const SILENCE_ABOVE_MS = 2_000;

export interface TalkTimes {
  /** When the agent's first word began, in ms from the call's start; null where somebody else spoke first. */
  readonly greetingMs: number | null;
  /** The sum of the silences between the first and the last word, in ms. */
  readonly silenceMs: number;
  /** For how long the agent and somebody else spoke at once, in ms. */
  readonly overlapMs: number;
}

interface Word {
  readonly isAgent: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Null where no word has a time. `transcriptObject` as the provider sends it; what does not fit is left out. */
export function talkTimesOf(transcriptObject: unknown): TalkTimes | null {
  const words = timedWordsOf(transcriptObject);
  const [first] = words;
  if (!first) return null;
  return { greetingMs: first.isAgent ? first.fromMs : null, silenceMs: silenceOf(words), overlapMs: overlapOf(words) };
}

/**
 * Whether the agent said anything. From the transcript with words where there is one, else from the plain one, whose lines
 * begin with 'Agent:'. Null where neither is given; an empty one says that nobody spoke.
 */
export function agentSpokeIn(transcriptObject: unknown, transcript: unknown): boolean | null {
  if (Array.isArray(transcriptObject)) {
    const parsed = wireCallSchema.shape.transcript_object.safeParse(transcriptObject);
    return (parsed.data ?? []).some(({ role, content }) => role === 'agent' && (content ?? '').trim() !== '');
  }
  return typeof transcript === 'string' ? /^\s*agent\s*:\s*\S/imu.test(transcript) : null;
}

/** In the order in which they begin; of two at once the agent's first. */
function timedWordsOf(transcriptObject: unknown): Word[] {
  const parsed = wireCallSchema.shape.transcript_object.safeParse(transcriptObject);
  return (parsed.data ?? [])
    .flatMap(({ role, words }) =>
      (words ?? []).flatMap(({ start, end }): Word[] =>
        start == null || end == null || start < 0 || end < start
          ? []
          : [{ isAgent: role === 'agent', fromMs: Math.round(start * 1_000), untilMs: Math.round(end * 1_000) }],
      ),
    )
    .sort((a, b) => a.fromMs - b.fromMs || Number(b.isAgent) - Number(a.isAgent));
}

function silenceOf(words: readonly Word[]): number {
  let silenceMs = 0;
  let spokenUntilMs = words[0]?.untilMs ?? 0;
  for (const { fromMs, untilMs } of words) {
    if (fromMs - spokenUntilMs > SILENCE_ABOVE_MS) silenceMs += fromMs - spokenUntilMs;
    spokenUntilMs = Math.max(spokenUntilMs, untilMs);
  }
  return silenceMs;
}

/** Walks through all beginnings and ends, counting who is speaking. */
function overlapOf(words: readonly Word[]): number {
  const turns = words
    .flatMap(({ isAgent, fromMs, untilMs }) => [
      { atMs: fromMs, isAgent, step: 1 },
      { atMs: untilMs, isAgent, step: -1 },
    ])
    .sort((a, b) => a.atMs - b.atMs);
  let overlapMs = 0;
  let agents = 0;
  let others = 0;
  let sinceMs = 0;
  for (const { atMs, isAgent, step } of turns) {
    if (agents > 0 && others > 0) overlapMs += atMs - sinceMs;
    if (isAgent) agents += step;
    else others += step;
    sinceMs = atMs;
  }
  return overlapMs;
}
