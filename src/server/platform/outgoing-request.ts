/**
 * Sends HTTP requests to URLs that users or other systems chose, without giving them access to the server's private
 * network. Only https to public IP addresses is allowed, which is checked while connecting. No credentials are sent and
 * no redirects followed.
 */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { isPublicIpAddress, lookupPublicAddress, NonPublicAddressError } from './public-address.ts';

export type OutgoingUrlRefusalReason = 'not_https' | 'has_credentials';

/**
 * Thrown for a URL that is not https or contains credentials. A private address throws NonPublicAddressError instead.
 */
export class OutgoingUrlRefusedError extends Error {
  readonly reason: OutgoingUrlRefusalReason;

  constructor(reason: OutgoingUrlRefusalReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** No answer arrived within the time limit. */
export class OutgoingRequestTimeoutError extends Error {}

export interface OutgoingRequestOptions {
  /** GET unless told. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** URL origins to which requests may use http and private IP addresses. */
  readonly trustedOrigins: readonly string[];
  /** Time limit in ms from the start of the request to the response headers. */
  readonly headersWithinMs: number;
  /** Time limit in ms without any data on the connection, also while the response body is read. */
  readonly silenceMs: number;
  /** If true, the connection is kept open for further requests to the same host. By default it is closed. */
  readonly isKept?: boolean;
  readonly signal?: AbortSignal;
}

/** Checks a URL before a request is sent to it. @throws {OutgoingUrlRefusedError | NonPublicAddressError} */
export function assertOutgoingUrlAllowed(address: string, trustedOrigins: readonly string[]): URL {
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw new OutgoingUrlRefusedError('has_credentials', 'addresses are asked without credentials');
  }
  if (trustedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:') throw new OutgoingUrlRefusedError('not_https', 'only https addresses are asked');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Check a literal IP address here, because node connects to it without a DNS lookup.
  if (net.isIP(host) !== 0 && !isPublicIpAddress(host)) throw new NonPublicAddressError('the address is not public');
  return url;
}

/**
 * HTTP agents that keep connections open for reuse. An IP address is checked only when its connection opens. Trusted
 * origins skip that check, so other origins must not reuse their connections. Idle connections close after four
 * seconds, because most servers close theirs after five seconds or more.
 */
const kept = { keepAlive: true, timeout: 4_000, maxFreeSockets: 8 };
const keptConnections = {
  trusted: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
  public: { 'http:': new http.Agent(kept), 'https:': new https.Agent(kept) },
};

/**
 * Sends one request to a checked URL. The caller must read or destroy the response body. If a kept-alive connection
 * turns out to be closed, the request is sent once more, so it may arrive twice.
 */
export async function sendOutgoingRequest(url: URL, options: OutgoingRequestOptions): Promise<http.IncomingMessage> {
  try {
    return await send(url, options);
  } catch (error) {
    if (!(error instanceof GivenUpError)) throw error;
    return send(url, { ...options, isKept: false });
  }
}

/** Thrown if the server closed a kept-alive connection before it received the request. */
class GivenUpError extends Error {}

function send(url: URL, options: OutgoingRequestOptions): Promise<http.IncomingMessage> {
  const { method = 'GET', headers, body, trustedOrigins, headersWithinMs, silenceMs, isKept = false, signal } = options;
  const isTrusted = trustedOrigins.includes(url.origin);
  const protocol = url.protocol === 'https:' ? 'https:' : 'http:';
  return new Promise((resolve, reject) => {
    const asked = (protocol === 'https:' ? https : http).request(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: isKept && keptConnections[isTrusted ? 'trusted' : 'public'][protocol],
      ...(isTrusted ? {} : { lookup: lookupPublicAddress }),
      ...(signal ? { signal } : {}),
    });
    const late = setTimeout(() => asked.destroy(new OutgoingRequestTimeoutError('no answer in time')), headersWithinMs);
    asked.setTimeout(silenceMs, () => asked.destroy(new OutgoingRequestTimeoutError('the connection fell silent')));
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
