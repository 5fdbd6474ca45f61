/** What a screen reads first, asked for while its code is still on its way: it is drawn with its data, or soon has them. */
import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '../../contract/access.ts';
import type { RouteName } from '../../contract/routes.ts';
import { call, callPage, type CallInput } from './client.ts';
import { queryOf } from './queries.ts';

/** Asks as the hooks of queries.ts will, which then find it under way; what fails is asked for again, and told, by them. */
export interface ReadsAhead {
  /** As `useApiQuery`. */
  readonly read: <N extends RouteName>(name: N, input: CallInput<N>) => void;
  /** As the hooks of pages. */
  readonly readPage: <N extends RouteName>(name: N, input: CallInput<N>) => void;
}

export interface OpenedAddress {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly workspace: Workspace;
}

/** A screen's own: asks for just what it will read as it is drawn at that address. */
export type ReadAhead = (ahead: ReadsAhead, address: OpenedAddress) => void;

export function createReadsAhead(client: QueryClient, workspaceId: string): ReadsAhead {
  const prefetch = (name: RouteName, input: object, send: (name: never, input: never) => Promise<unknown>): void => {
    void client.prefetchQuery(
      queryOf(workspaceId, name, input, (signal) => send(name as never, { ...input, signal } as never)),
    );
  };
  return {
    read: (name, input) => prefetch(name, input, call),
    readPage: (name, input) => prefetch(name, input, callPage),
  };
}
