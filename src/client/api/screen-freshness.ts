/** Computes how old the data on the screen are. */
import type { QueryClient } from '@tanstack/react-query';

/**
 * How a query's data are kept current: 'asked' by polling, 'told' by WebSocket messages. For 'aside' queries, the age
 * of the data is not shown.
 */
export type QueryUpdateMode = 'asked' | 'told' | 'aside';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly freshness?: QueryUpdateMode };
  }
}

/**
 * Time (epoch ms) up to which all data on screen are current; null if no query is in use. It is the time of the oldest
 * query in use. Queries marked 'aside' are ignored. `toldUntil` is the time at which the WebSocket was last open.
 * Queries that WebSocket messages update are current up to that time.
 */
export function getOldestDisplayedDataTime(client: QueryClient, toldUntil: number): number | null {
  const moments = client
    .getQueryCache()
    .getAll()
    .filter((query) => query.queryKey[0] === 'workspace' && query.state.dataUpdatedAt > 0 && query.isActive())
    .flatMap(({ observers, state: { dataUpdatedAt } }) =>
      observers.flatMap(({ options: { meta } }) => {
        if (meta?.freshness === 'asked') return [dataUpdatedAt];
        return meta?.freshness === 'told' ? [Math.max(dataUpdatedAt, toldUntil)] : [];
      }),
    );
  return moments.length === 0 ? null : Math.min(...moments);
}
