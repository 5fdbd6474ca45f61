/**
 * Typed events between independent features, within this process. They are emitted after the database commit, unless an
 * event says otherwise. A failing listener is logged and does not affect the others.
 */
import type { Logger } from 'pino';

export interface AppEventPayloads {
  /**
   * Event: calls were changed by a stored batch of call reports. `kind` is the last event of the provider that changed
   * the call.
   */
  'calls.changed': {
    readonly workspaceId: string;
    readonly changes: readonly {
      readonly callId: string;
      readonly kind: 'call_started' | 'call_ended' | 'call_analyzed';
    }[];
  };
  /**
   * Event: the provider reported the end of a call, so one of its lines may be free. On the server that received the
   * webhook, the event is emitted before the call is stored. Listeners must therefore not read the call.
   */
  'call.end_heard': { readonly workspaceId: string };
  /** Event: two received analyses of a call differ, so the provider must be asked which one is right. */
  'call.analysis_disputed': { readonly workspaceId: string };
  'campaigns.changed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /** Event: the campaign dispatcher has work. A campaign began, a line became free, or a recipient's time has come. */
  'dispatch.due': {
    readonly workspaceId: string;
    /** True if another server sent the event. Then it is not forwarded again. */
    readonly isRemote?: true;
  };
  'workspace.key_added': { readonly workspaceId: string };
  'workspace.switched': { readonly sessionId: string; readonly workspaceId: string };
  /** Event: sessions ended, or their users' rights or invitations changed. Their WebSockets are closed or checked. */
  'sessions.changed': { readonly sessionIds: readonly string[] };
  'settings.changed': { readonly workspaceId: string };
  /**
   * Event: another server changed settings, keys or members, so cached data must be read again. This event is never
   * forwarded to other servers.
   */
  'workspace.changed_elsewhere': { readonly workspaceId: string };
  /** Event: a workspace's name, key, webhook address or members changed. */
  'workspace.changed': { readonly workspaceId: string };
  'agents.changed': { readonly workspaceId: string };
  'alerts.changed': { readonly workspaceId: string; readonly alertIds: readonly string[] };
  /** The dispatcher paused a campaign by itself. */
  'campaign.paused': { readonly workspaceId: string; readonly campaignId: string };
  /** Event: a paused campaign was resumed, stopped or deleted. */
  'campaign.unpaused': { readonly workspaceId: string; readonly campaignId: string };
  /** Event: calls of these campaigns failed for technical reasons (outcome error) in a stored batch of call reports. */
  'campaign.calls_failed': { readonly workspaceId: string; readonly campaignIds: readonly string[] };
  /**
   * Event: these campaign calls were still live after a batch of call reports was stored. Listeners may hang them up
   * now.
   */
  'campaign.calls_live': {
    readonly workspaceId: string;
    readonly calls: readonly { readonly campaignId: string; readonly callId: string }[];
  };
  /**
   * Event: it could not be found out whether the provider placed a call for this attempt. The attempt is shown as 'Sin
   * confirmar'.
   */
  'attempt.unconfirmed': { readonly workspaceId: string; readonly campaignId: string; readonly attemptId: string };
  /** Event: a second call was found for one attempt. It is being hung up. */
  'call.surplus': { readonly workspaceId: string; readonly callId: string };
  /** Event: somebody began or stopped listening to a call, or took it over. */
  'call.listeners_changed': { readonly workspaceId: string; readonly callId: string };
  /** Event: the customer can no longer hear the person who took over a call. `silent_at` is already stored. */
  'call.silent': { readonly workspaceId: string; readonly callId: string };
  /** Event: a live call matched an attention rule. The match is already stored. */
  'call.attention': { readonly workspaceId: string; readonly callId: string };
}

type Listener<K extends keyof AppEventPayloads> = (event: AppEventPayloads[K]) => void;

export interface EventBus {
  /** Adds a listener for an event. Returns a function that removes it. */
  on<K extends keyof AppEventPayloads>(name: K, listener: Listener<K>): () => void;
  emit<K extends keyof AppEventPayloads>(name: K, event: AppEventPayloads[K]): void;
}

export function createEventBus(log: Logger): EventBus {
  const listeners = new Map<keyof AppEventPayloads, Set<Listener<never>>>();
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
