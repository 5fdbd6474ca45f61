/**
 * Fetches a recording for a person, without lending our place in the network to whoever wrote the address: https to
 * public addresses only (the provider's own origin excepted), no credentials, redirects checked like the first
 * address, audio only, bounded in size and time.
 */
import type http from 'node:http';
import { Readable, Transform, pipeline } from 'node:stream';
import { checkOutgoingUrl, sendOutgoing } from '../../../platform/outgoing-request.ts';

/** The link is no longer valid: ask the provider for another. */
export class RecordingGoneError extends Error {}

export interface DownloadOptions {
  /** The provider's origin, allowed as it is. */
  readonly trustedOrigin: string;
  /** A single Range as the browser sent it; anything else is left out. */
  readonly range?: string | undefined;
}

export interface Download {
  readonly status: 200 | 206 | 416;
  /** Always an audio type. */
  readonly contentType: string;
  /** content-length and content-range, as far as known. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends early, with an error, above the size cap or after 30 s of silence. */
  readonly body: Readable;
}

const maxBytes = 300 * 1024 * 1024;
const headersWithinMs = 15_000;
const silenceMs = 30_000;
const maxRedirects = 3;

/** Throws RecordingGoneError for 403, 404 and 410; Error for whatever else is not a playable recording. */
export async function openRecording(address: string, options: DownloadOptions): Promise<Download> {
  const trustedOrigins = [options.trustedOrigin];
  let url = checkOutgoingUrl(address, trustedOrigins);
  for (let redirects = 0; ; redirects++) {
    const answer = await request(url, options);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location !== undefined && redirects < maxRedirects) {
      answer.destroy();
      url = checkOutgoingUrl(new URL(location, url).href, trustedOrigins);
      continue;
    }
    try {
      return toDownload(answer, status, url);
    } catch (error) {
      answer.destroy();
      throw error;
    }
  }
}

function request(url: URL, { trustedOrigin, range }: DownloadOptions): Promise<http.IncomingMessage> {
  const asked = range !== undefined && /^bytes=(\d+-\d*|-\d+)$/.test(range) ? { range } : {};
  return sendOutgoing(url, {
    headers: { accept: 'audio/*', 'accept-encoding': 'identity', ...asked },
    trustedOrigins: [trustedOrigin],
    headersWithinMs,
    silenceMs,
  });
}

function toDownload(answer: http.IncomingMessage, status: number, url: URL): Download {
  if (status === 403 || status === 404 || status === 410)
    throw new RecordingGoneError(`the recording answered ${status}`);
  if (status !== 200 && status !== 206 && status !== 416) throw new Error(`the recording answered ${status}`);
  const contentRange = answer.headers['content-range'];
  const ranges = contentRange === undefined ? {} : { 'content-range': contentRange };
  if (status === 416) {
    answer.destroy();
    return { status, contentType: 'audio/wav', headers: ranges, body: Readable.from([]) };
  }
  const contentType = audioTypeOf(answer.headers['content-type'], url);
  if (contentType === null)
    throw new Error(`the recording is no audio: ${answer.headers['content-type'] ?? 'no type'}`);
  const length = answer.headers['content-length'];
  if (length !== undefined && Number(length) > maxBytes) throw new Error('the recording is too large');
  const headers = { ...ranges, ...(length === undefined ? {} : { 'content-length': length }) };
  return { status, contentType, headers, body: capped(answer) };
}

const typesByEnding: Readonly<Record<string, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
};

/** Stores that know no types say octet-stream: then the name decides, and the browser still gets nothing but audio. */
function audioTypeOf(header: string | undefined, url: URL): string | null {
  const type = header?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (/^audio\/[\w.+-]+$/.test(type)) return type === 'audio/x-wav' || type === 'audio/wave' ? 'audio/wav' : type;
  if (type !== '' && !type.endsWith('/octet-stream')) return null;
  return typesByEnding[/\.(\w+)$/.exec(url.pathname)?.[1]?.toLowerCase() ?? ''] ?? null;
}

function capped(answer: http.IncomingMessage): Readable {
  let size = 0;
  const cap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? new Error('the recording is too large') : null, chunk);
    },
  });
  // Whoever ends first, the listener or the source, ends the other; the error reaches the reader by `cap` itself.
  pipeline(answer, cap, () => undefined);
  return cap;
}
