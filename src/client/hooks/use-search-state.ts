/** Filters, page and tab kept in the address, so that they survive a reload and can be sent to a colleague. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export type SearchChange = Readonly<Record<string, string | null | undefined>>;

/** The address's parameters, and a way to change some: null, undefined and '' take one out. Replaces the history entry unless told. */
export function useSearchState(): [
  URLSearchParams,
  (change: SearchChange, options?: { readonly push?: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (values: SearchChange, options?: { readonly push?: boolean }) => {
      setSearch(
        (previous) => {
          const next = new URLSearchParams(previous);
          for (const [key, value] of Object.entries(values)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { replace: !options?.push },
      );
    },
    [setSearch],
  );
  return [search, change];
}
