/** Which webhook events a workspace applies, by its settings. A save is in force here at once, on other servers as soon as they hear of it. */
import type { EventToggles } from '../../../../contract/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import { rememberByWorkspace } from '../../../platform/remembered.ts';
import type { SettingsFeature } from '../../settings/index.ts';

export interface EventTogglesDeps {
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Throws what reading settings throws. */
export type ReadEventToggles = (workspaceId: string) => Promise<EventToggles>;

export function createEventToggles({ settings, events, clock }: EventTogglesDeps): ReadEventToggles {
  const toggles = rememberByWorkspace(async (workspaceId) => (await settings.read(workspaceId)).events, clock);
  for (const name of ['settings.changed', 'workspace.changed_elsewhere'] as const) {
    events.on(name, ({ workspaceId }) => toggles.forget(workspaceId));
  }
  return (workspaceId) => toggles.read(workspaceId);
}
