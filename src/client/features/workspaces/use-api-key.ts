/**
 * The whole key of a workspace, for its admins: asked for only on demand, kept in no cache, and forgotten after a
 * minute, when the tab is hidden and when its row goes away.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';

export const shownSeconds = 60;

export interface ShownKey {
  /** Null while hidden. */
  readonly apiKey: string | null;
  readonly isLoading: boolean;
  /** Throws ApiError or ConnectionError. */
  readonly show: () => Promise<void>;
  readonly hide: () => void;
  /** The key itself, for the clipboard: nothing is shown. Throws ApiError or ConnectionError. */
  readonly read: () => Promise<string>;
}

export function useApiKey(workspaceId: string): ShownKey {
  const [apiKey, setApiKey] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // Hiding while the answer is on its way: it must not show any more.
  const asked = useRef(0);

  const hide = useCallback(() => {
    asked.current += 1;
    setApiKey(null);
    setLoading(false);
  }, []);

  useEffect(() => {
    if (apiKey === null) return undefined;
    const timer = setTimeout(hide, shownSeconds * 1_000);
    const hideUnseen = () => {
      if (document.visibilityState === 'hidden') hide();
    };
    document.addEventListener('visibilitychange', hideUnseen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', hideUnseen);
    };
  }, [apiKey, hide]);

  const read = useCallback(
    async () => apiKey ?? (await call('showApiKey', { params: { id: workspaceId } })).apiKey,
    [apiKey, workspaceId],
  );

  const show = useCallback(async () => {
    asked.current += 1;
    const own = asked.current;
    setLoading(true);
    try {
      const key = await read();
      if (own === asked.current) setApiKey(key);
    } finally {
      if (own === asked.current) setLoading(false);
    }
  }, [read]);

  return { apiKey, isLoading, show, hide, read };
}
