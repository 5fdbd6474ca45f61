/** Age of the data that a screen shows. */
import type { QueryClient } from '@tanstack/react-query';

/** Source of a read's updates: an interval or socket messages. 'aside': the screen's age ignores the read. */
export type Freshness = 'asked' | 'told' | 'aside';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly freshness?: Freshness };
  }
}

/**
 * The moment, epoch ms, up to which all shown data of the workspace are known to be current, by the oldest read; null
 * without reads. `toldUntil`: when the socket was last open, up to which reads kept current by messages count as
 * current.
 */
export function oldestShownMoment(client: QueryClient, toldUntil: number): number | null {
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
