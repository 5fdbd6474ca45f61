/**
 * Checks one live call against the attention rules. It is given growing transcript lines, and returns new matches when
 * asked. The time of a match depends only on the lines, so that two servers store the same match. Pure.
 */
import type { LiveTranscriptLine, LiveSpeechLine, TranscriptStreamState } from '../../../contract/live-lines.ts';
import type { AttentionMatch } from '../../../contract/calls.ts';
import { splitIntoSearchWords } from '../../../contract/search-words.ts';
import type { AttentionSettings } from '../../../contract/settings.ts';

/** A workspace's attention rules. Their phrases are split into words only once, for all calls. */
export interface PreparedAttentionRules extends Omit<AttentionSettings, 'phrases'> {
  readonly phrases: readonly (readonly string[])[];
}

export function prepareAttentionRules(rules: AttentionSettings): PreparedAttentionRules {
  return { ...rules, phrases: rules.phrases.map(splitIntoSearchWords) };
}

export interface CallAttentionRuleEvaluator {
  hear(
    change: { readonly state: TranscriptStreamState; readonly lines: readonly LiveTranscriptLine[] },
    nowMs: number,
  ): void;
  /** Returns new matches of attention rules. `lastsMs` is how long the call has lasted, in ms; null if unknown. */
  look(
    rules: PreparedAttentionRules,
    now: { readonly monotonicMs: number; readonly lastsMs: number | null },
  ): AttentionMatch[];
}

/** Time in ms for which a transcript line of a live call must be unchanged to count as complete. */
export const transcriptLineCompleteAfterMs = 750;
/**
 * Minimum number of words of an agent's answer for its repetition to count. Repeating short answers such as 'Sí, claro'
 * is normal.
 */
const fewestWordsOfAnswer = 4;

interface Growing {
  line: LiveTranscriptLine;
  changedAtMs: number;
}

export function createCallAttentionRuleEvaluator(): CallAttentionRuleEvaluator {
  /** Lines whose judgement may still change. */
  const growing = new Map<string, Growing>();
  /** Key: the words of a complete answer of the agent. Value: the id of the first line with these words. */
  const answers = new Map<string, string>();
  const known = new Set<string>();
  /** Monotonic time in ms at which somebody last spoke. Null unless the call is live. */
  let quietSinceMs: number | null = null;
  let spokenAtSecond = 0;
  let isFollowed = false;

  function hearLine(line: LiveTranscriptLine, nowMs: number): void {
    growing.set(line.id, { line, changedAtMs: nowMs });
    if (line.kind !== 'speech' || line.text.trim() === '') return;
    quietSinceMs = nowMs;
    spokenAtSecond = Math.max(spokenAtSecond, line.second);
  }

  function repeats(line: LiveSpeechLine, words: readonly string[]): boolean {
    if (line.speaker !== 'agent' || line.isBackchannel || words.length < fewestWordsOfAnswer) return false;
    const answer = words.join(' ');
    const first = answers.get(answer) ?? line.id;
    answers.set(answer, first);
    return first !== line.id;
  }

  function judgeLine(
    rules: PreparedAttentionRules,
    line: LiveTranscriptLine,
    isSettled: boolean,
  ): AttentionMatch['rule'][] {
    if (line.kind === 'tool_result') return rules.failedTool && line.successful === false ? ['failed_tool'] : [];
    if (line.kind !== 'speech') return [];
    const words = splitIntoSearchWords(line.text);
    // Leave out the last word of a growing transcript line when comparing it with the rules' phrases. The word may be
    // incomplete.
    const whole = isSettled ? words : words.slice(0, -1);
    return [
      ...(rules.phrases.some((phrase) => holdsPhrase(whole, phrase)) ? (['phrase'] as const) : []),
      ...(isSettled && repeats(line, words) && rules.repeatedAnswer ? (['repeated_answer'] as const) : []),
    ];
  }

  return {
    hear({ state, lines }, nowMs) {
      for (const line of lines) hearLine(line, nowMs);
      isFollowed = state === 'live' || state === 'reconnecting';
      quietSinceMs = state === 'live' ? (quietSinceMs ?? nowMs) : null;
    },
    look(rules, { monotonicMs, lastsMs }) {
      const hits: AttentionMatch[] = [];
      for (const [id, { line, changedAtMs }] of growing) {
        const isSettled = monotonicMs - changedAtMs >= transcriptLineCompleteAfterMs;
        if (isSettled) growing.delete(id);
        for (const rule of judgeLine(rules, line, isSettled)) hits.push({ rule, second: Math.floor(line.second) });
      }
      const { silenceSeconds, longMinutes } = rules;
      const quietMs = quietSinceMs === null ? 0 : monotonicMs - quietSinceMs;
      if (silenceSeconds > 0 && quietMs > silenceSeconds * 1_000)
        hits.push({ rule: 'silence', second: Math.floor(spokenAtSecond) });
      if (isFollowed && longMinutes > 0 && lastsMs !== null && lastsMs > longMinutes * 60_000)
        hits.push({ rule: 'length', second: longMinutes * 60 });
      return hits.filter(isNew);
    },
  };

  function isNew({ rule, second }: AttentionMatch): boolean {
    const key = `${rule} ${second}`;
    const isFirst = !known.has(key);
    known.add(key);
    return isFirst;
  }
}

function holdsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, from) => phrase.every((word, index) => words[from + index] === word));
}
