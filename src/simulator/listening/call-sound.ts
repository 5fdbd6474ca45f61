// The voice that sounds in a call right now: the speaker of its conversation, in step with the live transcript, or of a line that a test
// says. After a person took the call over, the customer answers whenever that person pauses.
import type { CallRecord } from '../call-record.ts';
import { saidMsOf, wholeConversationOf } from '../call-record.ts';
import type { Voice } from './tones.ts';

/** Real milliseconds that a line of a test sounds, for each of its words. */
const wordMs = 300;
/** Real milliseconds of silence after which the customer answers. The beeps of a browser's fake microphone are some 200 ms apart. */
const answerAfterMs = 100;
/** Real milliseconds that an answer takes. */
const answerMs = 1500;

interface Turn {
  voice: Voice;
  fromMs: number;
  untilMs: number;
}

export interface CallSound {
  /** The voice at a moment; undefined in silence. `talkedMs` is on the simulated clock, `now` real. */
  voiceAt(talkedMs: number | undefined, now: number): Voice | undefined;
  /** A line is said now, beside the conversation. */
  say(voice: Voice, content: string, now: number): void;
  /** The person who took over was heard. */
  hearPerson(now: number): void;
}

export function createCallSound(record: CallRecord): CallSound {
  const turns: Turn[] = wholeConversationOf(record).utterances.map(({ role, words }) => ({
    voice: role === 'agent' ? 'agent' : 'customer',
    fromMs: (words[0]?.start ?? 0) * 1000,
    untilMs: (words.at(-1)?.end ?? 0) * 1000,
  }));
  let said: { voice: Voice; until: number } | undefined;
  let personAt = -Infinity;

  return {
    voiceAt(talkedMs, now) {
      if (said !== undefined && now < said.until) return said.voice;
      if (record.outcome.agentMs !== undefined) {
        const pause = now - personAt;
        return pause > answerAfterMs && pause < answerAfterMs + answerMs ? 'customer' : undefined;
      }
      if (talkedMs === undefined || talkedMs > saidMsOf(record.outcome)) return undefined;
      // Where two overlap, the later one interrupts.
      return turns.findLast(({ fromMs, untilMs }) => fromMs <= talkedMs && talkedMs < untilMs)?.voice;
    },
    say(voice, content, now) {
      said = { voice, until: now + content.split(/\s+/).length * wordMs };
    },
    hearPerson(now) {
      personAt = now;
    },
  };
}
