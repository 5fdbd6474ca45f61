/**
 * Messages of the WebSocket at /ws. Most messages only say what changed, and the browser then requests the data. Only
 * metrics and transcript lines of live calls are contained in messages.
 * Except `hello`, `alive`, `session_update` and `session_ended`, every message belongs to a workspace and goes only to
 * its members.
 */
import type { DashboardMetrics } from './analytics.ts';
import type { LiveTranscriptLine, LiveSpeechLine, TranscriptStreamState } from './live-lines.ts';

export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  /** Heartbeat, sent every `socketHeartbeatMs`. Needed because a page's scripts can't see pings of the protocol. */
  | { readonly type: 'alive' }
  | {
      /**
       * `call_attention`: a live call matched an attention rule. `call_listeners`: someone began or stopped listening
       * to a live call.
       */
      readonly type: 'call_started' | 'call_ended' | 'call_analyzed' | 'call_attention' | 'call_listeners';
      readonly workspaceId: string;
      readonly callIds: readonly string[];
    }
  /**
   * Message: calls of the workspace changed. `metrics` are today's figures over all agents. Sent at most a few times a
   * second.
   */
  | { readonly type: 'metrics_update'; readonly workspaceId: string; readonly metrics: DashboardMetrics }
  /** Message: calls started or ended, so the list of live calls may have changed. Sent at most a few times a second. */
  | { readonly type: 'active_calls_update'; readonly workspaceId: string }
  /** Message: some call changed, so lists of calls and figures may have changed. Sent at most a few times a second. */
  | { readonly type: 'recent_calls_update'; readonly workspaceId: string }
  | { readonly type: 'campaign_update'; readonly workspaceId: string; readonly campaignIds: readonly string[] }
  /** Alerts were raised or cleared. */
  | { readonly type: 'alert_update'; readonly workspaceId: string; readonly alertIds: readonly string[] }
  /** Message that the workspace's name, API key, settings or members changed. */
  | { readonly type: 'workspace_update'; readonly workspaceId: string }
  /** New or changed transcript lines of the live call that this tab shows. The first message has all lines so far. */
  | {
      readonly type: 'live_lines';
      readonly workspaceId: string;
      readonly callId: string;
      readonly state: TranscriptStreamState;
      readonly lines: readonly LiveTranscriptLine[];
    }
  /**
   * Message: the last two transcript lines of each live call that this tab lists. Sent at most a few times a second.
   */
  | { readonly type: 'live_tails'; readonly workspaceId: string; readonly tails: readonly LiveTranscriptTail[] }
  /** Message: the page must load all data again, because too much changed or the server missed notifications. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** Message: the session's current workspace changed, perhaps in another tab. */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  /** Message: invitations, memberships or roles of the user changed in some workspace. */
  | { readonly type: 'session_update' }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

export interface LiveTranscriptTail {
  readonly callId: string;
  readonly state: TranscriptStreamState;
  /** The live call's last spoken lines, oldest first. The beginning of a long line is left out. */
  readonly lines: readonly LiveSpeechLine[];
}

/** Maximum number of live calls whose last lines a browser tab may request. A screen shows fewer. */
export const maxWatchedListedLiveCalls = 60;

/**
 * The only message that a browser sends. It names the live calls that the page shows now, and replaces the page's
 * previous message. `openCallId`: the call whose page is open, for which `openLiveCall` was requested before.
 * `listedCallIds`: calls in lists, for which the browser gets the last transcript lines.
 */
export interface WatchCallsMessage {
  readonly type: 'watch_calls';
  readonly openCallId: string | null;
  readonly listedCallIds: readonly string[];
}

/** Maximum length of a hint to the agent of a live call, in characters. */
export const maxWhisperLength = 500;

/** Interval in ms at which an open WebSocket gets an `alive` message. */
export const socketHeartbeatMs = 60_000;

/** Close codes of the WebSocket at /ws, besides the standard ones. */
export const socketCloseCodes = { sessionEnded: 4401, forbidden: 4403, slow: 4408, tooMany: 4429 } as const;

/** Maximum number of WebSockets that one session may have on one server. Each browser tab has one. */
export const maxSocketsPerSession = 20;
