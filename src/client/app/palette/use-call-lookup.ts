/** Whether a call id that somebody typed or pasted exists in the workspace. */
import { useEffect, useState } from 'react';
import { ApiError, shownMessage } from '../../api/api-error.ts';
import { useCall } from '../../api/queries.ts';
import type { CallDetail } from '../../../contract/calls.ts';

export type CallLookup =
  | { readonly state: 'none' | 'searching' | 'missing' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly call: CallDetail };

const pauseMs = 200;

/** `query` as the id of a call, or null. */
export function readCallId(query: string): string | null {
  const text = query.trim();
  return /^call_[\w-]{2,}$/i.test(text) ? text : null;
}

/** Asks once the person has stopped typing. */
export function useCallLookup(query: string): CallLookup {
  const id = readCallId(query);
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(id), pauseMs);
    return () => clearTimeout(timer);
  }, [id]);
  const { data, error, isError, isPlaceholderData } = useCall(asked ?? '', asked !== null);
  if (id === null) return { state: 'none' };
  if (id !== asked || isPlaceholderData) return { state: 'searching' };
  if (isError)
    return error instanceof ApiError && error.status === 404
      ? { state: 'missing' }
      : { state: 'failed', message: shownMessage(error) };
  return data ? { state: 'found', call: data } : { state: 'searching' };
}
