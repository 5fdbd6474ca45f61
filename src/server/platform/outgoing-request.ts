/**
 * HTTP to an address that a user or another system chose, without lending them our place in the network: https to
 * public addresses only, decided where the connection is made, no credentials, no redirect followed by itself.
 */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { isPublicAddress, lookupPublic, NotPublicError } from './public-address.ts';

export type OutgoingRefusal = 'not_https' | 'has_credentials';

/** The address is not one that we ask for somebody; a private one is refused with NotPublicError. */
export class OutgoingRefusedError extends Error {
  readonly reason: OutgoingRefusal;

  constructor(reason: OutgoingRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** No answer within the time allowed. */
export class OutgoingTimeoutError extends Error {}

export interface OutgoingOptions {
  /** GET unless told. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Asked as they are, whatever their scheme and address. */
  readonly trustedOrigins: readonly string[];
  /** Longest until the answer's headers, the connection included. */
  readonly headersWithinMs: number;
  /** Longest pause of the connection, also while the answer's body is read. */
  readonly silenceMs: number;
  /** For many requests to one place: the connection serves the next one too. Of its own unless told. */
  readonly isKept?: boolean;
  readonly signal?: AbortSignal;
}

/** Before every request, and again for each redirect that its caller follows. @throws {OutgoingRefusedError | NotPublicError} */
export function checkOutgoingUrl(address: string, trustedOrigins: readonly string[]): URL {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingRefusedError('has_credentials', 'addresses are asked without credentials');
  }
  if (trustedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:') throw new OutgoingRefusedError('not_https', 'only https addresses are asked');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A literal address is connected to without a lookup.
  if (net.isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublicError('the address is not public');
  return url;
}

/**
 * Shorter than the five seconds and more that servers leave a connection open. What was decided of an address holds for as long as its
 * connection; those of trusted origins are apart, for theirs was not looked at.
 */
const kept = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 };
const keptConnections = {
  trusted: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
  public: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
};

/**
 * One request to an address that was checked; the answer's body is the caller's to read or destroy. A kept connection that the other side
 * gave up meanwhile is replaced once: then it may see the request twice.
 */
export async function sendOutgoing(url: URL, options: OutgoingOptions): Promise<http.IncomingMessage> {
  try {
    return await send(url, options);
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error;
    return send(url, { ...options, isKept: false });
  }
}

/** The other side had closed the kept connection before the request came. */
class GivenUpError extends Error {}

function send(url: URL, options: OutgoingOptions): Promise<http.IncomingMessage> {
  const { method = 'GET', headers, body, trustedOrigins, headersWithinMs, silenceMs, isKept = false, signal } = options;
  const isTrusted = trustedOrigins.includes(url.origin);
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  return new Promise((resolve, reject) => {
    const asked = (protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: isKept && keptConnections[isTrusted ? 'trusted' : 'public'][protocol],
      ...(isTrusted ? {} : { lookup: lookupPublic }),
      ...(signal ? { signal } : {}),
    });
    const late = setTimeout(() => asked.destroy(new OutgoingTimeoutError('no answer in time')), headersWithinMs);
    asked.setTimeout(silenceMs, () => asked.destroy(new OutgoingTimeoutError('the connection fell silent')));
    asked.on('response', (answer) => {
      clearTimeout(late);
      resolve(answer);
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      const isGivenUp = asked.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(isGivenUp ? new GivenUpError('the kept connection was closed', { cause: error }) : error);
    });
    asked.on('close', () => {
      clearTimeout(late);
      reject(new Error('the connection closed without an answer'));
    });
    asked.end(body);
  });
}
