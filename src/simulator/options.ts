// The simulator's interface: start options, controls while it runs, and records for tests. Delays of injected faults
// are real milliseconds, because they race against the client's clocks. Everything within a call (ringing, talking,
// analysis, arrivals, webhook retries) uses the simulated clock.
import type { ProviderAccountCheckReport } from '../retell/account-shape.ts';
import type { SimulatedContactSeed, SimulatedContact } from './contacts.ts';
import type { SimulatedLiveTranscriptItem, SimulatedLiveTranscriptItemContent } from './live/live-item.ts';
import type { DataStorageSetting, DisconnectionReason, WireCall } from '../retell/index.ts';

/** A duration: a fixed number of milliseconds, or a range from which one is drawn. */
export type MillisecondsOrRange = number | { min: number; max: number };

/** Decides into which requests a fault is injected: the next `next` ones, then with `probability` (0 to 1). */
export interface SimulatedFaultTrigger {
  next?: number;
  probability?: number;
}

export interface SimulatedDelayedFault extends SimulatedFaultTrigger {
  /** Real milliseconds. */
  delayMs: number;
}

export interface SimulatedPlaceCallFaults {
  /** 429 before acceptance. */
  tooManyRequests?: SimulatedFaultTrigger;
  /** 500 before acceptance, so nothing is dialled. */
  serverErrorBefore?: SimulatedFaultTrigger;
  /** Fault: create-phone-call is accepted at once, but the response is late. */
  slow?: SimulatedDelayedFault;
  /** Fault: create-phone-call is accepted, then the socket is destroyed without a response. */
  answerLost?: SimulatedFaultTrigger;
  /** Fault: create-phone-call is held and accepted `delayMs` later, even if the client is gone. */
  acceptLate?: SimulatedDelayedFault;
  /** Fault: create-phone-call is accepted, but the response has the status `status` (default 500). */
  serverErrorAfter?: SimulatedFaultTrigger & { status?: number };
}

export interface SimulatedRequestFaults {
  tooManyRequests?: SimulatedFaultTrigger;
  serverError?: SimulatedFaultTrigger;
  slow?: SimulatedDelayedFault;
}

export interface SimulatedWebhookFaults {
  /** Fault: a webhook is never sent or retried. `{probability: 1}` loses all webhooks. */
  lost?: SimulatedFaultTrigger;
  /** Sent twice. */
  doubled?: SimulatedFaultTrigger;
  /** Fault: a webhook is sent `delayMs` later, so that later events overtake it. */
  delayed?: SimulatedDelayedFault;
  /** Fault: besides the real webhook, a forged one with a wrong outcome and an invalid signature is sent. */
  forged?: SimulatedFaultTrigger;
}

/** Injected faults of a live call's WebSocket. Which faults a socket gets is decided when it opens. */
export interface SimulatedLiveSocketFaults {
  /** Fault: a live call's WebSocket is closed at once with `code`. */
  refuse?: SimulatedFaultTrigger & { code: number };
  /** Fault: a live call's WebSocket is accepted but never gets a message. It is destroyed when the call ends. */
  silentAccept?: SimulatedFaultTrigger;
  /**
   * Fault: a live call's WebSocket is destroyed after `afterMessages` messages. If it is 0, the socket is destroyed as
   * soon as it is accepted.
   */
  cut?: SimulatedFaultTrigger & { afterMessages: number };
  /** Fault: the live transcript's snapshot comes after the first update, and not before `delayMs`. */
  lateSnapshot?: SimulatedDelayedFault;
  /** Every update contains all items. */
  wholeUpdates?: SimulatedFaultTrigger;
  /** Fault: after the transcript's snapshot come an unknown message type, an unknown role and an item without id. */
  odd?: SimulatedFaultTrigger;
  /** Fault: a live call's WebSocket closes without the message call_ended. */
  endsAlone?: SimulatedFaultTrigger;
}

/** Injected faults of listening to a live call and of taking it over. */
export interface SimulatedListenFaults {
  /** listen-live-call answers 403. */
  refuse?: SimulatedFaultTrigger;
  /** Fault: listen-live-call returns a LiveKit address instead of the gateway's. */
  livekit?: SimulatedFaultTrigger;
  /** Injected fault: the access token for listening to a call has expired when it is issued. */
  tokenExpired?: SimulatedFaultTrigger;
  /** Fault: the gateway answers a WebRTC offer with 503, and the access token stays valid. */
  gatewayError?: SimulatedFaultTrigger;
  /** Fault: another person takes the call over first, so take-over-live-call responds with 409. */
  takeOverLost?: SimulatedFaultTrigger;
  /** Simulated fault: a listening session stays open but gets no media from `delayMs` after its start. */
  mediaStops?: SimulatedDelayedFault;
  /** Simulated fault: another session replaces this listening session `delayMs` after its start. */
  replaced?: SimulatedDelayedFault;
}

export interface SimulatorFaultPlan {
  createPhoneCall?: SimulatedPlaceCallFaults;
  /** Fault: get-call reports an existing call as missing. */
  getCall?: { missing?: SimulatedFaultTrigger };
  /** Fault: publish-agent-version publishes, then destroys the socket without a response. */
  publishing?: { answerLost?: SimulatedFaultTrigger };
  /** Simulated faults of the API endpoints that have no option of their own in this object. */
  others?: SimulatedRequestFaults;
  /** Fault: an accepted call is missing from list-calls for this long, in real ms. */
  listLagMs?: number;
  webhooks?: SimulatedWebhookFaults;
  monitor?: SimulatedLiveSocketFaults;
  listen?: SimulatedListenFaults;
}

/** Languages of simulated agents. Only older agents have es-AR, which the provider no longer offers. */
export type SimulatedAgentLanguage = 'es-419' | 'es-ES' | 'es-AR' | 'en-US' | 'pt-BR';

export interface SimulatedAgentSeed {
  agentId: string;
  agentName: string;
  /** The script of the agent's conversations. */
  script: SimulatedAgentScriptName;
  isPublished?: boolean;
  /**
   * Number of the simulated agent's newest version; random if not given. Earlier versions are published, except those
   * in `drafts`.
   */
  version?: number;
  /** Unpublished earlier versions. */
  drafts?: number[];
  /**
   * Analysis fields by agent version. Versions that are missing here have the analysis fields of the agent's script.
   */
  analysisOf?: Record<number, string[]>;
  language?: SimulatedAgentLanguage | SimulatedAgentLanguage[];
  /** The simulated agent's own webhook URL, used instead of the account's; default none. */
  webhookUrl?: string;
}

/** Scripts of simulated agents. Spanish names: cobranza, turno, encuesta, venta de internet, atención al cliente. */
export type SimulatedAgentScriptName = 'collections' | 'appointment' | 'survey' | 'sales' | 'support';

export interface SimulatedPhoneNumberSeed {
  /** E.164. */
  phoneNumber: string;
  nickname?: string;
  outboundAgentId?: string;
  outboundAgents?: { agent_id: string; weight: number; agent_version?: string | number }[];
  inboundAgentId?: string;
}

export interface SimulatedCallArrivalRates {
  inboundPerMinute: number;
  webPerMinute: number;
}

/**
 * The simulated effect of a repeated idempotency key.
 * - honoured: returns the first response, once it is ready.
 * - conflict: like honoured, but 409 while the first request is in progress.
 * - compared: like honoured, but 422 if the body differs.
 * - freed: like honoured, but places another call if the first request was dialled and nevertheless got a 5xx response.
 * - ignored: places another call.
 */
export type SimulatedIdempotencyKeyMode = 'honoured' | 'conflict' | 'compared' | 'freed' | 'ignored';

export interface SimulatedAccountOptions {
  /** The account's own Bearer key. */
  key: string;
  /** The key that signs the account's webhooks; by default the account's `key`. */
  webhookKey?: string;
  orgName: string;
  webhookUrl?: string;
  /** 20 unless given. */
  concurrencyLimit?: number;
  /** Number of lines, out of `concurrencyLimit`, that are reserved for inbound calls; default 0. */
  reservedInbound?: number;
  /** True if calls above `concurrencyLimit` (n) are accepted at a surcharge, up to min(3n, n + 300); default false. */
  burstEnabled?: boolean;
  /** Number of create-phone-call requests per real second above which the response is 429; default unlimited. */
  callsPerSecondLimit?: number;
  /** Number of standard simulated agents (default 6), or a list of custom agents. */
  agents?: number | SimulatedAgentSeed[];
  /** Number of standard simulated phone numbers (default 2), or a list of custom numbers. */
  numbers?: number | SimulatedPhoneNumberSeed[];
  /** Number of inbound and web calls per simulated minute that the simulator starts by itself; default none. */
  arrivals?: SimulatedCallArrivalRates;
  /**
   * The account's contacts; default none. A create-phone-call request with `honor_internal_dnc` is refused if the
   * called contact is marked do-not-call.
   */
  contacts?: SimulatedContactSeed[];
  /** Fields of create-phone-call that this account's API does not know and refuses by name. */
  unknownFields?: string[];
  orderKeys?: SimulatedIdempotencyKeyMode;
  /** The storage setting of all calls, which overrides the agents' settings. */
  dataStorage?: DataStorageSetting;
  /** Lifetime of signed download links of recordings in real ms; default unlimited. */
  recordingLinkMs?: number;
}

/** Weights of disconnection reasons of simulated outbound calls. Reasons without a weight never occur. */
export type SimulatedDisconnectionReasonWeights = Partial<Record<DisconnectionReason, number>>;

export interface SimulatorOptions {
  /** The port; by default any free one. */
  port?: number;
  /** 127.0.0.1 unless given. */
  host?: string;
  /** Random seed. Together with the dialled number and how often it was dialled, it determines every call's outcome. */
  seed: number;
  /** Simulated seconds per real second; default 1. */
  clock?: { speed: number };
  accounts: SimulatedAccountOptions[];
  faults?: SimulatorFaultPlan;
  /** The simulated length of a conversation; by default as long as its script. */
  callDurationMs?: MillisecondsOrRange;
  /**
   * Simulated ringing time, from accepting a call until it is picked up or ends. The default is 4 to 30 s. If
   * `callDurationMs` is set, the default is a fraction of it.
   */
  ringMs?: MillisecondsOrRange;
  /** Simulated time from the call's end to its analysis; default 3 to 12 s, or a fraction of `callDurationMs`. */
  analysisMs?: MillisecondsOrRange;
  /** Replaces the realistic distribution of disconnection reasons of simulated outbound calls. */
  outcomes?: SimulatedDisconnectionReasonWeights;
  /**
   * A part of the ids of simulated live calls. By default it is random at each start, so that a restarted simulator
   * never repeats an id. Set it for repeatable ids.
   */
  runId?: string;
  /** Time limit for the response to a simulated webhook in real ms; default 10,000. */
  webhookTimeoutMs?: number;
  /**
   * Report on a real provider account, written by `npm run check-provider`. The simulator's HTTP responses get the same
   * shape as those in the report.
   */
  profile?: ProviderAccountCheckReport;
  gateway?: SimulatedListeningGatewayOptions;
  /**
   * HTTP status of the simulator's response if a requested call id is unknown. The default is 422, as the provider
   * documents.
   */
  missingCallStatus?: 404 | 422;
}

/** Options of the simulated gateway through which people listen to calls. */
export interface SimulatedListeningGatewayOptions {
  /** Lifetime of an access token for listening in real ms; default a minute. */
  tokenMs?: number;
  /** Silence in real ms after which a listening session counts as lost; default 15 s. Browsers send more often. */
  lostMs?: number;
  /** The ice_servers of listen-live-call; default none. */
  iceServers?: { urls: string | string[]; username?: string; credential?: string }[];
}

/** Packets of audio. */
export interface SimulatedAudioPacketCount {
  packets: number;
  /**
   * Number of audio packets that contain sound. A packet is judged by the loudness that its sender reported, otherwise
   * by its size.
   */
  audible: number;
}

/** The number of a call's listeners, and the audio packets that they sent. */
export interface SimulatedListenerAudioReport {
  /** Number of connected listening sessions, including the person who took the call over. */
  listeners: number;
  /** Audio packets of the person who took the call over, which the customer heard. */
  customer: SimulatedAudioPacketCount;
  /** Packets of listeners, which nobody heard. */
  dropped: SimulatedAudioPacketCount;
}

/** An accepted create-phone-call request, as a record for tests. */
export interface SimulatedAcceptedPhoneCallRequest {
  call_id: string;
  from_number: string;
  to_number: string;
  metadata: unknown;
  /** Time at which create-phone-call was accepted, in ms since the epoch by the real clock, not the simulated one. */
  acceptedAt: number;
  /** True if the whole response to create-phone-call was written to the client's socket. */
  answered: boolean;
}

export interface SimulatedWebhookDeliveryAttempt {
  event: string;
  call_id: string;
  /** Time at which this delivery of a webhook succeeded or failed, in real ms since the epoch. */
  at: number;
  /** HTTP status of the response to the webhook; 0 if the connection was refused or reset, or timed out. */
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
  /** Number of simulated calls by kind: inbound phone calls, outbound phone calls and web calls. */
  byKind: { inbound: number; outbound: number; web: number };
  analyzed: number;
  successful: number;
  withRecording: number;
  /** The sum of combined_cost in US cents. */
  costCents: number;
}

export interface SimulatedPastCallsRange {
  /** Start of the time range of simulated past calls, in real ms since the epoch. */
  from: number;
  to: number;
  count: number;
}

export interface Simulator {
  /** The provider's base URL, `http://host:port`. */
  readonly url: string;
  /** The URL of the simulated status page, `${url}/api/v2/summary.json`. */
  readonly statusPageUrl: string;
  /** Stops all timers, sockets and running webhooks. */
  close(): Promise<void>;
  setWebhookUrl(key: string, url: string | undefined): void;
  /** Replaces the simulator's whole fault plan. `{}` ends all faults. */
  setFaults(plan: SimulatorFaultPlan): void;
  setSpeed(speed: number): void;
  setConcurrencyLimit(key: string, limit: number): void;
  /** Sets the number of the account's lines that are reserved for inbound calls. */
  setReservedInbound(key: string, lines: number): void;
  /** Sets the lifetime of recordings' download links issued from now on. Undefined means unlimited. */
  setRecordingLinkMs(key: string, lifeMs: number | undefined): void;
  /** The contact of a phone number in the provider's form (get-contact). */
  contact(key: string, phoneNumber: string): SimulatedContact | undefined;
  /** Replaces the number's contact. */
  setContact(key: string, contact: SimulatedContactSeed): void;
  /** Sets the data storage setting of calls that begin from now on. If undefined, their agents' settings apply. */
  setDataStorage(key: string, setting: DataStorageSetting | undefined): void;
  /** Sets the agents that get a phone number's outbound calls from now on. */
  bindNumber(
    key: string,
    phoneNumber: string,
    outboundAgents: NonNullable<SimulatedPhoneNumberSeed['outboundAgents']>,
  ): void;
  /** Makes all requests with the account's API key get 401, as after a revocation; `false` ends this. */
  setKeyRefused(key: string, refused: boolean): void;
  /** Makes the API key read-only: requests to change agents or calls get 403, live WebSockets close with code 4003. */
  setKeyReadOnly(key: string, readOnly: boolean): void;
  /** Sets the agent's own webhook URL in all its versions; undefined removes the URL. */
  setAgentWebhookUrl(key: string, agentId: string, url: string | undefined): void;
  /** Sets the simulated status page's indicator: none, minor, major, critical or maintenance. */
  setServiceStatus(indicator: string): void;
  /**
   * Forces a disconnection reason on all calls, or on calls to one number. Unknown reasons are allowed. If the reason
   * is undefined, calls end as usual again.
   */
  forceOutcome(reason: string | undefined, toNumber?: string): void;
  /** Pauses simulated incoming calls of one account, or of all. */
  pauseArrivals(key?: string): void;
  resumeArrivals(key?: string): void;
  setArrivals(key: string, rates: SimulatedCallArrivalRates | undefined): void;
  /** Starts a simulated inbound or web call now. Returns the call's id. */
  arrive(key: string, kind: 'inbound' | 'web'): string;
  /** All accepted create-phone-call, in order of acceptance. */
  placedCalls(key: string): SimulatedAcceptedPhoneCallRequest[];
  /** All calls of the account in the provider's form (get-call), oldest first, each built during the iteration. */
  calls(key: string): Iterable<WireCall>;
  /** A call in get-call's form. */
  call(key: string, callId: string): WireCall | undefined;
  /** The number of WebSockets that watch the live call. */
  watchers(key: string, callId: string): number;
  /** The items of the call's live transcript so far, in order of time. */
  liveItems(key: string, callId: string): SimulatedLiveTranscriptItem[];
  /** Texts that update-live-call requests added to the context of a call's agent, in order. */
  injected(key: string, callId: string): string[];
  /** Adds a spoken line to an ongoing call. The finished call's transcript does not contain it. */
  speak(key: string, callId: string, item: SimulatedLiveTranscriptItemContent): void;
  /**
   * A person takes an ongoing call over: the agent becomes silent, and the WebSockets close with the reason
   * call_take_over. The call ends at its planned time, with the same reason.
   */
  takeOver(key: string, callId: string): void;
  /** The people who listen to the call through the gateway, and their audio packets so far. */
  heard(key: string, callId: string): SimulatedListenerAudioReport;
  statistics(key: string): SimulatorStatistics;
  /** The last 50,000 attempts to deliver a webhook, in the order in which they ended. */
  webhooksDelivered(key: string): SimulatedWebhookDeliveryAttempt[];
  /** Resolves when no simulated call, request or webhook is in progress. */
  whenIdle(): Promise<void>;
  /** Adds simulated past calls, which list-calls and get-call then serve. The same range gives the same calls. */
  generateHistory(options: SimulatedPastCallsRange & { key: string }): Iterable<WireCall>;
}
