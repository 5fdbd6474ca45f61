/**
 * Reads an account's raw data for connection checks, only from the provider's read-only endpoints. Equal requests are
 * sent once. The number of requests and their total time are limited. After a 429 response, a request is repeated after
 * the pause that the provider asks for. Other failures are final.
 */
import { readOnlyRetellEndpoints, type ReadOnlyRetellEndpoint } from '../../../retell/account-shape.ts';
import { providerContracts } from '../../../retell/relied-on.ts';
import type { Clock } from '../clock.ts';
import type { ProviderTransport } from './provider-transport.ts';

/**
 * Why a request of a connection check failed. `refused`: error status. `silent`: no connection, too late or cut short.
 * `unreadable`: not the provider's format. `spent`: not sent, because the limit of requests or time was reached.
 */
export type ProviderAccountReadErrorKind = 'refused' | 'silent' | 'unreadable' | 'spent';

export class ProviderAccountReadError extends Error {
  readonly kind: ProviderAccountReadErrorKind;
  readonly endpoint: ReadOnlyRetellEndpoint;
  readonly status: number | null;

  constructor(
    kind: ProviderAccountReadErrorKind,
    endpoint: ReadOnlyRetellEndpoint,
    status: number | null = null,
    cause?: unknown,
  ) {
    super(`${endpoint}: ${kind}${status === null ? '' : ` (${status})`}`, { cause });
    this.name = 'ReadFailure';
    this.kind = kind;
    this.endpoint = endpoint;
    this.status = status;
  }
}

export interface ProviderAccountReadRequest {
  /** Id of the agent or call in the request's path. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

export interface ProviderAccountReader {
  /**
   * Requests an endpoint and returns the parsed response. Equal requests share one response. Throws
   * ProviderAccountReadError.
   */
  ask(endpoint: ReadOnlyRetellEndpoint, question?: ProviderAccountReadRequest): Promise<unknown>;
  /** All answers of an endpoint so far. */
  answersOf(endpoint: ReadOnlyRetellEndpoint): readonly unknown[];
}

export interface ProviderAccountReaderOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly transport: ProviderTransport;
  readonly clock: Clock;
  /** The time limit for all requests together. */
  readonly deadlineMs: number;
}

const mostRequests = 120;
const requestDeadlineMs = 20_000;
const connectMs = 5_000;
const mostTries = 3;
const longestRestMs = 15_000;
const usualRestMs = 2_000;

export function createProviderAccountReader(options: ProviderAccountReaderOptions): ProviderAccountReader {
  const { clock } = options;
  const endsAtMs = clock.monotonicMs() + options.deadlineMs;
  const asked = new Map<string, Promise<unknown>>();
  const answers = new Map<ReadOnlyRetellEndpoint, unknown[]>();
  let requests = 0;

  async function send(endpoint: ReadOnlyRetellEndpoint, question: ProviderAccountReadRequest): Promise<Response> {
    const leftMs = endsAtMs - clock.monotonicMs();
    if (requests >= mostRequests || leftMs <= 0) throw new ProviderAccountReadError('spent', endpoint);
    requests += 1;
    const { url, method } = requestOf(options.baseUrl, endpoint, question);
    const { fetch } = options.transport.open({ deadlineMs: Math.min(requestDeadlineMs, leftMs), connectMs });
    try {
      return await fetch(url, {
        method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          accept: 'application/json',
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body: JSON.stringify(question.body ?? {}) } : {}),
      });
    } catch (error) {
      throw new ProviderAccountReadError('silent', endpoint, null, error);
    }
  }

  async function answer(endpoint: ReadOnlyRetellEndpoint, question: ProviderAccountReadRequest): Promise<unknown> {
    for (let tries = 1; ; tries += 1) {
      const response = await send(endpoint, question);
      const text = await response.text();
      if (response.status === 429 && tries < mostTries) {
        const restMs = restOf(response.headers.get('retry-after'), clock.now());
        if (restMs > longestRestMs || clock.monotonicMs() + restMs >= endsAtMs)
          throw new ProviderAccountReadError('refused', endpoint, 429);
        await clock.sleep(restMs);
        continue;
      }
      if (!response.ok) throw new ProviderAccountReadError('refused', endpoint, response.status);
      const parsed = parse(text);
      if (typeof parsed !== 'object' || parsed === null)
        throw new ProviderAccountReadError('unreadable', endpoint, response.status);
      answers.set(endpoint, [...(answers.get(endpoint) ?? []), parsed]);
      return parsed;
    }
  }

  return {
    ask(endpoint, question = {}) {
      const key = JSON.stringify([endpoint, question]);
      const known = asked.get(key) ?? answer(endpoint, question);
      asked.set(key, known);
      return known;
    },
    answersOf: (endpoint) => answers.get(endpoint) ?? [],
  };
}

/** Returns the endpoint's name in the provider's documentation, such as `get-call`. */
export function getProviderDocumentationEndpointName(endpoint: ReadOnlyRetellEndpoint): string {
  return providerContracts[endpoint].endpoint.replace(/^\S+ (?:\/v\d)?\//, '').replace(/\/\{.*$/, '');
}

function requestOf(
  baseUrl: string,
  endpoint: ReadOnlyRetellEndpoint,
  { id, query = {} }: ProviderAccountReadRequest,
): { url: URL; method: string } {
  if (!readOnlyRetellEndpoints.includes(endpoint)) throw new Error(`${endpoint as string} is not for reading`);
  const [method = '', path = ''] = providerContracts[endpoint].endpoint.split(' ');
  const url = new URL(baseUrl.replace(/\/+$/, '') + path.replace(/\{\w+\}/, encodeURIComponent(id ?? '')));
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return { url, method };
}

/** Returns the pause in ms that a Retry-After header asks for, in seconds or as a date. */
function restOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return usualRestMs;
  const seconds = Number(retryAfter);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(ms) ? Math.max(0, ms) : usualRestMs;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports invalid JSON.
    return undefined;
  }
}
