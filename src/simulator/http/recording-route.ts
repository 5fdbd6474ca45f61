// Simulated GET /recordings/{call_id}.wav, also with -multi and -scrubbed. Streams playable audio with Content-Length
// and byte ranges. As at the provider, everybody who has the link can read the audio, and signed links expire.
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { hasSimulatedRecording } from '../call-record.ts';
import { createSimulatedWavRecording } from '../recording.ts';
import type { SimulatedWavRecording } from '../recording.ts';
import type { SimulatorRouteContext } from './context.ts';
import { createSimulatedNotFoundRefusal, SimulatedProviderRefusal } from './refusals.ts';

const pieceBytes = 64 * 1024;

export function registerSimulatedRecordingRoute(app: FastifyInstance, context: SimulatorRouteContext): void {
  app.get('/recordings/:file', async (request, reply) => {
    const callId = /^(.+?)(-scrubbed)?(-multi)?\.wav$/.exec((request.params as { file: string }).file)?.[1] ?? '';
    const { expires } = request.query as { expires?: string };
    if (expires !== undefined && Number(expires) < Date.now())
      throw new SimulatedProviderRefusal(403, 'Request has expired');
    const record = [...context.accounts.values()]
      .map(({ calls }) => calls.get(callId))
      .find((found) => found !== undefined);
    if (record === undefined || !hasSimulatedRecording(record)) throw createSimulatedNotFoundRefusal(404);
    const recording = createSimulatedWavRecording(record);
    const range = readRange(request.headers.range, recording.size);
    if (range === 'unsatisfiable') {
      reply.header('content-range', `bytes */${recording.size}`);
      throw new SimulatedProviderRefusal(416, 'Range not satisfiable');
    }
    const [first, last] = range ?? [0, recording.size - 1];
    if (range !== undefined) reply.code(206).header('content-range', `bytes ${first}-${last}/${recording.size}`);
    return reply
      .header('content-type', 'audio/wav')
      .header('accept-ranges', 'bytes')
      .header('content-length', last - first + 1)
      .send(Readable.from(pieces(recording, first, last), { objectMode: false }));
  });
}

function* pieces(recording: SimulatedWavRecording, first: number, last: number): Iterable<Buffer> {
  for (let from = first; from <= last; from += pieceBytes)
    yield recording.read(from, Math.min(last, from + pieceBytes - 1));
}

/** Reads a Range header with a single byte range. Undefined if it is missing or unsupported. */
function readRange(header: string | undefined, size: number): [number, number] | 'unsatisfiable' | undefined {
  const match = header === undefined ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim());
  if (match === null || (match[1] === '' && match[2] === '')) return undefined;
  const first = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const last = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  return first > last ? 'unsatisfiable' : [first, last];
}
