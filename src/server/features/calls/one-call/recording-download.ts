/**
 * Downloads the recording of a call for a user. The URL is untrusted: it must be https with a public address, or the
 * provider's own origin. Redirects are checked in the same way. The request carries no credentials. Media type, size
 * and time are limited.
 */
import type http from 'node:http';
import { Readable, Transform, pipeline } from 'node:stream';
import { assertOutgoingUrlAllowed, sendOutgoingRequest } from '../../../platform/outgoing-request.ts';

/** Thrown if the link to a recording has expired, so that the provider must be asked for a new one. */
export class RecordingLinkExpiredError extends Error {}

export interface RecordingDownloadOptions {
  /** The provider's origin, which is always allowed. */
  readonly trustedOrigin: string;
  /** Value of the browser's Range header. It is ignored if it contains several ranges. */
  readonly range?: string | undefined;
}

export interface RecordingDownload {
  readonly status: 200 | 206 | 416;
  /** The media type, always audio. */
  readonly contentType: string;
  /** The headers content-length and content-range, if known. */
  readonly headers: Readonly<Record<string, string>>;
  /** Stream of the recording. It fails above the size limit, or if no data arrive for 30 s. */
  readonly body: Readable;
}

const maxBytes = 300 * 1024 * 1024;
const headersWithinMs = 15_000;
const silenceMs = 30_000;
const maxRedirects = 3;

/**
 * Opens a recording for download. A status of 403, 404 or 410 means that the link has expired, and throws the error for
 * expired links. If the file can't be played, throws a plain Error.
 */
export async function openRecordingDownload(
  address: string,
  options: RecordingDownloadOptions,
): Promise<RecordingDownload> {
  const trustedOrigins = [options.trustedOrigin];
  let url = assertOutgoingUrlAllowed(address, trustedOrigins);
  for (let redirects = 0; ; redirects++) {
    const answer = await request(url, options);
    const status = answer.statusCode ?? 0;
    const { location } = answer.headers;
    if (status >= 300 && status < 400 && location !== undefined && redirects < maxRedirects) {
      answer.destroy();
      url = assertOutgoingUrlAllowed(new URL(location, url).href, trustedOrigins);
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

function request(url: URL, { trustedOrigin, range }: RecordingDownloadOptions): Promise<http.IncomingMessage> {
  const asked = range !== undefined && /^bytes=(\d+-\d*|-\d+)$/.test(range) ? { range } : {};
  return sendOutgoingRequest(url, {
    headers: { accept: 'audio/*', 'accept-encoding': 'identity', ...asked },
    trustedOrigins: [trustedOrigin],
    headersWithinMs,
    silenceMs,
  });
}

function toDownload(answer: http.IncomingMessage, status: number, url: URL): RecordingDownload {
  if (status === 403 || status === 404 || status === 410)
    throw new RecordingLinkExpiredError(`the recording answered ${status}`);
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

/**
 * Returns the recording's audio type; null if the file is not audio. If the content type is missing or octet-stream,
 * the file name's extension decides.
 */
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
  // Use `pipeline`, so that if either stream ends or fails, the other one ends too. Errors of the provider's response
  // then reach the reader of the recording.
  pipeline(answer, cap, () => undefined);
  return cap;
}
