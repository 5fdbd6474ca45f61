/**
 * Cache of the kinds of webhook events that a workspace stores. If the setting changes on another server, this server
 * is notified and drops the cached value.
 */
import type { ProviderEventToggles } from '../../../../contract/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import { createPerWorkspaceCache } from '../../../platform/remembered.ts';
import type { SettingsFeature } from '../../settings/index.ts';

export interface ProviderEventToggleReaderDeps {
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Function that reads which webhook events a workspace stores. Throws if that setting can't be read. */
export type ReadProviderEventToggles = (workspaceId: string) => Promise<ProviderEventToggles>;

export function createProviderEventToggleReader({
  settings,
  events,
  clock,
}: ProviderEventToggleReaderDeps): ReadProviderEventToggles {
  const toggles = createPerWorkspaceCache(async (workspaceId) => (await settings.read(workspaceId)).events, clock);
  for (const name of ['settings.changed', 'workspace.changed_elsewhere'] as const) {
    events.on(name, ({ workspaceId }) => toggles.forget(workspaceId));
  }
  return (workspaceId) => toggles.read(workspaceId);
}
