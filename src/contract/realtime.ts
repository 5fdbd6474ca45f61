/**
 * Messages of the socket at /ws. They say what changed, by id; the browser reads the data again. The metrics come along, and so do
 * the lines of live calls, which are read nowhere else. Every message but `hello`, `alive`, `session_update` and `session_ended`
 * belongs to one workspace and reaches its members only. A browser sends one message alone: which live calls it shows.
 */
import type { Metrics } from './analytics.ts';
import type { LiveLine, LiveSpeech, LiveState } from './live-lines.ts';

export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  /** The line still carries, every `aliveEveryMs`: a page sees no protocol ping. */
  | { readonly type: 'alive' }
  | {
      /** call_attention: an attention rule was hit in a live call. call_listeners: others listen than before, or a person took over. */
      readonly type: 'call_started' | 'call_ended' | 'call_analyzed' | 'call_attention' | 'call_listeners';
      readonly workspaceId: string;
      readonly callIds: readonly string[];
    }
  /** Calls changed: the metrics of today and all agents, as they are now. A few times a second at most. */
  | { readonly type: 'metrics_update'; readonly workspaceId: string; readonly metrics: Metrics }
  /** Calls changed that may have started or ended: perhaps another list of active calls. As often as the metrics. */
  | { readonly type: 'active_calls_update'; readonly workspaceId: string }
  /** Any call changed: other lists of calls, other figures of agents and volume. As often as the metrics. */
  | { readonly type: 'recent_calls_update'; readonly workspaceId: string }
  | { readonly type: 'campaign_update'; readonly workspaceId: string; readonly campaignIds: readonly string[] }
  /** Alerts were raised or cleared. */
  | { readonly type: 'alert_update'; readonly workspaceId: string; readonly alertIds: readonly string[] }
  /** Its name, key, settings or members changed. */
  | { readonly type: 'workspace_update'; readonly workspaceId: string }
  /** Lines of the live call that this tab has open, new or changed: all so far at first, and whenever the server sees fit. */
  | {
      readonly type: 'live_lines';
      readonly workspaceId: string;
      readonly callId: string;
      readonly state: LiveState;
      readonly lines: readonly LiveLine[];
    }
  /** The last two lines of speech of live calls that this tab lists. A few times a second at most. */
  | { readonly type: 'live_tails'; readonly workspaceId: string; readonly tails: readonly LiveTail[] }
  /** Too much changed to name, or a listener was away: read everything again. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** This session's current workspace is now another one (switched in some tab). */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  /** What concerns the person themself changed, in whichever workspace: invitations, memberships, roles. */
  | { readonly type: 'session_update' }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

export interface LiveTail {
  readonly callId: string;
  readonly state: LiveState;
  /** Oldest first, each cut to its end. */
  readonly lines: readonly LiveSpeech[];
}

/** Live calls that one tab lists at most: more than a screen shows. */
export const mostListedCalls = 60;

/**
 * The one message that a browser sends: which live calls it shows now, in place of what it said before. `openCallId`: the call
 * whose page is open, of which `openLiveCall` was asked before. `listedCallIds`: rows in sight that show their last lines.
 */
export interface WatchMessage {
  readonly type: 'watch_calls';
  readonly openCallId: string | null;
  readonly listedCallIds: readonly string[];
}

/** Characters of a hint to an agent at most. */
export const longestWhisper = 500;

/** How often a socket that stays open is told so at least. */
export const aliveEveryMs = 60_000;

/** Close codes of /ws beyond the standard ones. */
export const socketClose = { sessionEnded: 4401, forbidden: 4403, slow: 4408, tooMany: 4429 } as const;

/** How many sockets a session may hold on one server: a tab each. */
export const socketsPerSession = 20;
