/**
 * Lets identical simultaneous reads share one query, for example if a hundred screens refetch after a change in their
 * workspace.
 */
import type { ApiRouteName } from '../../contract/routes.ts';
import type { EventBus } from './events.ts';
import type { ServerBus } from './server-bus.ts';

export interface ReadCoalescerDeps {
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
}

export interface ReadCoalescer {
  /**
   * Runs `read`, or waits for an identical read in progress. All callers get the same object and must not change it.
   * After a change in the workspace becomes known, reads that began before it are not shared any more.
   */
  readonly share: <T>(workspaceId: string, name: ApiRouteName, query: unknown, read: () => Promise<T>) => Promise<T>;
}

const changes = [
  'calls.changed',
  'campaigns.changed',
  'settings.changed',
  'workspace.changed',
  'agents.changed',
] as const;

export function createReadCoalescer({ events, bus }: ReadCoalescerDeps): ReadCoalescer {
  /**
   * Queries in progress, by workspace id and then by request. When a workspace's data change, its queries are removed,
   * so that later reads start a new query.
   */
  const underWay = new Map<string, Map<string, Promise<unknown>>>();
  const noteChange = ({ workspaceId }: { readonly workspaceId: string }): void => {
    underWay.delete(workspaceId);
  };
  // Listen to this server's own events too, because the bus reports this server's changes only later.
  for (const name of changes) events.on(name, noteChange);
  bus.onMessage((message) => {
    if ('workspaceId' in message) noteChange(message);
  });
  bus.onGap(() => underWay.clear());
  return {
    share<T>(workspaceId: string, name: ApiRouteName, query: unknown, read: () => Promise<T>): Promise<T> {
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
