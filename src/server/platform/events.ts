/**
 * Typed events between independent features. They are emitted after the commit, unless an event says otherwise, and
 * only within this process. A failing listener is logged and does not affect the others.
 */
import type { Logger } from 'pino';

export interface AppEvents {
  /** A committed batch changed these calls. Each has the provider's event that changed it last. */
  'calls.changed': {
    readonly workspaceId: string;
    readonly changes: readonly {
      readonly callId: string;
      readonly kind: 'call_started' | 'call_ended' | 'call_analyzed';
    }[];
  };
  /**
   * A call ended, as a proven webhook says before its commit, or as another server says after its commit. The event
   * only suggests asking for the provider's free lines. Nothing may be decided by it.
   */
  'call.end_heard': { readonly workspaceId: string };
  /** Two analyses of a call differ, so the provider must be asked which is right. */
  'call.analysis_disputed': { readonly workspaceId: string };
  'campaigns.changed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** The dispatcher has work: a campaign began, a line became free, or a recipient became due. */
  'dispatch.due': {
    readonly workspaceId: string;
    /** True if the event came from another server. It is then not forwarded. */
    readonly isRemote?: true;
  };
  'workspace.key_added': { readonly workspaceId: string };
  'workspace.switched': { readonly sessionId: string; readonly workspaceId: string };
  /** These sessions ended, or their person's rights or invitations changed. Their sockets close or recheck. */
  'sessions.changed': { readonly sessionIds: readonly string[] };
  'settings.changed': { readonly workspaceId: string };
  /** Another server changed settings, keys or members, so cached workspace data is read again. Never forwarded. */
  'workspace.changed_elsewhere': { readonly workspaceId: string };
  /** A workspace's name, key, webhook address or members changed. */
  'workspace.changed': { readonly workspaceId: string };
  /** The provider's list of agents, or an agent's name, changed. */
  'agents.changed': { readonly workspaceId: string };
  /** Alerts of a workspace were raised or cleared. */
  'alerts.changed': { readonly workspaceId: string; readonly alertIds: readonly string[] };
  /** The dispatcher paused a campaign by itself. */
  'campaign.paused': { readonly workspaceId: string; readonly campaignId: string };
  /** A paused campaign was stopped, deleted or goes on. */
  'campaign.unpaused': { readonly workspaceId: string; readonly campaignId: string };
  /** Calls of these campaigns ended for technical reasons (outcome error) in a committed batch. */
  'campaign.calls_failed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** Calls of these campaigns are still live after a committed batch. Listeners that must end them act now. */
  'campaign.calls_live': {
    readonly workspaceId: string;
    readonly calls: readonly { readonly campaignId: string; readonly callId: string }[];
  };
  /** The provider can't say whether it dialled for this attempt, which stays 'Sin confirmar'. */
  'attempt.unconfirmed': { readonly workspaceId: string; readonly campaignId: string; readonly attemptId: string };
  /** A second call for one attempt was found. It is being stopped. */
  'call.surplus': { readonly workspaceId: string; readonly callId: string };
  /** The listeners of a call changed, or a person took the call over. */
  'call.listeners_changed': { readonly workspaceId: string; readonly callId: string };
  /** The person who took the call over is no longer heard. The call's row says so. */
  'call.silent': { readonly workspaceId: string; readonly callId: string };
  /** A live call matched an attention rule. The match is stored. */
  'call.attention': { readonly workspaceId: string; readonly callId: string };
}

type Listener<K extends keyof AppEvents> = (event: AppEvents[K]) => void;

export interface EventBus {
  /** Adds a listener. Returns the function that removes it. */
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
