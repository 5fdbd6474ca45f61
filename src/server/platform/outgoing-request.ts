/**
 * Sends HTTP requests to addresses chosen by users or other systems, without giving access to our private network. Only
 * https to public addresses is allowed, checked at the connection. No credentials are sent, no redirect is followed.
 */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { isPublicAddress, lookupPublic, NotPublicError } from './public-address.ts';

export type OutgoingRefusal = 'not_https' | 'has_credentials';

/** The error for a URL with a wrong scheme or with credentials. A private address throws NotPublicError. */
export class OutgoingRefusedError extends Error {
  readonly reason: OutgoingRefusal;

  constructor(reason: OutgoingRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** No answer arrived within the time limit. */
export class OutgoingTimeoutError extends Error {}

export interface OutgoingOptions {
  /** GET unless told. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Origins that may be requested with any scheme and address, also a private one. */
  readonly trustedOrigins: readonly string[];
  /** Time limit of an outgoing request until the response headers arrive, including the connection. */
  readonly headersWithinMs: number;
  /** Time limit for a pause on the outgoing connection, also while the response body is read. */
  readonly silenceMs: number;
  /** True keeps the connection for further requests to the same host. By default each request has its own. */
  readonly isKept?: boolean;
  readonly signal?: AbortSignal;
}

/** Checks an outgoing URL before each request and redirect. @throws {OutgoingRefusedError | NotPublicError} */
export function checkOutgoingUrl(address: string, trustedOrigins: readonly string[]): URL {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingRefusedError('has_credentials', 'addresses are asked without credentials');
  }
  if (trustedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:') throw new OutgoingRefusedError('not_https', 'only https addresses are asked');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Check a literal IP address here, because node connects to it without a lookup.
  if (net.isIP(host) !== 0 && !isPublicAddress(host)) throw new NotPublicError('the address is not public');
  return url;
}

/**
 * Idle outgoing connections close before the five seconds or more after which most servers close them. The address
 * check applies to a connection's whole life, so trusted origins, which skip it, have separate agents.
 */
const kept = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 };
const keptConnections = {
  trusted: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
  public: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
};

/**
 * Sends one request to a checked URL. The caller reads or destroys the response body. If the other side had closed a
 * kept connection, the request is sent once more and may arrive twice.
 */
export async function sendOutgoing(url: URL, options: OutgoingOptions): Promise<http.IncomingMessage> {
  try {
    return await send(url, options);
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error;
    return send(url, { ...options, isKept: false });
  }
}

/** The error if the receiver closed the kept connection before the outgoing request arrived. */
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
