/** How old what the screen shows may be. */
import type { QueryClient } from '@tanstack/react-query';

/** How a read is kept true: asked for again and again, told by the socket alone, or of no account, for it stands beside the screen. */
export type Freshness = 'asked' | 'told' | 'aside';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly freshness?: Freshness };
  }
}

/**
 * The moment, epoch ms, for which all that is drawn of the workspace is known to hold: that of its oldest read. Null: nothing is.
 * `toldUntil`: when the socket was last open; what it tells of was true until then.
 */
export function shownAsOf(client: QueryClient, toldUntil: number): number | null {
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
