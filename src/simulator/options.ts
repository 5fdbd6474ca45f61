// The simulator's face: what it is started with, what it can be told while it runs, and what it knows to be true.
// Delays in a FaultPlan are real milliseconds (they race against the client's real clocks); everything that
// belongs to a call (ringing, talking, analysing, arrivals, webhook retries) runs on the simulated clock.
import type { AccountReport } from '../retell/account-shape.ts';
import type { ContactSeed, SimulatedContact } from './contacts.ts';
import type { LiveItem, LiveItemContent } from './live/live-item.ts';
import type { DataStorageSetting, DisconnectionReason, WireCall } from '../retell/index.ts';

/** A fixed number of milliseconds, or a range to draw from. */
export type Millis = number | { min: number; max: number };

/** When a fault strikes: the next `next` requests for certain, and then by `probability` (0 to 1). */
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
  /** 500 before acceptance: nothing is dialled. */
  serverErrorBefore?: Fault;
  /** Accepted at once, answered late. */
  slow?: DelayedFault;
  /** Accepted, then the socket is destroyed without an answer. */
  answerLost?: Fault;
  /** The request is held and accepted `delayMs` later, even if the client has gone. */
  acceptLate?: DelayedFault;
  /** Accepted, then answered with `status` (500 unless given). */
  serverErrorAfter?: Fault & { status?: number };
}

export interface RequestFaults {
  tooManyRequests?: Fault;
  serverError?: Fault;
  slow?: DelayedFault;
}

export interface WebhookFaults {
  /** Never sent, nor retried. `{probability: 1}` loses all. */
  lost?: Fault;
  /** Sent twice. */
  doubled?: Fault;
  /** Sent `delayMs` later, so that later events overtake it. */
  delayed?: DelayedFault;
  /** Another webhook with a false outcome and a bad signature is sent along. */
  forged?: Fault;
}

/** Faults of a live call's socket. Each is decided when the socket is opened, and lasts until it closes. */
export interface MonitorFaults {
  /** Closed at once with `code`. */
  refuse?: Fault & { code: number };
  /** Accepted, and never a message. The socket is destroyed when the call ends. */
  silentAccept?: Fault;
  /** Destroyed after so many messages; 0: right after it was accepted. */
  cut?: Fault & { afterMessages: number };
  /** The snapshot comes after the first update, and not before `delayMs`. */
  lateSnapshot?: DelayedFault;
  /** Every update carries all items. */
  wholeUpdates?: Fault;
  /** After the snapshot come a message of an unknown type, an item of an unknown role and an item without an id. */
  odd?: Fault;
  /** The end is a close alone, without the message call_ended. */
  endsAlone?: Fault;
}

/** Faults of listening to a live call and of taking it over. */
export interface ListenFaults {
  /** listen-live-call answers 403. */
  refuse?: Fault;
  /** listen-live-call answers an address of LiveKit in place of the gateway. */
  livekit?: Fault;
  /** The access token has ended when it is given. */
  tokenExpired?: Fault;
  /** The gateway answers 503 to an offer, and the token stays good. */
  gatewayError?: Fault;
  /** A faster colleague takes the call over, and take-over-live-call answers 409. */
  takeOverLost?: Fault;
  /** The session stays, and gets no media from `delayMs` after it was opened. */
  mediaStops?: DelayedFault;
  /** Another session takes this one's place `delayMs` after it was opened. */
  replaced?: DelayedFault;
}

export interface FaultPlan {
  createPhoneCall?: PlacingFaults;
  /** get-call of a call that is there answers that it is not. */
  getCall?: { missing?: Fault };
  /** publish-agent-version: done, then the socket is destroyed without an answer. */
  publishing?: { answerLost?: Fault };
  /** Every other endpoint that asks for a key. */
  others?: RequestFaults;
  /** For so long (real ms) after its acceptance a call is missing from list-calls. */
  listLagMs?: number;
  webhooks?: WebhookFaults;
  monitor?: MonitorFaults;
  listen?: ListenFaults;
}

/** Languages that agents speak here; es-AR is one of older agents, which the provider does not offer any more. */
export type SimulatedLanguage = 'es-419' | 'es-ES' | 'es-AR' | 'en-US' | 'pt-BR';

export interface AgentSeed {
  agentId: string;
  agentName: string;
  /** Which conversation the agent holds. */
  script: ScriptName;
  isPublished?: boolean;
  /** Its newest version, which `isPublished` is about; drawn unless given. Those before it exist, and are published. */
  version?: number;
  /** Earlier versions that are not published. */
  drafts?: number[];
  /** Which fields a version's analysis has, where they are not those of its script. */
  analysisOf?: Record<number, string[]>;
  language?: SimulatedLanguage | SimulatedLanguage[];
  /** Its own, which stands for the account's; none unless given. */
  webhookUrl?: string;
}

/** cobranza, confirmación de turno, encuesta, venta de internet, atención al cliente. */
export type ScriptName = 'collections' | 'appointment' | 'survey' | 'sales' | 'support';

export interface NumberSeed {
  /** E.164. */
  phoneNumber: string;
  nickname?: string;
  outboundAgentId?: string;
  /** In its place: several, or in a version of theirs. */
  outboundAgents?: { agent_id: string; weight: number; agent_version?: string | number }[];
  inboundAgentId?: string;
}

export interface ArrivalRates {
  inboundPerMinute: number;
  webPerMinute: number;
}

/**
 * - honoured: the answer of the first request, once it is there.
 * - conflict: the same; 409 while the first is under way.
 * - compared: the same; 422 where the body is another.
 * - freed: the same; another call where the first was dialled and answered 5xx.
 * - ignored: another call.
 */
export type OrderKeys = 'honoured' | 'conflict' | 'compared' | 'freed' | 'ignored';

export interface AccountOptions {
  /** The Bearer key; every account has its own. */
  key: string;
  /** Signs the webhooks when it differs from `key`. */
  webhookKey?: string;
  orgName: string;
  webhookUrl?: string;
  /** 20 unless given. */
  concurrencyLimit?: number;
  /** Lines of these that outbound calls never get; 0 unless given. */
  reservedInbound?: number;
  /** Whether calls above the limit are accepted, at a surcharge, up to the lesser of three times it and 300 more; false unless given. */
  burstEnabled?: boolean;
  /** create-phone-call above this many a real second answers 429. No limit unless given. */
  callsPerSecondLimit?: number;
  /** How many of the standard agents (6 unless given), or agents of your own. */
  agents?: number | AgentSeed[];
  /** How many of the standard numbers (2 unless given), or numbers of your own. */
  numbers?: number | NumberSeed[];
  /** Calls that come by themselves; none unless given. */
  arrivals?: ArrivalRates;
  /** None unless given. Orders that honour the mark of one are refused. */
  contacts?: ContactSeed[];
  /** Fields of create-phone-call that this account's API does not know, and refuses by name. */
  unknownFields?: string[];
  /** The account's way with a create-phone-call whose idempotency_key comes again; honoured unless given. */
  orderKeys?: OrderKeys;
  /** What is kept of calls, whatever their agents say: an account that keeps no recordings, or only scrubbed ones. */
  dataStorage?: DataStorageSetting;
  /** Links to recordings are signed and end after so many real ms; they never do unless given. */
  recordingLinkMs?: number;
}

/** Weights of the reasons that end outbound calls; reasons left out do not occur. */
export type ReasonWeights = Partial<Record<DisconnectionReason, number>>;

export interface SimulatorOptions {
  /** Any free port unless given. */
  port?: number;
  /** 127.0.0.1 unless given. */
  host?: string;
  /** Decides every outcome, together with the number dialled and how often it was dialled. */
  seed: number;
  /** Simulated seconds per real second; 1 unless given. */
  clock?: { speed: number };
  accounts: AccountOptions[];
  faults?: FaultPlan;
  /** Simulated length of a conversation; what its script takes unless given. */
  callDurationMs?: Millis;
  /** Simulated time from acceptance to pick-up or giving up; 4 to 30 s unless given (a fraction of `callDurationMs` with it). */
  ringMs?: Millis;
  /** Simulated time from the end to the analysis; 3 to 12 s unless given (a fraction of `callDurationMs` with it). */
  analysisMs?: Millis;
  /** Replaces the believable distribution of outcomes of outbound calls. */
  outcomes?: ReasonWeights;
  /**
   * Part of the ids of live calls. A random one for each start unless given, so that a restarted simulator never
   * gives an id twice; fix it to make ids repeat as well.
   */
  runId?: string;
  /** Real milliseconds after which a webhook's receiver has failed; 10,000 unless given. */
  webhookTimeoutMs?: number;
  /** Of a real account, by `npm run check-provider`: what is answered and told has its shape; the truth of `Simulator` stays as it is. */
  profile?: AccountReport;
  gateway?: GatewayOptions;
  /** Status for a call that does not exist: 422 as the provider documents it, unless given. */
  missingCallStatus?: 404 | 422;
}

/** The gateway by which people listen to calls. */
export interface GatewayOptions {
  /** Life of an access token, real ms; a minute unless given. */
  tokenMs?: number;
  /** A session is lost when nothing came from it for so long, real ms; 15 s unless given. A browser sends something every few seconds. */
  lostMs?: number;
  /** The ice_servers of listen-live-call; it has none unless given. */
  iceServers?: { urls: string | string[]; username?: string; credential?: string }[];
}

/** Packets of audio. */
export interface PacketCount {
  packets: number;
  /** Packets with sound, judged by the loudness that the sender says, or else by their size. */
  audible: number;
}

/** Listeners of a call, and the packets that came from them. */
export interface Heard {
  /** Sessions that are connected now, the one of the person who took over included. */
  listeners: number;
  /** Packets of the person who took over, which the customer heard. */
  customer: PacketCount;
  /** Packets of listeners, which nobody heard. */
  dropped: PacketCount;
}

/** One accepted create-phone-call: the truth to count against. */
export interface PlacedCall {
  call_id: string;
  from_number: string;
  to_number: string;
  metadata: unknown;
  /** Real milliseconds since the epoch. */
  acceptedAt: number;
  /** Whether the whole 2xx answer was handed to the client's socket. */
  answered: boolean;
}

export interface DeliveredWebhook {
  event: string;
  call_id: string;
  /** Real milliseconds since the epoch at which this attempt's outcome was known. */
  at: number;
  /** The receiver's status; 0 for a refused connection, a reset or a timeout. */
  status: number;
  /** 1 for the first attempt. */
  attempt: number;
  forged: boolean;
}

export interface SimulatorStatistics {
  total: number;
  /** Calls registered or ongoing now. */
  live: number;
  byStatus: Record<string, number>;
  byReason: Record<string, number>;
  /** phone_call inbound, phone_call outbound, web_call. */
  byKind: { inbound: number; outbound: number; web: number };
  analyzed: number;
  successful: number;
  withRecording: number;
  /** Sum of combined_cost, US cents. */
  costCents: number;
}

export interface HistoryRange {
  /** Real milliseconds since the epoch. */
  from: number;
  to: number;
  count: number;
}

export interface Simulator {
  /** `http://host:port`, to be used as the provider's base URL. */
  readonly url: string;
  /** `${url}/api/v2/summary.json`. */
  readonly statusPageUrl: string;
  /** Stops all timers, sockets and webhooks under way. */
  close(): Promise<void>;
  setWebhookUrl(key: string, url: string | undefined): void;
  /** Replaces the whole plan; `{}` ends all faults. */
  setFaults(plan: FaultPlan): void;
  setSpeed(speed: number): void;
  setConcurrencyLimit(key: string, limit: number): void;
  /** Lines that outbound calls never get, of the limit. */
  setReservedInbound(key: string, lines: number): void;
  /** Of links that are given from now on; undefined: they never end. */
  setRecordingLinkMs(key: string, lifeMs: number | undefined): void;
  /** The contact of a number as get-contact answers it. */
  contact(key: string, phoneNumber: string): SimulatedContact | undefined;
  /** In place of the one that the number had. */
  setContact(key: string, contact: ContactSeed): void;
  /** Of calls that begin from now on; undefined returns to what their agents say. */
  setDataStorage(key: string, setting: DataStorageSetting | undefined): void;
  /** Whom outbound calls of a number get from now on. */
  bindNumber(key: string, phoneNumber: string, outboundAgents: NonNullable<NumberSeed['outboundAgents']>): void;
  /** A refused key answers 401 to everything, as a revoked one does. */
  setKeyRefused(key: string, refused: boolean): void;
  /** A key without the right to change agents or live calls: 403 where it tries, and 4003 where it would watch a call. */
  setKeyReadOnly(key: string, readOnly: boolean): void;
  /** The agent's own address, in every version of it; undefined takes it away. */
  setAgentWebhookUrl(key: string, agentId: string, url: string | undefined): void;
  /** none, minor, major, critical or maintenance. */
  setServiceStatus(indicator: string): void;
  /** Ends calls of every account, or to one number, for this reason, known or not; undefined returns to the seed's outcomes. */
  forceOutcome(reason: string | undefined, toNumber?: string): void;
  /** For one account, or for all. */
  pauseArrivals(key?: string): void;
  resumeArrivals(key?: string): void;
  setArrivals(key: string, rates: ArrivalRates | undefined): void;
  /** An inbound or a web call right now; answers its id. */
  arrive(key: string, kind: 'inbound' | 'web'): string;
  /** Every accepted create-phone-call, in order of acceptance. */
  placedCalls(key: string): PlacedCall[];
  /** Every call of the account as get-call answers it now, oldest first; built one by one as it is iterated. */
  calls(key: string): Iterable<WireCall>;
  /** One call as get-call answers it now. */
  call(key: string, callId: string): WireCall | undefined;
  /** How many sockets watch the call. */
  watchers(key: string, callId: string): number;
  /** All items of the live transcript so far, in the order of their times. */
  liveItems(key: string, callId: string): LiveItem[];
  /** Contexts that were given to the call's agent, in their order. */
  injected(key: string, callId: string): string[];
  /** Adds a line to an ongoing call's live transcript now, and listeners hear its voice. The finished call does not have it. */
  speak(key: string, callId: string, item: LiveItemContent): void;
  /**
   * A person takes an ongoing call over: the agent says no more, and the sockets close with call_take_over, without a
   * message. The call ends for the reason call_take_over when it would have ended anyway.
   */
  takeOver(key: string, callId: string): void;
  /** The call's listeners through the gateway, and the packets that came from them so far. */
  heard(key: string, callId: string): Heard;
  statistics(key: string): SimulatorStatistics;
  /** Every attempt to deliver, in order of outcome; the last 50,000. */
  webhooksDelivered(key: string): DeliveredWebhook[];
  /** Resolves when no call is under way, no request is held and no webhook is pending. */
  whenIdle(): Promise<void>;
  /** Adds past calls, served from then on by list-calls and get-call; the same range gives the same calls. */
  generateHistory(options: HistoryRange & { key: string }): Iterable<WireCall>;
}
