/** Reads a screen's first data while its code is still loading, so that the screen is drawn with its data. */
import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '../../contract/access.ts';
import type { RouteName } from '../../contract/routes.ts';
import { call, callPage, type CallInput } from './client.ts';
import { workspaceQueryOptions } from './queries.ts';

/** Starts reads under the query keys of queries.ts. Its hooks find them running, and repeat a failed one. */
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

/** A screen's list of first reads: starts those that the screen makes at that address. */
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
