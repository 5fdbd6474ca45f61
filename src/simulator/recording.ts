// A simulated call's recording: a real WAV (8 kHz, 16 bit, mono) generated on demand, in any byte range. Each word is a
// voiced burst at its own time. Agent and user have different pitches.
import type { SimulatedCallRecord } from './call-record.ts';
import { buildSimulatedConversationUntilEnd } from './call-record.ts';
import { createSeededRandomGenerator } from './random.ts';

const sampleRate = 8000;
const bytesPerSample = 2;
const headerBytes = 44;

export interface SimulatedWavRecording {
  /** The size of the whole WAV file in bytes. */
  size: number;
  /** Reads the WAV file's bytes from `first` to `last`, both included. */
  read(first: number, last: number): Buffer;
}

interface Tone {
  /** Samples. */
  start: number;
  end: number;
  hertz: number;
  gain: number;
}

export function createSimulatedWavRecording(record: SimulatedCallRecord): SimulatedWavRecording {
  const samples = Math.ceil((record.outcome.durationMs / 1000) * sampleRate);
  const tones = tonesOf(record);
  const header = wavHeader(samples * bytesPerSample);
  return {
    size: headerBytes + samples * bytesPerSample,
    read(first, last) {
      const fromHeader = header.subarray(first, Math.min(headerBytes, last + 1));
      if (last < headerBytes) return fromHeader;
      const firstSample = Math.floor((Math.max(first, headerBytes) - headerBytes) / bytesPerSample);
      const lastSample = Math.floor((last - headerBytes) / bytesPerSample);
      const sound = render(tones, firstSample, lastSample - firstSample + 1);
      const offset = headerBytes + firstSample * bytesPerSample;
      return Buffer.concat([fromHeader, sound.subarray(Math.max(first, headerBytes) - offset, last + 1 - offset)]);
    },
  };
}

function tonesOf(record: SimulatedCallRecord): Tone[] {
  const random = createSeededRandomGenerator(record.seed, 'voice');
  const pitch = { agent: random.between(190, 230), user: random.between(105, 160) };
  const tones = (buildSimulatedConversationUntilEnd(record)?.utterances ?? []).flatMap(({ role, words }) =>
    words.map(({ start, end }) => ({
      start: Math.round(start * sampleRate),
      end: Math.round(end * sampleRate),
      hertz: pitch[role] * random.between(0.88, 1.14),
      gain: random.between(0.7, 1) * (role === 'agent' ? 0.42 : 0.32),
    })),
  );
  return tones.sort((left, right) => left.start - right.start);
}

function render(tones: readonly Tone[], first: number, count: number): Buffer {
  const mix = new Float32Array(count);
  for (const tone of tones) {
    if (tone.start >= first + count) break;
    const from = Math.max(first, tone.start);
    const to = Math.min(first + count, tone.end);
    for (let sample = from; sample < to; sample += 1)
      mix[sample - first] = (mix[sample - first] ?? 0) + voice(tone, sample);
  }
  const bytes = Buffer.alloc(count * bytesPerSample);
  mix.forEach((value, index) =>
    bytes.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), index * bytesPerSample),
  );
  return bytes;
}

/** One sample of a simulated voice: four harmonics with a syllable rhythm. It depends only on the sample's position. */
function voice({ start, end, hertz, gain }: Tone, sample: number): number {
  const seconds = sample / sampleRate;
  const fade = Math.min(1, (sample - start) / 120, (end - sample) / 240);
  const syllables = 0.65 + 0.35 * Math.sin((2 * Math.PI * (sample - start)) / (0.19 * sampleRate));
  const turn = 2 * Math.PI * hertz * seconds;
  return (
    gain *
    fade *
    syllables *
    (0.5 * Math.sin(turn) + 0.28 * Math.sin(2 * turn) + 0.15 * Math.sin(3 * turn) + 0.07 * Math.sin(5 * turn))
  );
}

function wavHeader(dataBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  return header;
}
