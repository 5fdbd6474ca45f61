/**
 * The port to the voice provider. Features use this interface; retell-provider.ts implements it. Every call has a
 * deadline that covers the whole answer. Callers decide about retries, because only they know the effect.
 */
import type { CheckedRow } from '../../../contract/connection-check.ts';
import type { AccountReport } from '../../../retell/account-shape.ts';
import type { WireAgent, WireAgentVersion } from '../../../retell/wire-agent.ts';
import type { WireCall } from '../../../retell/wire-call.ts';
import type { SuccessPreset } from '../../../retell/wire-create-call.ts';
import type { WireNumber } from '../../../retell/wire-number.ts';
import type { LiveFollowing, LiveListener } from './follow-call.ts';
import type { GatewaySound } from './gateway-sound.ts';

/** The kinds of failure of every request except placing a call. */
export type ProviderFailureKind =
  /** 401 or 403: the key is wrong, revoked or lacks the right. */
  | 'key_rejected'
  /** 429: later. */
  | 'rate_limited'
  /** 404. */
  | 'not_found'
  /** Another 4xx. */
  | 'refused'
  /** Timeout, network error, 5xx or unreadable answer. */
  | 'unavailable';

/** True if the failure affects requests for all calls, so that further requests would make it worse. */
export function isOfAllCalls({ kind }: ProviderError): boolean {
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

/** An analysis item: the campaign's own judgement, or an item of the agent's list, passed on unchanged. */
export type AnalysisItem = SuccessPreset | AgentAnalysisItem;
export type AgentAnalysisItem = Readonly<Record<string, unknown>>;

/** Optional fields of an order that an account's API may not know. */
export const optionalOrderFields = ['honor_internal_dnc', 'idempotency_key'] as const;
export type OptionalOrderField = (typeof optionalOrderFields)[number];

/**
 * How an account treats an order repeated with the same idempotency key, as far as known. honoured: it answers with the
 * same call. ignored: it makes another call. refused: its API rejects the field. lost: it forgets the key after a 5xx,
 * although a call was made.
 */
export const orderKeys = ['honoured', 'ignored', 'refused', 'lost', 'untried'] as const;
export type OrderKeys = (typeof orderKeys)[number];

export interface CallOrder {
  /** The attempt's id: the order's idempotency key and metadata, which finds the call if the answer is lost. */
  readonly attemptId: string;
  /** The campaign's id. Null for a test call. */
  readonly campaignId: string | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** The agent's id. If it is null, the number's own binding decides who speaks. */
  readonly agentId: string | null;
  /** The agent's version, by number or tag. If null, the provider picks one by an undocumented rule. */
  readonly agentVersion: string | number | null;
  readonly dynamicVariables: Readonly<Record<string, string>>;
  /** Items that replace the agent's post-call analysis list for this call. Null keeps the agent's list. */
  readonly analysisItems: readonly AnalysisItem[] | null;
  /** Fields left out because the account refused them by name. */
  readonly withoutFields: readonly OptionalOrderField[];
}

/**
 * The outcome of an order.
 * - accepted: the provider has it.
 * - refused: surely not dialled. `retry`: 'later' (429 or no connection; no attempt is used up), 'never' (the
 * provider refuses this order, with `message`) or 'account' (the key or account is refused as a whole).
 * - unknown: anything else. The call may have been dialled, so only the dispatcher's protocol may continue.
 */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly call: WireCall }
  | {
      readonly kind: 'refused';
      readonly retry: 'later' | 'never' | 'account';
      readonly status: number | null;
      readonly message: string;
      /** The order's field that the refusal names, which the API may not know. */
      readonly unknownField?: OptionalOrderField;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      /** The answer's status. Null if no answer came. */
      readonly status: number | null;
    };

export interface CallFilter {
  /** Finds calls that started at or after this, in ms since the epoch. */
  readonly startedFromMs?: number;
  readonly startedToMs?: number;
  /** Finds calls that ended at or after this, because calls that never connected may lack a start. */
  readonly endedFromMs?: number;
  /** Finds a call by metadata alone, because a registered call matches no filter of status or time. */
  readonly attemptId?: string;
}

export interface CallPage {
  /** The calls of the page, without transcripts, because the provider omits them from lists. */
  readonly calls: readonly WireCall[];
  /** The key of the next page. Null on the last page. */
  readonly nextKey: string | null;
}

export interface Contact {
  readonly id: string | null;
  readonly isMarkedDoNotCall: boolean;
}

export interface Concurrency {
  /** The number of live calls in every direction. */
  readonly current: number;
  /** The number of lines without burst, which costs a surcharge and is never used. */
  readonly limit: number;
  /** Lines of `limit` that outbound calls never get; default none. */
  readonly reservedInbound?: number;
  /** The maximum number of simultaneous calls with burst. Absent if the account does not burst. */
  readonly burstLimit?: number;
}

export interface AccountCheckOptions {
  /** The time limit for the whole check. */
  readonly deadlineMs: number;
  /** True if an agent's webhook address is this console's. Undefined if this console's address is unknown. */
  readonly isOwnAddress?: ((url: string) => boolean) | undefined;
  /** How the account treats idempotency keys, which reading can't show. */
  readonly orderKeys?: OrderKeys | undefined;
}

export interface AccountCheck {
  /** The results in the order of the table. */
  readonly rows: readonly CheckedRow[];
  /** Shapes and the provider's own words, without any number, name, id or text of the account. */
  readonly report: AccountReport;
}

/** The account of a workspace at the provider. All methods except placeCall throw ProviderError. */
export interface Provider {
  /** Resolves if the key is valid. Throws `key_rejected` if it is not. */
  checkKey(): Promise<{ readonly organisation: string | null }>;
  /** Places a call. Never throws or retries. If `isStale()` is true just before writing: 'refused', 'later'. */
  placeCall(order: CallOrder, isStale: () => boolean): Promise<PlaceOutcome>;
  /** Repeats an order like placeCall. `body` is its text from `bodyOf`, and is sent byte for byte. */
  repeatCall(body: string, isStale: () => boolean): Promise<PlaceOutcome>;
  /** The contact of the number, which belongs to the whole organisation. Null if there is none. */
  findContact(phoneNumber: string): Promise<Contact | null>;
  /** Removes a contact's personal data. Its do-not-call mark stays. A missing contact counts as empty. */
  emptyContact(contactId: string): Promise<void>;
  /** The call. Null if the provider does not know it. */
  getCall(callId: string): Promise<WireCall | null>;
  listCalls(
    filter: CallFilter,
    page: { readonly limit: number; readonly key?: string | null; readonly order?: 'ascending' | 'descending' },
  ): Promise<CallPage>;
  stopCall(callId: string): Promise<void>;
  /** Opens the call's live socket. The provider allows five, including its own dashboard's. Never throws. */
  followCall(callId: string, listener: LiveListener): LiveFollowing;
  /**
   * Sends a hint to the agent of a live call. If `speakNow` is true, the agent speaks at once. `refused` if the call is
   * not live. It has no metadata, which would replace the call's own and so our attempt's id.
   */
  whisper(callId: string, hint: { readonly text: string; readonly speakNow: boolean }): Promise<void>;
  /** Listens to live calls and takes them over. */
  readonly sound: GatewaySound;
  /**
   * Runs the analysis of a finished call again, which the provider charges for, and returns the call with it. Only this
   * answer surely belongs to this run; get-call may still return the previous one. `not_found` for an unknown call.
   */
  rerunAnalysis(callId: string): Promise<WireCall>;
  /** Deletes everything that the provider stores about a call. An unknown or deleted call counts as done. */
  deleteCall(callId: string): Promise<void>;
  /** All agents, with the fields that the list contains. */
  listAgents(): Promise<readonly WireAgent[]>;
  /** The agent's newest version, or the version with this number or tag. `not_found` if either is unknown. */
  getAgent(agentId: string, version?: string | number): Promise<WireAgent>;
  /** The agent's versions, newest first. */
  listAgentVersions(agentId: string): Promise<readonly WireAgentVersion[]>;
  /** Makes a new draft as a copy of `baseVersion`. */
  createAgentDraft(agentId: string, baseVersion: number): Promise<WireAgent>;
  /** Sets a draft's webhook URL; published versions can't change. With null the account's URL applies. */
  setAgentWebhookUrl(agentId: string, version: number, url: string | null): Promise<WireAgent>;
  publishAgentVersion(agentId: string, version: number): Promise<void>;
  /** The agent's complete prompt or flow. Null if the provider does not store it, or `engine` names none. */
  getEngine(engine: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>> | null>;
  listPhoneNumbers(): Promise<readonly WireNumber[]>;
  getConcurrency(): Promise<Concurrency>;
  /** Checks our assumptions about the account by reading. Throws `unavailable` if the provider is unreachable. */
  checkAccount(options: AccountCheckOptions): Promise<AccountCheck>;
}

/** Makes the provider for an API key. This is cheap: providers of one key share its connections. */
export type ProviderFactory = (apiKey: string) => Provider;
