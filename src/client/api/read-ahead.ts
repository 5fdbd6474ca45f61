/** Prefetches a screen's first data while the screen's code is still loading, so that it is drawn with its data. */
import type { QueryClient } from '@tanstack/react-query';
import type { Workspace } from '../../contract/access.ts';
import type { ApiRouteName } from '../../contract/routes.ts';
import { callApi, callApiForListPage, type ApiRequestInput } from './client.ts';
import { buildWorkspaceQueryOptions } from './queries.ts';

/** Prefetches data into the query cache, under the keys by which the hooks of queries.ts look for them. */
export interface ScreenDataPrefetcher {
  /** Reads ahead for `useApiQuery`. */
  readonly read: <N extends ApiRouteName>(name: N, input: ApiRequestInput<N>) => void;
  /** Reads ahead for `useListPageQuery`. */
  readonly readPage: <N extends ApiRouteName>(name: N, input: ApiRequestInput<N>) => void;
}

export interface OpenedScreenAddress {
  readonly path: string;
  readonly search: URLSearchParams;
  readonly workspace: Workspace;
}

/** Function of a screen that prefetches the data needed first when the screen opens at the given URL. */
export type ScreenPrefetchFunction = (ahead: ScreenDataPrefetcher, address: OpenedScreenAddress) => void;

export function createScreenDataPrefetcher(client: QueryClient, workspaceId: string): ScreenDataPrefetcher {
  const prefetch = (name: ApiRouteName, input: object, send: (name: never, input: never) => Promise<unknown>): void => {
    void client.prefetchQuery(
      buildWorkspaceQueryOptions(workspaceId, name, input, (signal) =>
        send(name as never, { ...input, signal } as never),
      ),
    );
  };
  return {
    read: (name, input) => prefetch(name, input, callApi),
    readPage: (name, input) => prefetch(name, input, callApiForListPage),
  };
}
