// The voice heard in a call at a moment: the speaker of its conversation, in step with the live transcript, or of a
// test's line. After a take-over the customer answers whenever the person pauses.
import type { CallRecord } from '../call-record.ts';
import { saidMsOf, wholeConversationOf } from '../call-record.ts';
import type { Voice } from './tones.ts';

/** How long each word of a test's line sounds, in real ms. */
const wordMs = 300;
/** The silence in real ms before the customer answers. A fake microphone beeps every 200 ms or so. */
const answerAfterMs = 100;
/** How long an answer lasts, in real ms. */
const answerMs = 1500;

interface Turn {
  voice: Voice;
  fromMs: number;
  untilMs: number;
}

export interface CallSound {
  /** The voice at a moment. Undefined in silence. `talkedMs` is simulated time, `now` real time. */
  voiceAt(talkedMs: number | undefined, now: number): Voice | undefined;
  /** Plays a line now, in addition to the conversation. */
  say(voice: Voice, content: string, now: number): void;
  /** Called when the person who took over was heard. */
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
      // If two turns overlap, the later one is heard.
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
