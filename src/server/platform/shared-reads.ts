/** Identical reads under way are one: a workspace that a hundred screens look at costs one query a change. */
import type { RouteName } from '../../contract/routes.ts';
import type { EventBus } from './events.ts';
import type { ServerBus } from './server-bus.ts';

export interface SharedReadsDeps {
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
}

export interface SharedReads {
  /**
   * What `read` answers, or what the same read, begun before and not yet done, will answer: then several get one object, which
   * none may change. Who asks after a change that this server has heard of never joins a read begun before it.
   */
  readonly share: <T>(workspaceId: string, name: RouteName, query: unknown, read: () => Promise<T>) => Promise<T>;
}

const changes = [
  'calls.changed',
  'campaigns.changed',
  'settings.changed',
  'workspace.changed',
  'agents.changed',
] as const;

export function createSharedReads({ events, bus }: SharedReadsDeps): SharedReads {
  /** By workspace, then by what is read. A change forgets those under way: they answer who waits, and nobody joins them. */
  const underWay = new Map<string, Map<string, Promise<unknown>>>();
  const noteChange = ({ workspaceId }: { readonly workspaceId: string }): void => {
    underWay.delete(workspaceId);
  };
  // At once what this server did itself, so that whoever was told of it reads it; its own message comes later.
  for (const name of changes) events.on(name, noteChange);
  bus.onMessage((message) => {
    if ('workspaceId' in message) noteChange(message);
  });
  bus.onGap(() => underWay.clear());
  return {
    share<T>(workspaceId: string, name: RouteName, query: unknown, read: () => Promise<T>): Promise<T> {
      const ofWorkspace = underWay.get(workspaceId) ?? new Map<string, Promise<unknown>>();
      underWay.set(workspaceId, ofWorkspace);
      const key = JSON.stringify([name, query]);
      const known = ofWorkspace.get(key);
      if (known) return known as Promise<T>;
      const reading = read().finally(() => {
        ofWorkspace.delete(key);
        if (ofWorkspace.size === 0 && underWay.get(workspaceId) === ofWorkspace) underWay.delete(workspaceId);
      });
      ofWorkspace.set(key, reading);
      return reading;
    },
  };
}
