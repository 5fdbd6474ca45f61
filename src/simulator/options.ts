// The simulator's interface: start options, controls while it runs, and records for tests. Delays in a FaultPlan are
// real milliseconds, because they race against the client's clocks. Everything within a call (ringing, talking,
// analysis, arrivals, webhook retries) uses the simulated clock.
import type { AccountReport } from '../retell/account-shape.ts';
import type { ContactSeed, SimulatedContact } from './contacts.ts';
import type { LiveItem, LiveItemContent } from './live/live-item.ts';
import type { DataStorageSetting, DisconnectionReason, WireCall } from '../retell/index.ts';

/** A fixed number of milliseconds, or a range to draw from. */
export type Millis = number | { min: number; max: number };

/** When a fault applies: to the next `next` requests for certain, then with `probability` (0 to 1). */
export interface Fault {
  next?: number;
  probability?: number;
}

export interface DelayedFault extends Fault {
  /** Real milliseconds. */
  delayMs: number;
}

export interface PlacingFaults {
  /** 429 before acceptance. */
  tooManyRequests?: Fault;
  /** 500 before acceptance, so nothing is dialled. */
  serverErrorBefore?: Fault;
  /** The order is accepted at once but answered late. */
  slow?: DelayedFault;
  /** The order is accepted, then the socket is destroyed without an answer. */
  answerLost?: Fault;
  /** The request is held and accepted `delayMs` later, even if the client is gone. */
  acceptLate?: DelayedFault;
  /** The order is accepted, then answered with `status` (default 500). */
  serverErrorAfter?: Fault & { status?: number };
}

export interface RequestFaults {
  tooManyRequests?: Fault;
  serverError?: Fault;
  slow?: DelayedFault;
}

export interface WebhookFaults {
  /** The webhook is never sent or retried. `{probability: 1}` loses all. */
  lost?: Fault;
  /** Sent twice. */
  doubled?: Fault;
  /** The webhook is sent `delayMs` later, so that later events overtake it. */
  delayed?: DelayedFault;
  /** An additional webhook with a false outcome and an invalid signature is sent. */
  forged?: Fault;
}

/** Faults of a live call's socket. Each is decided when the socket opens and lasts until it closes. */
export interface MonitorFaults {
  /** The socket is closed at once with `code`. */
  refuse?: Fault & { code: number };
  /** The socket is accepted but never gets a message. It is destroyed when the call ends. */
  silentAccept?: Fault;
  /** The socket is destroyed after this many messages; with 0, right after acceptance. */
  cut?: Fault & { afterMessages: number };
  /** The snapshot comes after the first update, and not before `delayMs`. */
  lateSnapshot?: DelayedFault;
  /** Every update contains all items. */
  wholeUpdates?: Fault;
  /** The snapshot is followed by an unknown message type, an unknown role and an item without id. */
  odd?: Fault;
  /** The socket closes without the message call_ended. */
  endsAlone?: Fault;
}

/** Faults of listening to a live call and of taking it over. */
export interface ListenFaults {
  /** listen-live-call answers 403. */
  refuse?: Fault;
  /** listen-live-call returns a LiveKit address instead of the gateway's. */
  livekit?: Fault;
  /** The access token is already expired when it is issued. */
  tokenExpired?: Fault;
  /** The gateway answers an offer with 503, and the token stays valid. */
  gatewayError?: Fault;
  /** A faster colleague takes the call over, so take-over-live-call answers 409. */
  takeOverLost?: Fault;
  /** The session stays open but gets no media from `delayMs` after its start. */
  mediaStops?: DelayedFault;
  /** Another session replaces this one `delayMs` after its start. */
  replaced?: DelayedFault;
}

export interface FaultPlan {
  createPhoneCall?: PlacingFaults;
  /** get-call reports an existing call as missing. */
  getCall?: { missing?: Fault };
  /** publish-agent-version publishes, then destroys the socket without an answer. */
  publishing?: { answerLost?: Fault };
  /** Faults of every other endpoint that needs a key. */
  others?: RequestFaults;
  /** How long, in real ms, an accepted call is missing from list-calls. */
  listLagMs?: number;
  webhooks?: WebhookFaults;
  monitor?: MonitorFaults;
  listen?: ListenFaults;
}

/** Languages of the simulated agents. es-AR is only for older agents; the provider no longer offers it. */
export type SimulatedLanguage = 'es-419' | 'es-ES' | 'es-AR' | 'en-US' | 'pt-BR';

export interface AgentSeed {
  agentId: string;
  agentName: string;
  /** The script of the agent's conversations. */
  script: ScriptName;
  isPublished?: boolean;
  /** The newest version, to which `isPublished` refers; drawn by default. Earlier versions are published. */
  version?: number;
  /** Unpublished earlier versions. */
  drafts?: number[];
  /** Analysis fields of versions that differ from the script's. */
  analysisOf?: Record<number, string[]>;
  language?: SimulatedLanguage | SimulatedLanguage[];
  /** The agent's own webhook URL, used instead of the account's; default none. */
  webhookUrl?: string;
}

/** In Spanish: cobranza, confirmación de turno, encuesta, venta de internet, atención al cliente. */
export type ScriptName = 'collections' | 'appointment' | 'survey' | 'sales' | 'support';

export interface NumberSeed {
  /** E.164. */
  phoneNumber: string;
  nickname?: string;
  outboundAgentId?: string;
  /** Used instead of `outboundAgentId`: several agents, or fixed versions. */
  outboundAgents?: { agent_id: string; weight: number; agent_version?: string | number }[];
  inboundAgentId?: string;
}

export interface ArrivalRates {
  inboundPerMinute: number;
  webPerMinute: number;
}

/**
 * The effect of a repeated idempotency key.
 * - honoured: the first answer, once it is ready. conflict: the same, but 409 while the first is in progress.
 * - compared: the same, but 422 if the body differs.
 * - freed: the same, but another call if the first was dialled and answered with 5xx.
 * - ignored: another call.
 */
export type OrderKeys = 'honoured' | 'conflict' | 'compared' | 'freed' | 'ignored';

export interface AccountOptions {
  /** The account's own Bearer key. */
  key: string;
  /** The key that signs webhooks, if it differs from `key`. */
  webhookKey?: string;
  orgName: string;
  webhookUrl?: string;
  /** 20 unless given. */
  concurrencyLimit?: number;
  /** Lines of `concurrencyLimit` that outbound calls never get; default 0. */
  reservedInbound?: number;
  /** True if calls above the limit are accepted at a surcharge, up to 3 × limit or limit + 300; default false. */
  burstEnabled?: boolean;
  /** The number of create-phone-call per real second above which the answer is 429; default unlimited. */
  callsPerSecondLimit?: number;
  /** The number of standard agents (default 6), or custom agents. */
  agents?: number | AgentSeed[];
  /** The number of standard numbers (default 2), or custom numbers. */
  numbers?: number | NumberSeed[];
  /** Rates of calls that arrive by themselves; default none. */
  arrivals?: ArrivalRates;
  /** The account's contacts; default none. Orders that honour a contact's do-not-call mark are refused. */
  contacts?: ContactSeed[];
  /** Fields of create-phone-call that this account's API does not know and refuses by name. */
  unknownFields?: string[];
  /** The effect of a repeated idempotency_key on create-phone-call; default honoured. */
  orderKeys?: OrderKeys;
  /** The storage setting of all calls, which overrides the agents' settings. */
  dataStorage?: DataStorageSetting;
  /** The lifetime of signed recording links in real ms; default unlimited. */
  recordingLinkMs?: number;
}

/** Weights of disconnection reasons for outbound calls. Missing reasons do not occur. */
export type ReasonWeights = Partial<Record<DisconnectionReason, number>>;

export interface SimulatorOptions {
  /** The port; by default any free one. */
  port?: number;
  /** 127.0.0.1 unless given. */
  host?: string;
  /** The seed. With the dialled number and its count of dials, it determines every outcome. */
  seed: number;
  /** Simulated seconds per real second; default 1. */
  clock?: { speed: number };
  accounts: AccountOptions[];
  faults?: FaultPlan;
  /** The simulated length of a conversation; by default as long as its script. */
  callDurationMs?: Millis;
  /** Simulated time from acceptance to pick-up or giving up; default 4 to 30 s, or a fraction of `callDurationMs`. */
  ringMs?: Millis;
  /** Simulated time from the end to the analysis; default 3 to 12 s, or a fraction of `callDurationMs`. */
  analysisMs?: Millis;
  /** Replaces the realistic outcome distribution of outbound calls. */
  outcomes?: ReasonWeights;
  /**
   * A part of live calls' ids. By default it is random at each start, so that a restarted simulator never repeats an
   * id. Set it for repeatable ids.
   */
  runId?: string;
  /** The time limit of a webhook's receiver in real ms; default 10,000. */
  webhookTimeoutMs?: number;
  /** A real account's report by `npm run check-provider`. Answers get its shape; records of `Simulator` do not. */
  profile?: AccountReport;
  gateway?: GatewayOptions;
  /** The status for an unknown call; default 422, as the provider documents. */
  missingCallStatus?: 404 | 422;
}

/** Options of the gateway through which people listen to calls. */
export interface GatewayOptions {
  /** The lifetime of an access token in real ms; default a minute. */
  tokenMs?: number;
  /** The silence in real ms after which a session counts as lost; default 15 s. Browsers send every few seconds. */
  lostMs?: number;
  /** The ice_servers of listen-live-call; default none. */
  iceServers?: { urls: string | string[]; username?: string; credential?: string }[];
}

/** Packets of audio. */
export interface PacketCount {
  packets: number;
  /** Packets with sound, by the sender's reported loudness, otherwise by size. */
  audible: number;
}

/** A call's listeners, and the packets they sent. */
export interface Heard {
  /** The number of connected sessions, including the person who took over. */
  listeners: number;
  /** Packets of the person who took over, which the customer heard. */
  customer: PacketCount;
  /** Packets of listeners, which nobody heard. */
  dropped: PacketCount;
}

/** An accepted create-phone-call, as a record for tests. */
export interface PlacedCall {
  call_id: string;
  from_number: string;
  to_number: string;
  metadata: unknown;
  /** When the order was accepted, in real ms since the epoch. */
  acceptedAt: number;
  /** True if the whole 2xx answer was written to the client's socket. */
  answered: boolean;
}

export interface DeliveredWebhook {
  event: string;
  call_id: string;
  /** When this attempt's outcome was known, in real ms since the epoch. */
  at: number;
  /** The receiver's status. 0 for a refused connection, a reset or a timeout. */
  status: number;
  /** The attempt's number, starting at 1. */
  attempt: number;
  forged: boolean;
}

export interface SimulatorStatistics {
  total: number;
  /** The number of registered or ongoing calls. */
  live: number;
  byStatus: Record<string, number>;
  byReason: Record<string, number>;
  /** The number of calls by kind: inbound phone calls, outbound phone calls and web calls. */
  byKind: { inbound: number; outbound: number; web: number };
  analyzed: number;
  successful: number;
  withRecording: number;
  /** The sum of combined_cost in US cents. */
  costCents: number;
}

export interface HistoryRange {
  /** The start of the range, in real ms since the epoch. */
  from: number;
  to: number;
  count: number;
}

export interface Simulator {
  /** The provider's base URL, `http://host:port`. */
  readonly url: string;
  /** The status page's URL, `${url}/api/v2/summary.json`. */
  readonly statusPageUrl: string;
  /** Stops all timers, sockets and running webhooks. */
  close(): Promise<void>;
  setWebhookUrl(key: string, url: string | undefined): void;
  /** Replaces the whole fault plan. `{}` ends all faults. */
  setFaults(plan: FaultPlan): void;
  setSpeed(speed: number): void;
  setConcurrencyLimit(key: string, limit: number): void;
  /** Sets the lines of the limit that outbound calls never get. */
  setReservedInbound(key: string, lines: number): void;
  /** Sets the lifetime of recording links issued from now on. Undefined: unlimited. */
  setRecordingLinkMs(key: string, lifeMs: number | undefined): void;
  /** The contact of a number in get-contact's form. */
  contact(key: string, phoneNumber: string): SimulatedContact | undefined;
  /** Replaces the number's contact. */
  setContact(key: string, contact: ContactSeed): void;
  /** Sets the storage of calls that begin from now on. Undefined: as their agents say. */
  setDataStorage(key: string, setting: DataStorageSetting | undefined): void;
  /** Sets the agents of a number's outbound calls from now on. */
  bindNumber(key: string, phoneNumber: string, outboundAgents: NonNullable<NumberSeed['outboundAgents']>): void;
  /** A refused key gets 401 for everything, like a revoked one. */
  setKeyRefused(key: string, refused: boolean): void;
  /** A read-only key may not change agents or live calls (403) or watch calls (4003). */
  setKeyReadOnly(key: string, readOnly: boolean): void;
  /** Sets the agent's own webhook URL in all its versions. Undefined removes it. */
  setAgentWebhookUrl(key: string, agentId: string, url: string | undefined): void;
  /** Sets the status: none, minor, major, critical or maintenance. */
  setServiceStatus(indicator: string): void;
  /** Forces this reason, known or not, on all calls or calls to one number. Undefined: the seed decides. */
  forceOutcome(reason: string | undefined, toNumber?: string): void;
  /** Pauses arrivals of one account, or of all. */
  pauseArrivals(key?: string): void;
  resumeArrivals(key?: string): void;
  setArrivals(key: string, rates: ArrivalRates | undefined): void;
  /** Starts an inbound or web call now. Returns its id. */
  arrive(key: string, kind: 'inbound' | 'web'): string;
  /** All accepted create-phone-call, in order of acceptance. */
  placedCalls(key: string): PlacedCall[];
  /** All calls of the account in get-call's form, oldest first, each built during the iteration. */
  calls(key: string): Iterable<WireCall>;
  /** A call in get-call's form. */
  call(key: string, callId: string): WireCall | undefined;
  /** The number of sockets that watch the call. */
  watchers(key: string, callId: string): number;
  /** All items of the live transcript so far, in order of time. */
  liveItems(key: string, callId: string): LiveItem[];
  /** Contexts that were sent to the call's agent, in order. */
  injected(key: string, callId: string): string[];
  /** Adds a line, with its voice, to an ongoing call. The finished call's transcript does not contain it. */
  speak(key: string, callId: string, item: LiveItemContent): void;
  /**
   * A person takes an ongoing call over: the agent becomes silent, and the sockets close with call_take_over, without a
   * message. The call ends at its planned time, with the reason call_take_over.
   */
  takeOver(key: string, callId: string): void;
  /** The call's listeners through the gateway, and their packets so far. */
  heard(key: string, callId: string): Heard;
  statistics(key: string): SimulatorStatistics;
  /** Every delivery attempt, in order of outcome; the last 50,000. */
  webhooksDelivered(key: string): DeliveredWebhook[];
  /** Resolves when no call, request or webhook is in progress. */
  whenIdle(): Promise<void>;
  /** Adds past calls, which list-calls and get-call then serve. The same range gives the same calls. */
  generateHistory(options: HistoryRange & { key: string }): Iterable<WireCall>;
}
