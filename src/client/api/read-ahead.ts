/** Prefetches a screen's first data while the screen's code is still loading, so that it is drawn with its data. */
import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '../../contract/access.ts';
import type { RouteName } from '../../contract/routes.ts';
import { call, callPage, type CallInput } from './client.ts';
import { workspaceQueryOptions } from './queries.ts';

/** Prefetches data into the query cache, under the keys by which the hooks of queries.ts look for them. */
export interface ReadsAhead {
  /** Reads ahead for `useApiQuery`. */
  readonly read: <N extends RouteName>(name: N, input: CallInput<N>) => void;
  /** Reads ahead for `usePageQuery`. */
  readonly readPage: <N extends RouteName>(name: N, input: CallInput<N>) => void;
}

export interface OpenedAddress {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly workspace: Workspace;
}

/** Function of a screen that prefetches the data needed first when the screen opens at the given URL. */
export type ReadAhead = (ahead: ReadsAhead, address: OpenedAddress) => void;

export function createReadsAhead(client: QueryClient, workspaceId: string): ReadsAhead {
  const prefetch = (name: RouteName, input: object, send: (name: never, input: never) => Promise<unknown>): void => {
    void client.prefetchQuery(
      workspaceQueryOptions(workspaceId, name, input, (signal) => send(name as never, { ...input, signal } as never)),
    );
  };
  return {
    read: (name, input) => prefetch(name, input, call),
    readPage: (name, input) => prefetch(name, input, callPage),
  };
}
