/** Hook for state that is kept in URL parameters, so that it survives a reload and can be shared. */
import { useCallback } from 'react';
import { useSearchParams } from 'wouter';

export type SearchParamChanges = Readonly<Record<string, string | null | undefined>>;

/** Returns the URL's parameters and their setter. Null or '' removes a parameter. `push` adds a history entry. */
export function useUrlSearchState(): [
  URLSearchParams,
  (change: SearchParamChanges, options?: { readonly push?: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (values: SearchParamChanges, options?: { readonly push?: boolean }) => {
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
