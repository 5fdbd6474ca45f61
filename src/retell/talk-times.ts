// Measures who spoke first in a conversation, its silences and its overlaps, from the time of each word in the
// provider's transcript. Transcripts are large and untrusted, so each part is parsed separately, and an invalid part
// does not affect the others.

/** A pause between words that is longer than this, in ms, counts as silence in its full length. */
export const silenceThresholdMs = 2_000;
/** A week, because no call lasts longer. */
const latestSeconds = 7 * 86_400;

export interface CallTalkTimes {
  /** Start of the agent's first word, in ms from the call's start. Null if somebody else spoke first. */
  readonly greetingMs: number | null;
  /** Sum of the silences between a conversation's first and last word, in ms. */
  readonly silenceMs: number;
  /** Time during which the agent and somebody else spoke at once, in ms. */
  readonly overlapMs: number;
}

interface Word {
  readonly isAgent: boolean;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Measures a call's talk times. Null if no word has a time. Invalid parts of the provider's transcript are ignored. */
export function talkTimesOf(transcriptObject: unknown): CallTalkTimes | null {
  const words = timedWordsOf(transcriptObject);
  const [first] = words;
  if (!first) return null;
  return { greetingMs: first.isAgent ? first.fromMs : null, silenceMs: silenceOf(words), overlapMs: overlapOf(words) };
}

/**
 * True if the agent said anything in the call. Reads the transcript with word times, or else the plain text, in which
 * the agent's lines begin with 'Agent:'. Null if both are missing. An empty transcript means that nobody spoke.
 */
export function agentSpokeIn(transcriptObject: unknown, transcript: unknown): boolean | null {
  const isSaid = listOf(transcriptObject).some((utterance) => {
    const { role, content } = partsOf(utterance);
    return role === 'agent' && typeof content === 'string' && content.trim() !== '';
  });
  if (isSaid) return true;
  if (typeof transcript === 'string') return /^[^\S\n]*agent[^\S\n]*:[^\S\n]*\S/imu.test(transcript);
  return Array.isArray(transcriptObject) ? false : null;
}

/** Returns the transcript's words in order of their start. If two words start together, the agent's comes first. */
function timedWordsOf(transcriptObject: unknown): Word[] {
  const timed: Word[] = [];
  for (const utterance of listOf(transcriptObject)) {
    const { role, words } = partsOf(utterance);
    for (const word of listOf(words)) {
      const { start, end } = partsOf(word);
      if (typeof start !== 'number' || typeof end !== 'number' || !(start >= 0 && end >= start && end <= latestSeconds))
        continue;
      timed.push({ isAgent: role === 'agent', fromMs: Math.round(start * 1_000), untilMs: Math.round(end * 1_000) });
    }
  }
  return timed.sort((a, b) => a.fromMs - b.fromMs || Number(b.isAgent) - Number(a.isAgent));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function partsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function silenceOf(words: readonly Word[]): number {
  let silenceMs = 0;
  let spokenUntilMs = words[0]?.untilMs ?? 0;
  for (const { fromMs, untilMs } of words) {
    if (fromMs - spokenUntilMs > silenceThresholdMs) silenceMs += fromMs - spokenUntilMs;
    spokenUntilMs = Math.max(spokenUntilMs, untilMs);
  }
  return silenceMs;
}

/** Computes how long the agent and others spoke at once, in ms, by walking through the starts and ends of all words. */
function overlapOf(words: readonly Word[]): number {
  if (!hasOverlap(words)) return 0;
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

/** True if words of the agent and of other speakers overlap. This cheap check often avoids computing the overlap. */
function hasOverlap(words: readonly Word[]): boolean {
  let agentUntilMs = 0;
  let othersUntilMs = 0;
  for (const { isAgent, fromMs, untilMs } of words) {
    if (fromMs < (isAgent ? othersUntilMs : agentUntilMs)) return true;
    if (isAgent) agentUntilMs = Math.max(agentUntilMs, untilMs);
    else othersUntilMs = Math.max(othersUntilMs, untilMs);
  }
  return false;
}
