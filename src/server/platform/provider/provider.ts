/**
 * The port to the voice provider. Features use this interface, and retell-provider.ts implements it. Every request has
 * a deadline that covers the whole answer. Callers decide about retries, because only they know the effect.
 */
import type { ConnectionCheckResult } from '../../../contract/connection-check.ts';
import type { AccountReport } from '../../../retell/account-shape.ts';
import type { WireAgent, WireAgentVersion } from '../../../retell/wire-agent.ts';
import type { WireCall } from '../../../retell/wire-call.ts';
import type { SuccessPreset } from '../../../retell/wire-create-call.ts';
import type { WireNumber } from '../../../retell/wire-number.ts';
import type { LiveCallSocket, LiveListener } from './follow-call.ts';
import type { GatewaySound } from './gateway-sound.ts';

/** Kinds of failure of a request to the provider, except of placing a call. */
export type ProviderFailureKind =
  /** 401 or 403: the API key is wrong, revoked or lacks the right. */
  | 'key_rejected'
  /** 429: later. */
  | 'rate_limited'
  /** 404. */
  | 'not_found'
  /** Another 4xx. */
  | 'refused'
  /** Timeout, network error, 5xx or unreadable answer. */
  | 'unavailable';

/** True if the provider's failure affects all calls, so that further requests would make it worse. */
export function affectsAllCalls({ kind }: ProviderError): boolean {
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

/** An analysis field of an order: the campaign's own success judgement, or one of the agent's fields, unchanged. */
export type AnalysisItem = SuccessPreset | AgentAnalysisItem;
export type AgentAnalysisItem = Readonly<Record<string, unknown>>;

/** Optional fields of a dialling order that an account's API may not know. */
export const optionalOrderFields = ['honor_internal_dnc', 'idempotency_key'] as const;
export type OptionalOrderField = (typeof optionalOrderFields)[number];

/**
 * How an account treats a dialling order repeated with its idempotency key, as far as known. honoured: it answers with
 * the same call. ignored: it makes another call. refused: its API rejects the field. lost: it forgets the key after a
 * 5xx, although a call was made.
 */
export const orderKeys = ['honoured', 'ignored', 'refused', 'lost', 'untried'] as const;
export type IdempotencyKeySupport = (typeof orderKeys)[number];

export interface CallOrder {
  /** The attempt's id, sent as idempotency key and as metadata, which finds the call if the answer is lost. */
  readonly attemptId: string;
  /** The campaign that orders the call. Null for a test call. */
  readonly campaignId: string | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** The agent who speaks in the call. If it is null, the origin number's binding decides. */
  readonly agentId: string | null;
  /** The agent's version, by number or tag. If null, the provider picks one by an undocumented rule. */
  readonly agentVersion: string | number | null;
  readonly dynamicVariables: Readonly<Record<string, string>>;
  /** Fields that replace the agent's post-call analysis list for this call. Null keeps the agent's list. */
  readonly analysisItems: readonly AnalysisItem[] | null;
  /** Optional fields that this order leaves out because the account refused them by name. */
  readonly withoutFields: readonly OptionalOrderField[];
}

/**
 * The outcome of a dialling order.
 * - accepted: the provider has it.
 * - refused: surely not dialled. `retry`: 'later' (429 or no connection; no attempt is used up), 'never' (the provider
 * refuses this order, with `message`) or 'account' (the key or account is refused as a whole).
 * - unknown: anything else. The call may have been dialled, so only the dispatcher's protocol may continue.
 */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly call: WireCall }
  | {
      readonly kind: 'refused';
      readonly retry: 'later' | 'never' | 'account';
      readonly status: number | null;
      readonly message: string;
      /** The field of the dialling order that the refusal names, because the API may not know it. */
      readonly unknownField?: OptionalOrderField;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      /** HTTP status of the provider's answer. Null if no answer came. */
      readonly status: number | null;
    };

export interface CallFilter {
  /** Search calls that started at or after this time, in ms since the epoch. */
  readonly startedFromMs?: number;
  readonly startedToMs?: number;
  /** Search calls that ended at or after this time, because calls that never connected may lack a start. */
  readonly endedFromMs?: number;
  /** Search the call of an attempt by metadata alone. A registered call matches no status or time filter. */
  readonly attemptId?: string;
}

export interface CallPage {
  /** The calls of one page of the provider's list. They have no transcripts. */
  readonly calls: readonly WireCall[];
  /** The key that requests the next page. Null on the last page. */
  readonly nextKey: string | null;
}

export interface Contact {
  readonly id: string | null;
  readonly isMarkedDoNotCall: boolean;
}

export interface Concurrency {
  /** Number of the account's live calls in every direction. */
  readonly current: number;
  /** Number of the account's lines without burst, which costs a surcharge and is never used. */
  readonly limit: number;
  /** Number of lines within `limit` that outbound calls never get; default none. */
  readonly reservedInbound?: number;
  /** Maximum number of simultaneous calls with burst. Absent if the account has no burst. */
  readonly burstLimit?: number;
}

export interface AccountCheckOptions {
  /** The time limit for the whole check. */
  readonly deadlineMs: number;
  /** True if an agent's webhook address is this console's. Undefined if this console's address is unknown. */
  readonly isOwnAddress?: ((url: string) => boolean) | undefined;
  /** How the account treats idempotency keys. A check by reading can't find this out. */
  readonly orderKeys?: IdempotencyKeySupport | undefined;
}

export interface AccountCheck {
  /** The results of the connection checks, in the order of the table of checks. */
  readonly rows: readonly ConnectionCheckResult[];
  /** The anonymous account report: shapes and the provider's own words, without numbers, names, ids or texts. */
  readonly report: AccountReport;
}

/** The account of a workspace at the provider. All methods except placeCall throw ProviderError. */
export interface Provider {
  /** Checks the account's API key. Throws `key_rejected` if it is invalid. */
  checkKey(): Promise<{ readonly organisation: string | null }>;
  /** Places a call. Never throws or retries. If `isStale()` is true just before writing: 'refused', 'later'. */
  placeCall(order: CallOrder, isStale: () => boolean): Promise<PlaceOutcome>;
  /** Repeats a dialling order by `body`, the exact JSON text of the first one. Otherwise like placeCall. */
  repeatCall(body: string, isStale: () => boolean): Promise<PlaceOutcome>;
  /** Finds a number's contact, which belongs to the provider's whole organisation. Null if there is none. */
  findContact(phoneNumber: string): Promise<Contact | null>;
  /** Removes a contact's personal data. Its do-not-call mark stays. A missing contact counts as empty. */
  emptyContact(contactId: string): Promise<void>;
  /** Reads a call from the provider. Null if the provider does not know it. */
  getCall(callId: string): Promise<WireCall | null>;
  listCalls(
    filter: CallFilter,
    page: { readonly limit: number; readonly key?: string | null; readonly order?: 'ascending' | 'descending' },
  ): Promise<CallPage>;
  stopCall(callId: string): Promise<void>;
  /** Opens a call's live socket. The provider allows five, including its own dashboard's. Never throws. */
  followCall(callId: string, listener: LiveListener): LiveCallSocket;
  /**
   * Sends a hint to the agent of a live call. If `speakNow` is true, the agent speaks at once. `refused` if the call is
   * not live. It sends no metadata, which would replace the call's own and so our attempt's id.
   */
  whisper(callId: string, hint: { readonly text: string; readonly speakNow: boolean }): Promise<void>;
  /** The part of the provider port that listens to live calls and takes them over. */
  readonly sound: GatewaySound;
  /**
   * Runs the analysis of a finished call again, which the provider charges for, and returns the call with it. Only this
   * answer surely belongs to this run; get-call may still return the previous one. `not_found` for an unknown call.
   */
  rerunAnalysis(callId: string): Promise<WireCall>;
  /** Deletes everything that the provider stores about a call. An unknown or deleted call counts as done. */
  deleteCall(callId: string): Promise<void>;
  /** Lists all voice agents of the account, with the fields that the provider's list contains. */
  listAgents(): Promise<readonly WireAgent[]>;
  /** Reads an agent's newest version, or the one with this number or tag. `not_found` if either is unknown. */
  getAgent(agentId: string, version?: string | number): Promise<WireAgent>;
  /** The agent's versions, newest first. */
  listAgentVersions(agentId: string): Promise<readonly WireAgentVersion[]>;
  /** Makes a new draft of an agent as a copy of `baseVersion`. */
  createAgentDraft(agentId: string, baseVersion: number): Promise<WireAgent>;
  /** Sets the webhook URL of an agent's draft; published versions can't change. Null: the account's URL applies. */
  setAgentWebhookUrl(agentId: string, version: number, url: string | null): Promise<WireAgent>;
  publishAgentVersion(agentId: string, version: number): Promise<void>;
  /** Reads an agent's complete prompt or flow. Null if the provider does not store it, or `engine` names none. */
  getEngine(engine: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>> | null>;
  listPhoneNumbers(): Promise<readonly WireNumber[]>;
  getConcurrency(): Promise<Concurrency>;
  /** Checks our assumptions about the account by reading. Throws `unavailable` if the provider is unreachable. */
  checkAccount(options: AccountCheckOptions): Promise<AccountCheck>;
}

/** Makes the provider port for an API key. This is cheap, because ports of one key share its connections. */
export type ProviderFactory = (apiKey: string) => Provider;
