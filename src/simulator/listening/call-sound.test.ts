// The voice heard in a call, on manual clocks.
import { expect, it } from 'vitest';
import { createSimulatedAccount } from '../account.ts';
import { buildUncutSimulatedConversation } from '../call-record.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import { buildSimulatedPastCallRecords } from '../history.ts';
import { createSimulatedCallSound } from './call-sound.ts';
import { getSimulatedSpeakerAudioFrame, isAudioPacketAudible, silentOpusFrame } from './tones.ts';

const account = createSimulatedAccount(1, { key: 'key_sound', orgName: 'Viva' });
const day = Date.UTC(2026, 10, 2);

function ongoing(): SimulatedCallRecord {
  const past = buildSimulatedPastCallRecords(1, account, { from: day, to: day + 86_400_000, count: 100 });
  const record = past.find(({ outcome }) => outcome.connected && outcome.course === 'achieved');
  if (record === undefined) throw new Error('No call of the history reached its goal');
  return { ...record, phase: 'ongoing' };
}

it('is the speaker of each line, and nobody before the first and after the end', () => {
  const record = ongoing();
  const sound = createSimulatedCallSound(record);
  const { utterances } = buildUncutSimulatedConversation(record);
  const [first] = utterances;
  expect(utterances.length).toBeGreaterThan(3);
  expect(sound.voiceAt((first?.words[0]?.start ?? 0) * 1000 - 1, 0)).toBeUndefined();
  for (const [index, { role, words }] of utterances.entries()) {
    const nextAt = utterances[index + 1]?.words[0]?.start ?? Infinity;
    const middle = ((words[0]?.start ?? 0) + Math.min(words.at(-1)?.end ?? 0, nextAt)) / 2;
    expect(sound.voiceAt(middle * 1000, 0)).toBe(role === 'agent' ? 'agent' : 'customer');
  }
  expect(sound.voiceAt(record.outcome.durationMs + 1, 0)).toBeUndefined();
  expect(sound.voiceAt(undefined, 0)).toBeUndefined();
});

it('is the voice of a line that a test says, for as long as its words take', () => {
  const sound = createSimulatedCallSound(ongoing());
  sound.say('customer', 'Sigo aquí, dígame.', 1000);
  expect([0, 899, 900].map((later) => sound.voiceAt(undefined, 1000 + later))).toEqual([
    'customer',
    'customer',
    undefined,
  ]);
});

it('is the customer’s answer in the pauses of the person who took over, and the agent’s never again', () => {
  const record = ongoing();
  const speech = (buildUncutSimulatedConversation(record).utterances[0]?.words[0]?.start ?? 0) * 1000;
  const sound = createSimulatedCallSound(record);
  expect(sound.voiceAt(speech, 0)).toBeDefined();
  record.outcome = { ...record.outcome, agentMs: speech + 1 };
  expect(sound.voiceAt(speech, 0)).toBeUndefined();
  sound.hearPerson(10_000);
  expect([0, 100, 101, 1599, 1600].map((later) => sound.voiceAt(speech, 10_000 + later))).toEqual([
    undefined,
    undefined,
    'customer',
    'customer',
    undefined,
  ]);
});

it('is a tone of frames that carry sound, and differ by voice', () => {
  for (let nth = 0; nth < 10; nth += 1) {
    expect(isAudioPacketAudible(getSimulatedSpeakerAudioFrame('agent', nth), undefined)).toBe(true);
    expect(getSimulatedSpeakerAudioFrame('agent', nth).equals(getSimulatedSpeakerAudioFrame('customer', nth))).toBe(
      false,
    );
    expect(getSimulatedSpeakerAudioFrame('agent', nth)).toEqual(getSimulatedSpeakerAudioFrame('agent', nth + 10));
  }
  expect(isAudioPacketAudible(silentOpusFrame, undefined)).toBe(false);
  // The loudness goes before the size: a browser's muted microphone sends large frames.
  expect(
    [12, 59, 60, 127].map((quietness) => isAudioPacketAudible(getSimulatedSpeakerAudioFrame('agent', 0), quietness)),
  ).toEqual([true, true, false, false]);
});
