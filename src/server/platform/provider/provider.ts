/**
 * The port to the voice provider. Features speak to this; the official SDK stands behind it in retell-provider.ts.
 * Every call has a deadline that covers the whole answer, and none is retried here: who calls knows what a retry means.
 */
import type { CheckedRow } from '../../../contract/connection-check.ts';
import type { AccountReport } from '../../../retell/account-shape.ts';
import type { WireAgent, WireAgentVersion } from '../../../retell/wire-agent.ts';
import type { WireCall } from '../../../retell/wire-call.ts';
import type { SuccessPreset } from '../../../retell/wire-create-call.ts';
import type { WireNumber } from '../../../retell/wire-number.ts';
import type { LiveFollowing, LiveListener } from './follow-call.ts';
import type { GatewaySound } from './gateway-sound.ts';

/** What may go wrong with anything but placing a call. */
export type ProviderFailureKind =
  /** 401 or 403: the key is wrong, revoked or lacks the right. */
  | 'key_rejected'
  /** 429: later. */
  | 'rate_limited'
  /** 404. */
  | 'not_found'
  /** Another 4xx. */
  | 'refused'
  /** Timeout, network, 5xx, unreadable answer. */
  | 'unavailable';

/** Asking about other calls would only make it worse. */
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

/** The campaign's own judgement, or an item of the agent's list, carried along as the provider told it. */
export type AnalysisItem = SuccessPreset | CarriedItem;
export type CarriedItem = Readonly<Record<string, unknown>>;

/** Fields of an order that an account's API may not know. */
export const optionalOrderFields = ['honor_internal_dnc', 'idempotency_key'] as const;
export type OptionalOrderField = (typeof optionalOrderFields)[number];

/**
 * An account's way with an order that is sent again with the same idempotency key, as far as is known.
 * - honoured: it answers the same call. ignored: it makes another.
 * - refused: its API does not know the field. lost: it forgets a key after a 5xx, behind which there was a call.
 */
export const orderKeys = ['honoured', 'ignored', 'refused', 'lost', 'untried'] as const;
export type OrderKeys = (typeof orderKeys)[number];

export interface CallOrder {
  /** Travels as metadata `vocero_attempt_id`, by which the call is found when the answer is lost, and as the order's idempotency key. */
  readonly attemptId: string;
  /** Null: a test call, of no campaign. */
  readonly campaignId: string | null;
  readonly fromNumber: string;
  readonly toNumber: string;
  /** Null: the number's own binding decides who speaks. */
  readonly agentId: string | null;
  /** Of that agent: a number or a tag. Null: none is named, and which one the provider takes is not documented. */
  readonly agentVersion: string | number | null;
  readonly dynamicVariables: Readonly<Record<string, string>>;
  /** Replaces the agent's post-call analysis list for this call; null leaves it alone. */
  readonly analysisItems: readonly AnalysisItem[] | null;
  /** Left out, for the account refused them by name. */
  readonly withoutFields: readonly OptionalOrderField[];
}

/**
 * What became of an order to dial.
 * - accepted: the provider has it.
 * - refused: surely not dialled. `retry`: 'later' (429 or no connection: the recipient loses nothing) or 'never'
 *   (the provider refuses this very order, with `message`); `account`: the key or account is refused as a whole.
 * - unknown: anything else. It may have been dialled; only the protocol of the dispatcher may follow.
 */
export type PlaceOutcome =
  | { readonly kind: 'accepted'; readonly call: WireCall }
  | {
      readonly kind: 'refused';
      readonly retry: 'later' | 'never' | 'account';
      readonly status: number | null;
      readonly message: string;
      /** The refusal names this field of the order: the API may not know it. */
      readonly unknownField?: OptionalOrderField;
    }
  | {
      readonly kind: 'unknown';
      readonly message: string;
      /** Status of the answer; null: no answer came. */
      readonly status: number | null;
    };

export interface CallFilter {
  /** Calls that started at or after this, in ms since the epoch. */
  readonly startedFromMs?: number;
  readonly startedToMs?: number;
  /** Calls that ended at or after this: those that never connected may lack a start. */
  readonly endedFromMs?: number;
  /** Looked up by metadata alone: a registered call has neither status nor time to the filter. */
  readonly attemptId?: string;
}

export interface CallPage {
  /** Without transcripts: the provider leaves them out of lists. */
  readonly calls: readonly WireCall[];
  /** Null: the last page. */
  readonly nextKey: string | null;
}

export interface Contact {
  readonly id: string | null;
  readonly isMarkedDoNotCall: boolean;
}

export interface Concurrency {
  /** Calls under way, of every direction. */
  readonly current: number;
  /** Lines without burst, which costs a surcharge and is never counted on. */
  readonly limit: number;
  /** Of these, what outbound calls never get; none unless told. */
  readonly reservedInbound?: number;
  /** Up to so many calls at once the account bursts; it does not unless told. */
  readonly burstLimit?: number;
}

export interface AccountCheckOptions {
  /** For all of it. */
  readonly deadlineMs: number;
  /** Whether an agent's webhook address is this console's; undefined: that is not known. */
  readonly isOwnAddress?: ((url: string) => boolean) | undefined;
  /** The account's way with idempotency keys, which reading can't show. */
  readonly orderKeys?: OrderKeys | undefined;
}

export interface AccountCheck {
  /** In the order of the table. */
  readonly rows: readonly CheckedRow[];
  /** Shapes and the provider's own words: no number, name, id or text of the account. */
  readonly report: AccountReport;
}

/** One workspace's account at the provider. All but placeCall throw ProviderError. */
export interface Provider {
  /** Resolves when the key is good; `key_rejected` when it is not. */
  checkKey(): Promise<{ readonly organisation: string | null }>;
  /** Never throws and never retries. `isStale()` is asked right before the request is written: true → refused, later. */
  placeCall(order: CallOrder, isStale: () => boolean): Promise<PlaceOutcome>;
  /** As placeCall, for an order that was sent before: `body` is what `bodyOf` says of it, and is sent to the byte. */
  repeatCall(body: string, isStale: () => boolean): Promise<PlaceOutcome>;
  /** The contact of that number, which belongs to the whole organisation. Null without one. */
  findContact(phoneNumber: string): Promise<Contact | null>;
  /** Takes away what a contact says of a person. Its mark as not to be called stays. One that is not there is empty. */
  emptyContact(contactId: string): Promise<void>;
  /** Null when the provider does not know it. */
  getCall(callId: string): Promise<WireCall | null>;
  listCalls(
    filter: CallFilter,
    page: { readonly limit: number; readonly key?: string | null; readonly order?: 'ascending' | 'descending' },
  ): Promise<CallPage>;
  stopCall(callId: string): Promise<void>;
  /** Opens the call's live socket, of which the provider allows five, its own dashboard included. Never throws. */
  followCall(callId: string, listener: LiveListener): LiveFollowing;
  /**
   * Gives the agent of a live call a hint; `speakNow`: it speaks at once. `refused` for a call that is not live. It takes no metadata:
   * the provider would replace the call's own, and with it our attempt's id.
   */
  whisper(callId: string, hint: { readonly text: string; readonly speakNow: boolean }): Promise<void>;
  /** Listening to live calls, and taking them over. */
  readonly sound: GatewaySound;
  /**
   * Runs the analysis of a finished call once more, which the provider charges for, and answers the call with it. Only
   * this answer is surely of this run: whatever get-call says meanwhile may still be of the one before. `not_found` for a call that it does not know.
   */
  rerunAnalysis(callId: string): Promise<WireCall>;
  /** Deletes all that the provider holds of a call. A call that it does not know, or no longer, is done. */
  deleteCall(callId: string): Promise<void>;
  /** All agents, with what the list carries. */
  listAgents(): Promise<readonly WireAgent[]>;
  /** Its newest version, or the one that a number or a tag names. `not_found` for an agent or a version that it does not know. */
  getAgent(agentId: string, version?: string | number): Promise<WireAgent>;
  /** Its versions, newest first. */
  listAgentVersions(agentId: string): Promise<readonly WireAgentVersion[]>;
  /** A new draft that begins as `baseVersion` is. */
  createAgentDraft(agentId: string, baseVersion: number): Promise<WireAgent>;
  /** Of a draft: a published version never changes. Null: the account's address holds. */
  setAgentWebhookUrl(agentId: string, version: number, url: string | null): Promise<WireAgent>;
  publishAgentVersion(agentId: string, version: number): Promise<void>;
  /** What an agent answers by, whole: its prompt or its flow. Null where it is not kept at the provider, or not named. */
  getEngine(engine: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>> | null>;
  listPhoneNumbers(): Promise<readonly WireNumber[]>;
  getConcurrency(): Promise<Concurrency>;
  /** Whether the account is as we assume, by reading alone. `unavailable` where it can't be reached, so that nothing can be said. */
  checkAccount(options: AccountCheckOptions): Promise<AccountCheck>;
}

/** Builds the provider of an API key. Cheap: all of one key share its connections. */
export type ProviderFactory = (apiKey: string) => Provider;
