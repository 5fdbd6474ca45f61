/**
 * Messages of the socket at /ws. They say what changed, by id; the browser reads the data again.
 * Every message but `hello` and `session_ended` belongs to one workspace and reaches its members only.
 */
export type RealtimeMessage =
  | { readonly type: 'hello'; readonly workspaceId: string | null; readonly at: string }
  | { readonly type: 'call_started' | 'call_ended' | 'call_analyzed'; readonly workspaceId: string; readonly callIds: readonly string[] }
  | { readonly type: 'campaign_update'; readonly workspaceId: string; readonly campaignIds: readonly string[] }
  /** Alerts were raised or cleared. */
  | { readonly type: 'alert_update'; readonly workspaceId: string; readonly alertIds: readonly string[] }
  /** Its name, key, settings or members changed. */
  | { readonly type: 'workspace_update'; readonly workspaceId: string }
  /** Too much changed to name, or a listener was away: read everything again. */
  | { readonly type: 'refetch'; readonly workspaceId: string }
  /** This session's current workspace is now another one (switched in some tab). */
  | { readonly type: 'workspace_switched'; readonly workspaceId: string }
  | { readonly type: 'session_ended' };
export type RealtimeMessageType = RealtimeMessage['type'];

/** Close codes of /ws beyond the standard ones. */
export const socketClose = { sessionEnded: 4401, forbidden: 4403, slow: 4408 } as const;
