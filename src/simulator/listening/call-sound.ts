// Chooses the voice heard in a simulated call: the conversation's speaker, in step with the live transcript, or the
// speaker of a line that a test added. After a take-over, the customer speaks whenever the person pauses.
import type { SimulatedCallRecord } from '../call-record.ts';
import { computeSimulatedAgentPresenceMs, buildUncutSimulatedConversation } from '../call-record.ts';
import type { SimulatedSpeaker } from './tones.ts';

/** Duration in real ms of each word of a line added by a test. */
const wordMs = 300;
/** Pause in real ms after which the simulated customer answers. A browser's fake microphone pauses for about 200 ms. */
const answerAfterMs = 100;
/** Duration in real ms of what the simulated customer says in a pause. */
const answerMs = 1500;

interface Turn {
  voice: SimulatedSpeaker;
  fromMs: number;
  untilMs: number;
}

export interface SimulatedCallSound {
  /** The voice heard in a call at a moment; undefined in silence. `talkedMs` is simulated time, `now` real time. */
  voiceAt(talkedMs: number | undefined, now: number): SimulatedSpeaker | undefined;
  say(voice: SimulatedSpeaker, content: string, now: number): void;
  /** Records that audio of the person who took over the call arrived at the real time `now`. */
  hearPerson(now: number): void;
}

export function createSimulatedCallSound(record: SimulatedCallRecord): SimulatedCallSound {
  const turns: Turn[] = buildUncutSimulatedConversation(record).utterances.map(({ role, words }) => ({
    voice: role === 'agent' ? 'agent' : 'customer',
    fromMs: (words[0]?.start ?? 0) * 1000,
    untilMs: (words.at(-1)?.end ?? 0) * 1000,
  }));
  let said: { voice: SimulatedSpeaker; until: number } | undefined;
  let personAt = -Infinity;

  return {
    voiceAt(talkedMs, now) {
      if (said !== undefined && now < said.until) return said.voice;
      if (record.outcome.agentMs !== undefined) {
        const pause = now - personAt;
        return pause > answerAfterMs && pause < answerAfterMs + answerMs ? 'customer' : undefined;
      }
      if (talkedMs === undefined || talkedMs > computeSimulatedAgentPresenceMs(record.outcome)) return undefined;
      // If two lines of the conversation overlap, only the later one is heard.
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
