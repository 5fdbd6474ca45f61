/**
 * The port (interface) to the voice provider, implemented by retell-provider.ts. Every request has a deadline that
 * covers the whole response. Callers decide about retries, because only they know the consequences.
 */
import type { ConnectionCheckResult } from '../../../contract/connection-check.ts';
import type { ProviderAccountCheckReport } from '../../../retell/account-shape.ts';
import type { WireAgent, WireAgentVersion } from '../../../retell/wire-agent.ts';
import type { WireCall } from '../../../retell/wire-call.ts';
import type { CallRequestSuccessAnalysisItem } from '../../../retell/wire-create-call.ts';
import type { WirePhoneNumber } from '../../../retell/wire-number.ts';
import type { ProviderLiveCallSocket, ProviderLiveCallSocketListener } from './follow-call.ts';
import type { LiveCallSoundGateway } from './gateway-sound.ts';

/** Kinds of failure of a provider request. Requests to place a call have outcomes instead (`PlaceCallOutcome`). */
export type ProviderFailureKind =
  /** HTTP status 401 or 403: the API key is wrong, revoked or lacks the right. */
  | 'key_rejected'
  /** 429: later. */
  | 'rate_limited'
  /** 404. */
  | 'not_found'
  /** Another 4xx. */
  | 'refused'
  /** Timeout, network error, 5xx or unreadable answer. */
  | 'unavailable';

/** True if a failed provider request concerns the whole account, so that further requests would fail too. */
export function isAccountWideFailure({ kind }: ProviderError): boolean {
  return kind === 'rate_limited' || kind === 'key_rejected';
}

export class ProviderError extends Error {
  readonly kind: ProviderFailureKind;
  readonly status: number | null;

  constructor(kind: ProviderFailureKind, message: string, options: { status?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ProviderError';
    this.kind = kind;
    this.status = options.status ?? null;
  }
}

/** Post-call analysis field of a call request: the campaign's definition of success, or one of the agent's fields. */
export type CallOrderAnalysisItem = CallRequestSuccessAnalysisItem | AgentPostCallAnalysisItem;
export type AgentPostCallAnalysisItem = Readonly<Record<string, unknown>>;

/** Optional fields of a call request that an account's API may not know. */
export const accountDependentCallOrderFields = ['honor_internal_dnc', 'idempotency_key'] as const;
export type AccountDependentCallOrderField = (typeof accountDependentCallOrderFields)[number];

/**
 * How an account treats a call request repeated with its idempotency key. honoured: it returns the same call. ignored:
 * it places another call. refused: it rejects the field. lost: it forgets the key after a 5xx, although the call was
 * placed.
 */
export const idempotencyKeySupportLevels = ['honoured', 'ignored', 'refused', 'lost', 'untried'] as const;
export type IdempotencyKeySupport = (typeof idempotencyKeySupportLevels)[number];

export interface OutboundCallOrder {
  /** Id of the dialling attempt. It is sent as idempotency key, and as metadata by which a lost call is found. */
  readonly attemptId: string;
  /** Id of the campaign that places the call. Null for a test call. */
  readonly campaignId: string | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** Id of the AI agent for the call. If null, the provider uses the one assigned to the origin number. */
  readonly agentId: string | null;
  /** The agent's version, by number or tag. If null, the provider chooses one by an undocumented rule. */
  readonly agentVersion: string | number | null;
  readonly dynamicVariables: Readonly<Record<string, string>>;
  /** Post-call analysis fields for this call instead of the agent's own. Null keeps the agent's. */
  readonly analysisItems: readonly CallOrderAnalysisItem[] | null;
  /** Optional fields to omit from the call request, because the account's API refused them by name before. */
  readonly withoutFields: readonly AccountDependentCallOrderField[];
}

/**
 * Outcome of a request to place a call.
 * - accepted: the provider places the call.
 * - refused: certainly not dialled. `retry`: 'later' (429 or no connection; does not count as an attempt), 'never'
 * (this request is refused, with `message`) or 'account' (the key or account is refused as a whole).
 * - unknown: anything else. The call may have been dialled, so only the dispatcher may decide how to continue.
 */
export type PlaceCallOutcome =
  | { readonly kind: 'accepted'; readonly call: WireCall }
  | {
      readonly kind: 'refused';
      readonly retry: 'later' | 'never' | 'account';
      readonly status: number | null;
      readonly message: string;
      /** Optional request field that the provider's error message names, because the account's API may not know it. */
      readonly unknownField?: AccountDependentCallOrderField;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      readonly status: number | null;
    };

export interface ProviderCallFilter {
  /** Filter for calls that started at or after this time, in ms since the epoch. */
  readonly startedFromMs?: number;
  readonly startedToMs?: number;
  /** Filter for calls that ended at or after this time. Calls that never connected may have an end but no start. */
  readonly endedFromMs?: number;
  /** Filter by the attempt id in a call's metadata, the only filter that finds a call that was just registered. */
  readonly attemptId?: string;
}

export interface ProviderCallPage {
  /** The calls on one page of the provider's list, without transcripts. */
  readonly calls: readonly WireCall[];
  readonly nextKey: string | null;
}

export interface ProviderContact {
  readonly id: string | null;
  readonly isMarkedDoNotCall: boolean;
}

export interface ProviderConcurrency {
  /** Number of the account's live calls, inbound and outbound. */
  readonly current: number;
  /** Number of calls that the account may have at once without burst. Burst costs a surcharge and is never used. */
  readonly limit: number;
  /** Number of the account's simultaneous calls (`limit`) reserved for inbound calls; default 0. */
  readonly reservedInbound?: number;
  /** Maximum number of simultaneous calls with burst, which costs a surcharge. Absent if the account has no burst. */
  readonly burstLimit?: number;
}

export interface ProviderAccountCheckOptions {
  /** The time limit for the whole check. */
  readonly deadlineMs: number;
  /**
   * Checks whether a webhook URL belongs to this console. The function is undefined if this console's own URL is
   * unknown.
   */
  readonly isOwnAddress?: ((url: string) => boolean) | undefined;
  /**
   * How the provider account treats idempotency keys, as found by an earlier test call. The connection check only
   * reads, so it can't find this out itself.
   */
  readonly orderKeys?: IdempotencyKeySupport | undefined;
}

export interface ProviderAccountCheckResult {
  readonly rows: readonly ConnectionCheckResult[];
  /**
   * Anonymous report of the checks. It contains field names, types of values, and the provider's fixed status words,
   * but no other values such as phone numbers, names or ids.
   */
  readonly report: ProviderAccountCheckReport;
}

/** A workspace's account at the provider. All methods except placeCall and repeatCall throw ProviderError. */
export interface VoiceProvider {
  /** Checks the account's API key. Throws `key_rejected` if it is invalid. */
  checkKey(): Promise<{ readonly organisation: string | null }>;
  /**
   * Places a call. Never throws or retries. If `isStale()` is true just before sending, nothing is sent, and the
   * outcome is 'refused' with `retry` 'later'.
   */
  placeCall(order: OutboundCallOrder, isStale: () => boolean): Promise<PlaceCallOutcome>;
  /**
   * Repeats a call request with the exact JSON text of the first request. In all other respects it works like
   * placeCall.
   */
  repeatCall(body: string, isStale: () => boolean): Promise<PlaceCallOutcome>;
  /** Finds the contact of a telephone number. All workspaces of one provider organisation share it. Null if none. */
  findContact(phoneNumber: string): Promise<ProviderContact | null>;
  /** Erases a contact's personal data but keeps its do-not-call flag. Does nothing if the contact does not exist. */
  emptyContact(contactId: string): Promise<void>;
  /** Reads a call from the provider. Null if the provider does not know it. */
  getCall(callId: string): Promise<WireCall | null>;
  listCalls(
    filter: ProviderCallFilter,
    page: { readonly limit: number; readonly key?: string | null; readonly order?: 'ascending' | 'descending' },
  ): Promise<ProviderCallPage>;
  stopCall(callId: string): Promise<void>;
  /** Opens a call's live WebSocket. The provider allows five per call, its own dashboard included. Never throws. */
  followCall(callId: string, listener: ProviderLiveCallSocketListener): ProviderLiveCallSocket;
  /**
   * Sends a hint to the AI agent of a live call. With `speakNow`, the agent speaks at once. Throws `refused` if the
   * call is not live. No metadata is sent, because it would replace the call's own, which contains our attempt's id.
   */
  whisper(callId: string, hint: { readonly text: string; readonly speakNow: boolean }): Promise<void>;
  /** Methods for listening to live calls and taking them over. */
  readonly sound: LiveCallSoundGateway;
  /**
   * Analyses a finished call again, which the provider charges for. Returns the call with the new analysis; get-call
   * may return the previous one for a while. `not_found` for an unknown call.
   */
  rerunAnalysis(callId: string): Promise<WireCall>;
  /** Deletes all that the provider stores about a call. An unknown or already deleted call counts as deleted. */
  deleteCall(callId: string): Promise<void>;
  /** Lists the account's voice agents, only with the fields that the provider's list contains. */
  listAgents(): Promise<readonly WireAgent[]>;
  /**
   * Reads an agent's newest version, or the version with the given number or tag. Throws `not_found` if the agent or
   * the version is unknown.
   */
  getAgent(agentId: string, version?: string | number): Promise<WireAgent>;
  /** The agent's versions, newest first. */
  listAgentVersions(agentId: string): Promise<readonly WireAgentVersion[]>;
  /** Creates a draft of an agent as a copy of `baseVersion`. */
  createAgentDraft(agentId: string, baseVersion: number): Promise<WireAgent>;
  /** Sets the webhook URL of an agent's draft; published versions can't change. Null: the account's URL is used. */
  setAgentWebhookUrl(agentId: string, version: number, url: string | null): Promise<WireAgent>;
  publishAgentVersion(agentId: string, version: number): Promise<void>;
  /**
   * Reads the complete prompt or conversation flow to which the agent's `engine` refers. Null if it refers to none or
   * the provider does not store it.
   */
  getEngine(engine: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>> | null>;
  listPhoneNumbers(): Promise<readonly WirePhoneNumber[]>;
  getConcurrency(): Promise<ProviderConcurrency>;
  /** Checks our assumptions about the account by reading it. Throws `unavailable` if the provider is unreachable. */
  checkAccount(options: ProviderAccountCheckOptions): Promise<ProviderAccountCheckResult>;
}

/** Makes the provider port of an API key. Cheap to call, because all ports of one key share its connections. */
export type VoiceProviderFactory = (apiKey: string) => VoiceProvider;
