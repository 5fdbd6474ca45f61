/** Prefetches a screen's first data while the screen's code is still loading, so that it is drawn with its data. */
import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '../../contract/access.ts';
import type { RouteName } from '../../contract/routes.ts';
import { call, callPage, type CallInput } from './client.ts';
import { workspaceQueryOptions } from './queries.ts';

/** Prefetches queries under the keys of queries.ts. The hooks there reuse a running fetch and retry a failed one. */
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

/** Prefetches the data that a screen will need first when it opens at the given address. */
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
