/**
 * Typed events between independent features. They are emitted after the commit, unless an event says otherwise, and
 * only within this process. A failing listener is logged and does not affect the others.
 */
import type { Logger } from 'pino';

export interface AppEvents {
  /** Calls were changed by a committed batch. Each is listed with the provider's event that changed it last. */
  'calls.changed': {
    readonly workspaceId: string;
    readonly changes: readonly {
      readonly callId: string;
      readonly kind: 'call_started' | 'call_ended' | 'call_analyzed';
    }[];
  };
  /**
   * A call ended, according to a verified webhook before its commit or to another server after its commit. The event
   * only suggests asking for the provider's free lines. No code may decide by it.
   */
  'call.end_heard': { readonly workspaceId: string };
  /** Two analyses of a call differ, so the provider must be asked which one is right. */
  'call.analysis_disputed': { readonly workspaceId: string };
  'campaigns.changed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** The campaign dispatcher has work: a campaign began, a line became free, or a recipient became due. */
  'dispatch.due': {
    readonly workspaceId: string;
    /** True if the event came from another server, so that it is not forwarded again. */
    readonly isRemote?: true;
  };
  'workspace.key_added': { readonly workspaceId: string };
  'workspace.switched': { readonly sessionId: string; readonly workspaceId: string };
  /** Sessions ended, or their user's rights or invitations changed. Their sockets close or are rechecked. */
  'sessions.changed': { readonly sessionIds: readonly string[] };
  'settings.changed': { readonly workspaceId: string };
  /** Another server changed settings, keys or members, so cached workspace data must be read again. Never forwarded. */
  'workspace.changed_elsewhere': { readonly workspaceId: string };
  /** A workspace's name, key, webhook address or members changed. */
  'workspace.changed': { readonly workspaceId: string };
  /** The provider's list of agents or the name of an agent changed. */
  'agents.changed': { readonly workspaceId: string };
  /** Alerts of a workspace were raised or cleared. */
  'alerts.changed': { readonly workspaceId: string; readonly alertIds: readonly string[] };
  /** The dispatcher paused a campaign by itself. */
  'campaign.paused': { readonly workspaceId: string; readonly campaignId: string };
  /** A paused campaign was resumed, stopped or deleted. */
  'campaign.unpaused': { readonly workspaceId: string; readonly campaignId: string };
  /** Calls of the listed campaigns ended for technical reasons (outcome error) in a committed batch. */
  'campaign.calls_failed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** Calls of campaigns are still live after a committed batch. Listeners that must hang them up act now. */
  'campaign.calls_live': {
    readonly workspaceId: string;
    readonly calls: readonly { readonly campaignId: string; readonly callId: string }[];
  };
  /** The provider can't say whether it dialled for this attempt, which stays 'Sin confirmar'. */
  'attempt.unconfirmed': { readonly workspaceId: string; readonly campaignId: string; readonly attemptId: string };
  /** A second call was found for one attempt, and is being hung up. */
  'call.surplus': { readonly workspaceId: string; readonly callId: string };
  /** The listeners of a call changed, or a person took the call over. */
  'call.listeners_changed': { readonly workspaceId: string; readonly callId: string };
  /** A person who took over a call is no longer heard in it. The call's row says so. */
  'call.silent': { readonly workspaceId: string; readonly callId: string };
  /** A live call matched an attention rule. The match is already stored. */
  'call.attention': { readonly workspaceId: string; readonly callId: string };
}

type Listener<K extends keyof AppEvents> = (event: AppEvents[K]) => void;

export interface EventBus {
  /** Adds a listener for an event. Returns the function that removes it. */
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
