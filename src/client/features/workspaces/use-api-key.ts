/**
 * Hook: a workspace's full API key, for admins. It is loaded on demand and never cached. It is hidden after a minute,
 * when the tab is hidden, and when its row unmounts.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';

export const apiKeyVisibleSeconds = 60;

export interface ApiKeyDisplayState {
  /** The key; null while hidden. */
  readonly apiKey: string | null;
  readonly isLoading: boolean;
  /** Loads and shows the workspace's API key. Throws ApiError or ConnectionError. */
  readonly show: () => Promise<void>;
  readonly hide: () => void;
  /** Loads the API key without showing it, to copy it. Throws ApiError or ConnectionError. */
  readonly read: () => Promise<string>;
}

export function useWorkspaceApiKeyDisplay(workspaceId: string): ApiKeyDisplayState {
  const [apiKey, setApiKey] = useState<string | null>(null);
  const [isLoading, setLoading] = useState(false);
  // Number of times that the API key was shown or hidden. If it changed while the key was loading, the loaded key is
  // not shown.
  const asked = useRef(0);

  const hide = useCallback(() => {
    asked.current += 1;
    setApiKey(null);
    setLoading(false);
  }, []);

  useEffect(() => {
    if (apiKey === null) return undefined;
    const timer = setTimeout(hide, apiKeyVisibleSeconds * 1_000);
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
    async () => apiKey ?? (await callApi('showApiKey', { params: { id: workspaceId } })).apiKey,
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
