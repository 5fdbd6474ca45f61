/**
 * Messages of the WebSocket at /ws. They name changed data by id, and the browser reads the data again. Only metrics
 * and lines of live calls are included. All messages but `hello`, `alive`, `session_update` and `session_ended` belong
 * to one workspace and go to its members only. A browser sends only one message: the live calls that it shows.
 */
import type { Metrics } from './analytics.ts';
import type { LiveLine, LiveSpeech, LiveState } from './live-lines.ts';

export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  /** Heartbeat, sent every `socketHeartbeatMs`, because scripts of a page see no protocol ping. */
  | { readonly type: 'alive' }
  | {
      /** call_attention: a live call matched an attention rule. call_listeners: its listeners changed. */
      readonly type: 'call_started' | 'call_ended' | 'call_analyzed' | 'call_attention' | 'call_listeners';
      readonly workspaceId: string;
      readonly callIds: readonly string[];
    }
  /** Calls of the workspace changed. Contains today's metrics of all agents. At most a few times a second. */
  | { readonly type: 'metrics_update'; readonly workspaceId: string; readonly metrics: Metrics }
  /** Calls may have started or ended, so the list of active calls may differ. As often as `metrics_update`. */
  | { readonly type: 'active_calls_update'; readonly workspaceId: string }
  /** Any call changed, so lists of calls and figures may differ. As often as `metrics_update`. */
  | { readonly type: 'recent_calls_update'; readonly workspaceId: string }
  | { readonly type: 'campaign_update'; readonly workspaceId: string; readonly campaignIds: readonly string[] }
  /** Alerts were raised or cleared. */
  | { readonly type: 'alert_update'; readonly workspaceId: string; readonly alertIds: readonly string[] }
  /** The workspace's name, key, settings or members changed. */
  | { readonly type: 'workspace_update'; readonly workspaceId: string }
  /** New or changed transcript lines of the live call open in this tab. The first message has all lines so far. */
  | {
      readonly type: 'live_lines';
      readonly workspaceId: string;
      readonly callId: string;
      readonly state: LiveState;
      readonly lines: readonly LiveLine[];
    }
  /** The last two spoken lines of the live calls listed in this tab, at most a few times a second. */
  | { readonly type: 'live_tails'; readonly workspaceId: string; readonly tails: readonly LiveTail[] }
  /** The page must read all data again, because too much changed or the server missed change notifications. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** The session's current workspace was switched, perhaps in another tab. */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  /** The user's own invitations, memberships or roles changed in some workspace. */
  | { readonly type: 'session_update' }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

export interface LiveTail {
  readonly callId: string;
  readonly state: LiveState;
  /** The live call's last spoken lines, oldest first. A long line is cut at its beginning. */
  readonly lines: readonly LiveSpeech[];
}

/** Maximum number of live calls that one browser tab may list, more than a screen shows. */
export const maxListedLiveCalls = 60;

/**
 * The only message that a browser sends: the live calls that it shows now, replacing its previous message. `openCallId`
 * is the call whose page is open, after `openLiveCall`. `listedCallIds` are visible rows that show their last lines.
 */
export interface WatchMessage {
  readonly type: 'watch_calls';
  readonly openCallId: string | null;
  readonly listedCallIds: readonly string[];
}

/** Maximum length of a hint to the agent of a live call, in characters. */
export const maxWhisperLength = 500;

/** Interval in ms at which an open WebSocket gets an `alive` message. */
export const socketHeartbeatMs = 60_000;

/** WebSocket close codes of /ws beyond the standard ones. */
export const socketCloseCodes = { sessionEnded: 4401, forbidden: 4403, slow: 4408, tooMany: 4429 } as const;

/** Maximum number of WebSockets of a session on one server. Each tab has one. */
export const socketsPerSession = 20;
