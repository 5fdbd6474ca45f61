/**
 * Messages of the socket at /ws. They name changed data by id, and the browser reads the data again. Only metrics and
 * lines of live calls are included. Every message except `hello`, `alive`, `session_update` and `session_ended` belongs
 * to one workspace and goes to its members only. A browser sends only one message: the live calls that it shows.
 */
import type { Metrics } from './analytics.ts';
import type { LiveLine, LiveSpeech, LiveState } from './live-lines.ts';

export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  /** Sent every `aliveEveryMs` to show that the connection works, because a page sees no protocol ping. */
  | { readonly type: 'alive' }
  | {
      /** call_attention: a live call matched a rule. call_listeners: its listeners changed, or it was taken over. */
      readonly type: 'call_started' | 'call_ended' | 'call_analyzed' | 'call_attention' | 'call_listeners';
      readonly workspaceId: string;
      readonly callIds: readonly string[];
    }
  /** Calls changed. Contains today's metrics of all agents, at most a few times a second. */
  | { readonly type: 'metrics_update'; readonly workspaceId: string; readonly metrics: Metrics }
  /** Calls may have started or ended, so the list of active calls may differ. As frequent as the metrics. */
  | { readonly type: 'active_calls_update'; readonly workspaceId: string }
  /** Any call changed, so lists of calls and figures of agents and volume may differ. As frequent as the metrics. */
  | { readonly type: 'recent_calls_update'; readonly workspaceId: string }
  | { readonly type: 'campaign_update'; readonly workspaceId: string; readonly campaignIds: readonly string[] }
  /** Alerts were raised or cleared. */
  | { readonly type: 'alert_update'; readonly workspaceId: string; readonly alertIds: readonly string[] }
  /** The workspace's name, key, settings or members changed. */
  | { readonly type: 'workspace_update'; readonly workspaceId: string }
  /** New or changed lines of the live call open in this tab. The first message, among others, has all lines. */
  | {
      readonly type: 'live_lines';
      readonly workspaceId: string;
      readonly callId: string;
      readonly state: LiveState;
      readonly lines: readonly LiveLine[];
    }
  /** The last two speech lines of the live calls listed in this tab, at most a few times a second. */
  | { readonly type: 'live_tails'; readonly workspaceId: string; readonly tails: readonly LiveTail[] }
  /** All data must be read again, because too much changed or a listener missed messages. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** The session's current workspace changed (switched in some tab). */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  /** The person's own data changed in some workspace: invitations, memberships or roles. */
  | { readonly type: 'session_update' }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

export interface LiveTail {
  readonly callId: string;
  readonly state: LiveState;
  /** The last lines, oldest first. A long line keeps its end. */
  readonly lines: readonly LiveSpeech[];
}

/** The maximum number of live calls listed by one tab, which is more than a screen shows. */
export const mostListedCalls = 60;

/**
 * The only message of a browser: the live calls that it shows now, replacing the previous message. `openCallId` is the
 * call whose page is open, after `openLiveCall`. `listedCallIds` are visible rows that show their last lines.
 */
export interface WatchMessage {
  readonly type: 'watch_calls';
  readonly openCallId: string | null;
  readonly listedCallIds: readonly string[];
}

/** The maximum length of a hint to an agent. */
export const longestWhisper = 500;

/** How often an open socket gets an `alive` message. */
export const aliveEveryMs = 60_000;

/** Close codes of /ws beyond the standard ones. */
export const socketClose = { sessionEnded: 4401, forbidden: 4403, slow: 4408, tooMany: 4429 } as const;

/** The maximum number of sockets of a session on one server, one per tab. */
export const socketsPerSession = 20;
