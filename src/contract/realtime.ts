/**
 * Messages of the socket at /ws. They say what changed, by id; the browser reads the data again, but for the metrics,
 * which come along. Every message but `hello`, `alive`, `session_update` and `session_ended` belongs to one workspace and reaches
 * its members only.
 */
import type { Metrics } from './analytics.ts';

export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  /** The line still carries, every `aliveEveryMs`: a page sees no protocol ping. */
  | { readonly type: 'alive' }
  | {
      readonly type: 'call_started' | 'call_ended' | 'call_analyzed';
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
  /** Too much changed to name, or a listener was away: read everything again. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** This session's current workspace is now another one (switched in some tab). */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  /** What concerns the person themself changed, in whichever workspace: invitations, memberships, roles. */
  | { readonly type: 'session_update' }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

/** How often a socket that stays open is told so at least. */
export const aliveEveryMs = 60_000;

/** Close codes of /ws beyond the standard ones. */
export const socketClose = { sessionEnded: 4401, forbidden: 4403, slow: 4408, tooMany: 4429 } as const;

/** How many sockets a session may hold on one server: a tab each. */
export const socketsPerSession = 20;
