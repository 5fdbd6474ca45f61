/**
 * Implements the provider port with the official SDK. Never retries. Every request has a deadline for its whole
 * response, and src/retell parses responses leniently. Only place-outcome.ts decides what counts as certainly not
 * dialled.
 */
import type { Logger } from 'pino';
import Retell, { APIError } from 'retell-sdk';
import {
  wireConcurrencySchema,
  wireContactSchema,
  wireKeyInfoSchema,
  type WireContact,
} from '../../../retell/wire-account.ts';
import { wireAgentSchema, wireAgentVersionSchema } from '../../../retell/wire-agent.ts';
import type { WireAgent } from '../../../retell/wire-agent.ts';
import { parseWireCall } from '../../../retell/wire-call.ts';
import { wirePhoneNumberSchema } from '../../../retell/wire-number.ts';
import type { WirePhoneNumber } from '../../../retell/wire-number.ts';
import { systemClock } from '../clock.ts';
import { ProviderAccountReadError } from './account-reader.ts';
import { openProviderLiveCallSocket, type ProviderLiveCallSocketListener } from './follow-call.ts';
import { createLiveCallSoundGateway } from './gateway-sound.ts';
import { checkProviderAccount } from './check-account.ts';
import { classifyCallPlacement, getProviderErrorMessage } from './place-outcome.ts';
import {
  attemptMetadataKey,
  serializeProviderPhoneCallRequest,
  buildProviderContactErasureRequest,
  buildProviderListCallsRequest,
} from './provider-requests.ts';
import type {
  ProviderAgentHintRequestBody,
  ProviderListPageRequest,
  ProviderPhoneCallRequestBody,
} from './provider-requests.ts';
import { createProviderTransport } from './provider-transport.ts';
import type { ProviderRequestProgress, ProviderTransport } from './provider-transport.ts';
import { accountDependentCallOrderFields, ProviderError } from './provider.ts';
import type {
  ProviderAccountCheckOptions,
  ProviderCallFilter,
  OutboundCallOrder,
  VoiceProvider,
  VoiceProviderFactory,
  ProviderFailureKind,
} from './provider.ts';

interface RetellProviderOptions {
  /** Origin of the provider's API, such as `https://api.retellai.com`. */
  readonly baseUrl: string;
  readonly log: Logger;
  /** Time limit in ms for a request that places a call, including its response; default 15 s. */
  readonly placeDeadlineMs?: number;
  /** Time limit in ms for a repeated request to place a call; default 5 s. */
  readonly repeatDeadlineMs?: number;
  /** Time limit in ms for a request that does not place a call; default 30 s. */
  readonly readDeadlineMs?: number;
  /** Time limit in ms for connecting to the provider; default 5 s. */
  readonly connectMs?: number;
}

const pageLimit = 100;
/** Maximum number of pages of a list, in case the provider's list never ends. */
const maxPages = 100;

/**
 * Connections to the provider with one API key. Each key has its own, so that a slow account does not use up other
 * accounts' connections.
 */
interface Lines {
  readonly placing: ProviderTransport;
  readonly reading: ProviderTransport;
}

export function createRetellProviderFactory(options: RetellProviderOptions): VoiceProviderFactory {
  const linesOf = new Map<string, Lines>();
  return (apiKey) => {
    const lines = linesOf.get(apiKey) ?? {
      placing: createProviderTransport(256),
      reading: createProviderTransport(64),
    };
    linesOf.set(apiKey, lines);
    return new RetellProvider(apiKey, options, lines.placing, lines.reading);
  };
}

class RetellProvider implements VoiceProvider {
  readonly #apiKey: string;
  readonly #options: RetellProviderOptions;
  readonly #placing: ProviderTransport;
  readonly #reading: ProviderTransport;

  constructor(apiKey: string, options: RetellProviderOptions, placing: ProviderTransport, reading: ProviderTransport) {
    this.#apiKey = apiKey;
    this.#options = options;
    this.#placing = placing;
    this.#reading = reading;
  }

  placeCall(order: OutboundCallOrder, isStale: () => boolean) {
    return this.#place(serializeProviderPhoneCallRequest(order), this.#options.placeDeadlineMs ?? 15_000, isStale);
  }

  repeatCall(body: string, isStale: () => boolean) {
    return this.#place(body, this.#options.repeatDeadlineMs ?? 5_000, isStale);
  }

  async #place(body: string, deadlineMs: number, isStale: () => boolean) {
    const { client, delivery } = this.#connect(this.#placing, deadlineMs, { isStale });
    const order = JSON.parse(body) as ProviderPhoneCallRequestBody;
    const sentFields = accountDependentCallOrderFields.filter((field) => field in order);
    let outcome;
    try {
      const answer: unknown = await client.call.createPhoneCall(order as Retell.CallCreatePhoneCallParams);
      outcome = classifyCallPlacement(delivery, { answer }, sentFields);
    } catch (error) {
      outcome = classifyCallPlacement(delivery, { error }, sentFields);
    }
    const attemptId = order.metadata[attemptMetadataKey];
    this.#options.log.debug({ attemptId, outcome: outcome.kind }, 'order to dial answered');
    return outcome;
  }

  async findContact(phoneNumber: string) {
    const contact = await this.#readContact((client) => client.contact.getByPhone(phoneNumber));
    return contact && { id: contact.contact_id ?? null, isMarkedDoNotCall: contact.do_not_call === true };
  }

  async emptyContact(contactId: string) {
    const contact = await this.#readContact((client) => client.contact.get(contactId));
    if (!contact) return;
    const empty = buildProviderContactErasureRequest(Object.keys(Object(contact.custom_fields) as object));
    await this.#readContact((client) => client.contact.update(contactId, empty));
  }

  async #readContact(ask: (client: Retell) => PromiseLike<unknown>): Promise<Partial<WireContact> | null> {
    try {
      return wireContactSchema.safeParse(await this.#read(ask)).data ?? {};
    } catch (error) {
      if (error instanceof ProviderError && isMissing(error)) return null;
      throw error;
    }
  }

  async checkKey() {
    const info = await this.#read((client) => client.identity.retrieve());
    const parsed = wireKeyInfoSchema.safeParse(info);
    if (!parsed.success) throw unreadable();
    return { organisation: parsed.data.org_name };
  }

  async getCall(callId: string) {
    try {
      const call = parseWireCall(await this.#read((client) => client.call.retrieve(callId)));
      if (!call) throw unreadable();
      return call;
    } catch (error) {
      if (error instanceof ProviderError && isMissing(error)) return null;
      throw error;
    }
  }

  async listCalls(filter: ProviderCallFilter, page: Parameters<VoiceProvider['listCalls']>[1]) {
    const answer = await this.#read((client) => client.call.list(buildProviderListCallsRequest(filter, page)));
    const { items, nextKey } = readPage(answer);
    const calls = items.map(parseWireCall).filter((call) => call !== undefined);
    // Throw, because a listed item that can't be read may be the attempt's call. An empty result would mean that the
    // call does not exist.
    if (filter.attemptId !== undefined && calls.length === 0 && items.length > 0) throw unreadable();
    if (calls.length < items.length)
      this.#options.log.warn({ dropped: items.length - calls.length }, 'listed calls without an id');
    return { calls, nextKey };
  }

  async stopCall(callId: string) {
    await this.#read((client) => client.call.stop(callId));
  }

  followCall(callId: string, listener: ProviderLiveCallSocketListener) {
    return openProviderLiveCallSocket(this.#options.baseUrl, this.#apiKey, callId, listener);
  }

  async whisper(callId: string, { text, speakNow }: Parameters<VoiceProvider['whisper']>[1]) {
    const hint: ProviderAgentHintRequestBody = {
      call_control: { additional_context: text, trigger_response: speakNow },
    };
    await this.#read((client) => client.call.updateLive(callId, hint));
  }

  get sound() {
    return createLiveCallSoundGateway((ask, token) => this.#read(ask, token), unreadable);
  }

  async rerunAnalysis(callId: string) {
    try {
      const call = parseWireCall(await this.#read((client) => client.call.rerunAnalysis(callId)));
      if (!call) throw unreadable();
      return call;
    } catch (error) {
      if (!(error instanceof ProviderError && isMissing(error))) throw error;
      throw toNotFound(error);
    }
  }

  async deleteCall(callId: string) {
    try {
      await this.#read((client) => client.call.delete(callId));
    } catch (error) {
      if (!(error instanceof ProviderError && isMissing(error))) throw error;
    }
  }

  async listAgents(): Promise<readonly WireAgent[]> {
    const items = await this.#readPages((client, page) => client.agent.list(page));
    return items.flatMap((item) => {
      const agent = wireAgentSchema.safeParse(item);
      // Leave out chat agents, because they make no calls and the provider's get-agent endpoint does not know them.
      const isChat = (item as { channel?: unknown } | null)?.channel === 'chat';
      return agent.success && !isChat ? [agent.data] : [];
    });
  }

  async getAgent(agentId: string, version?: string | number) {
    try {
      return readAgent(
        await this.#read((client) => client.agent.retrieve(agentId, version === undefined ? {} : { version })),
      );
    } catch (error) {
      throw error instanceof ProviderError && isMissing(error) ? toNotFound(error) : error;
    }
  }

  async listAgentVersions(agentId: string) {
    const items = await this.#readPages((client, page) =>
      client.agent.listVersions(agentId, { ...page, sort_order: 'descending' }),
    );
    const versions = items.flatMap((item) => {
      const version = wireAgentVersionSchema.safeParse(item);
      return version.success ? [version.data] : [];
    });
    return versions.toSorted((left, right) => right.version - left.version);
  }

  async createAgentDraft(agentId: string, baseVersion: number) {
    return readAgent(await this.#read((client) => client.agent.createVersion(agentId, { base_version: baseVersion })));
  }

  async setAgentWebhookUrl(agentId: string, version: number, url: string | null) {
    return readAgent(await this.#read((client) => client.agent.update(agentId, { version, webhook_url: url })));
  }

  async publishAgentVersion(agentId: string, version: number) {
    await this.#read((client) => client.agent.publish(agentId, { version }));
  }

  async getEngine({ llm_id: llmId, conversation_flow_id: flowId, version }: Readonly<Record<string, unknown>>) {
    const query = typeof version === 'number' ? { version } : {};
    if (typeof llmId === 'string') return readObject(await this.#read((client) => client.llm.retrieve(llmId, query)));
    if (typeof flowId === 'string')
      return readObject(await this.#read((client) => client.conversationFlow.retrieve(flowId, query)));
    return null;
  }

  async listPhoneNumbers(): Promise<readonly WirePhoneNumber[]> {
    const items = await this.#readPages((client, page) => client.phoneNumber.list(page));
    return items.flatMap((item) => {
      const number = wirePhoneNumberSchema.safeParse(item);
      return number.success ? [number.data] : [];
    });
  }

  async getConcurrency() {
    const parsed = wireConcurrencySchema.safeParse(await this.#read((client) => client.concurrency.retrieve()));
    const told = parsed.data ?? {};
    const { current_concurrency: current, concurrency_limit: limit, concurrency_burst_limit: burstLimit } = told;
    if (current == null || limit == null) throw unreadable();
    return {
      current,
      limit,
      reservedInbound: Math.max(0, told.reserved_inbound_concurrency ?? 0),
      ...(told.concurrency_burst_enabled && burstLimit ? { burstLimit } : {}),
    };
  }

  async checkAccount(options: ProviderAccountCheckOptions) {
    try {
      return await checkProviderAccount({
        ...options,
        baseUrl: this.#options.baseUrl,
        apiKey: this.#apiKey,
        transport: this.#reading,
        clock: systemClock,
      });
    } catch (error) {
      if (!(error instanceof ProviderAccountReadError)) throw error;
      throw new ProviderError('unavailable', error.message, { status: error.status, cause: error });
    }
  }

  /** Creates an SDK client for one request. `delivery` reports how much of the request has been sent. */
  #connect(
    transport: ProviderTransport,
    deadlineMs: number,
    { isStale, apiKey = this.#apiKey }: { readonly isStale?: () => boolean; readonly apiKey?: string | undefined } = {},
  ): { client: Retell; delivery: ProviderRequestProgress } {
    const { delivery, fetch } = transport.open({ deadlineMs, connectMs: this.#options.connectMs ?? 5_000, isStale });
    const client = new Retell({
      apiKey,
      baseURL: this.#options.baseUrl,
      maxRetries: 0,
      timeout: deadlineMs + 1_000,
      logLevel: 'off',
      fetch,
    });
    return { client, delivery };
  }

  /** Sends a request that places no call, by default with the account's API key. */
  async #read(ask: (client: Retell) => PromiseLike<unknown>, apiKey?: string): Promise<unknown> {
    const { client } = this.#connect(this.#reading, this.#options.readDeadlineMs ?? 30_000, { apiKey });
    try {
      return await ask(client);
    } catch (error) {
      throw toProviderError(error);
    }
  }

  async #readPages(ask: (client: Retell, page: ProviderListPageRequest) => PromiseLike<unknown>): Promise<unknown[]> {
    const all: unknown[] = [];
    let page: ProviderListPageRequest = { limit: pageLimit };
    for (let read = 0; read < maxPages; read++) {
      const asked = page;
      const { items, nextKey } = readPage(await this.#read((client) => ask(client, asked)));
      all.push(...items);
      if (nextKey === null) return all;
      page = { limit: pageLimit, pagination_key: nextKey };
    }
    return all;
  }
}

/** Reads one page of a provider list. Its items stay unparsed, so that an invalid one does not lose the page. */
function readPage(answer: unknown): { items: unknown[]; nextKey: string | null } {
  const { items, has_more: hasMore, pagination_key: key } = (answer ?? {}) as Record<string, unknown>;
  if (!Array.isArray(items)) throw unreadable();
  return {
    items,
    nextKey: hasMore !== false && typeof key === 'string' && key !== '' && items.length > 0 ? key : null,
  };
}

function readAgent(answer: unknown): WireAgent {
  const agent = wireAgentSchema.safeParse(answer);
  if (!agent.success) throw unreadable();
  return agent.data;
}

function readObject(answer: unknown): Record<string, unknown> {
  if (typeof answer !== 'object' || answer === null) throw unreadable();
  return { ...answer };
}

function unreadable(): ProviderError {
  return new ProviderError('unavailable', 'the answer could not be read');
}

function toProviderError(error: unknown): ProviderError {
  const status = error instanceof APIError ? (error.status ?? null) : null;
  return new ProviderError(kindOf(status), getProviderErrorMessage(error), { status, cause: error });
}

function kindOf(status: number | null): ProviderFailureKind {
  if (status === 401 || status === 403) return 'key_rejected';
  if (status === 429) return 'rate_limited';
  if (status === 404) return 'not_found';
  if (status !== null && status >= 400 && status < 500 && status !== 408) return 'refused';
  return 'unavailable';
}

function toNotFound(error: ProviderError): ProviderError {
  return new ProviderError('not_found', error.message, { status: error.status, cause: error });
}

/** True if the provider does not have what was requested: 404, or its 422 'Cannot find requested asset …'. */
function isMissing(error: ProviderError): boolean {
  return error.kind === 'not_found' || (error.status === 422 && /cannot find|not found|no such/i.test(error.message));
}
