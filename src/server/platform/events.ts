/**
 * Typed events between features that need not know one another. They are emitted after the commit (but for the one
 * that says otherwise), in this process only; a listener that fails is logged and harms nobody.
 */
import type { Logger } from 'pino';

export interface AppEvents {
  /** Calls that a committed batch changed, by id, with the provider's event that changed them last. */
  'calls.changed': {
    readonly workspaceId: string;
    readonly changes: readonly {
      readonly callId: string;
      readonly kind: 'call_started' | 'call_ended' | 'call_analyzed';
    }[];
  };
  /**
   * A proven webhook says that a call ended, before its commit, or another server says so after its own. It only tells
   * that the provider's free lines are worth asking for: nothing may be decided by it.
   */
  'call.end_heard': { readonly workspaceId: string };
  /** Two analyses of a call differ, so the provider must be asked which is right. */
  'call.analysis_disputed': { readonly workspaceId: string };
  'campaigns.changed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** Work waits for the dispatcher: a campaign began, a line became free, a recipient became due. */
  'dispatch.due': {
    readonly workspaceId: string;
    /** Heard from another server; it is not told on. */
    readonly isRemote?: true;
  };
  'workspace.key_added': { readonly workspaceId: string };
  'workspace.switched': { readonly sessionId: string; readonly workspaceId: string };
  /** Sessions that ended, or whose person has other rights or invitations; their sockets close, or recheck and are told, on every server. */
  'sessions.changed': { readonly sessionIds: readonly string[] };
  'settings.changed': { readonly workspaceId: string };
  /** Another server changed settings, keys or members: what is remembered of the workspace is read again. Told no further. */
  'workspace.changed_elsewhere': { readonly workspaceId: string };
  /** A workspace's name, key, webhook address or members changed. */
  'workspace.changed': { readonly workspaceId: string };
  /** The provider lists other agents than before, or names them otherwise. */
  'agents.changed': { readonly workspaceId: string };
  /** Alerts of a workspace were raised or cleared. */
  'alerts.changed': { readonly workspaceId: string; readonly alertIds: readonly string[] };
  /** The dispatcher paused a campaign by itself. */
  'campaign.paused': { readonly workspaceId: string; readonly campaignId: string };
  /** A paused campaign was stopped, deleted or goes on. */
  'campaign.unpaused': { readonly workspaceId: string; readonly campaignId: string };
  /** Campaigns of which calls of a committed batch ended for technical reasons (outcome error). */
  'campaign.calls_failed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** Calls of campaigns that a committed batch leaves alive; whoever wants them ended acts now. */
  'campaign.calls_live': {
    readonly workspaceId: string;
    readonly calls: readonly { readonly campaignId: string; readonly callId: string }[];
  };
  /** Whether the provider dialled for an attempt can't be known: it stays 'Sin confirmar'. */
  'attempt.unconfirmed': { readonly workspaceId: string; readonly campaignId: string; readonly attemptId: string };
  /** A second call for one attempt came to light; it is being stopped. */
  'call.surplus': { readonly workspaceId: string; readonly callId: string };
  /** Others listen to a call than before, or a person took it over. */
  'call.listeners_changed': { readonly workspaceId: string; readonly callId: string };
  /** The person who took a call over is not heard any more; the row says so. */
  'call.silent': { readonly workspaceId: string; readonly callId: string };
  /** An attention rule was hit in a live call; it is stored. */
  'call.attention': { readonly workspaceId: string; readonly callId: string };
}

type Listener<K extends keyof AppEvents> = (event: AppEvents[K]) => void;

export interface EventBus {
  /** Returns the function that takes the listener off again. */
  on<K extends keyof AppEvents>(name: K, listener: Listener<K>): () => void;
  emit<K extends keyof AppEvents>(name: K, event: AppEvents[K]): void;
}

export function createEventBus(log: Logger): EventBus {
  const listeners = new Map<keyof AppEvents, Set<Listener<never>>>();
  return {
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    },
    emit(name, event) {
      for (const listener of listeners.get(name) ?? []) {
        try {
          (listener as Listener<typeof name>)(event);
        } catch (error) {
          log.error({ err: error, event: name }, 'event listener failed');
        }
      }
    },
  };
}
