/**
 * Which webhook events a workspace applies, by its settings. Remembered for some seconds, because every webhook asks:
 * a save is in force here at once, on other servers as soon as they hear of it, within that time at the latest.
 */
import type { EventToggles } from '../../../../contract/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { EventBus } from '../../../platform/events.ts';
import type { SettingsFeature } from '../../settings/index.ts';

export interface EventTogglesDeps {
  readonly settings: Pick<SettingsFeature, 'read'>;
  readonly events: EventBus;
  readonly clock: Clock;
}

/** Throws what reading settings throws. */
export type ReadEventToggles = (workspaceId: string) => Promise<EventToggles>;

const rememberMs = 5_000;

export function createEventToggles({ settings, events, clock }: EventTogglesDeps): ReadEventToggles {
  /** Readings, those under way too: many who ask at once share one. */
  const remembered = new Map<string, { readonly untilMs: number; readonly toggles: Promise<EventToggles> }>();

  function forget(workspaceId: string): void {
    remembered.delete(workspaceId);
  }

  function read(workspaceId: string): Promise<EventToggles> {
    const toggles = settings.read(workspaceId).then((saved) => saved.events);
    const reading = { untilMs: clock.monotonicMs() + rememberMs, toggles };
    remembered.set(workspaceId, reading);
    toggles.catch(() => {
      if (remembered.get(workspaceId) === reading) forget(workspaceId);
    });
    return toggles;
  }

  for (const name of ['settings.changed', 'workspace.changed_elsewhere'] as const) {
    events.on(name, ({ workspaceId }) => forget(workspaceId));
  }
  return (workspaceId) => {
    const known = remembered.get(workspaceId);
    return known && clock.monotonicMs() < known.untilMs ? known.toggles : read(workspaceId);
  };
}
