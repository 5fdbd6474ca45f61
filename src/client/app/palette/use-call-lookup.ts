/** Searches the server for the palette's query: a call by its id, or calls by part of a customer's name or number. */
import { useEffect, useState } from 'react';
import { ApiError, getRequestErrorText } from '../../api/api-error.ts';
import { useCallDetail, useListPageQuery } from '../../api/queries.ts';
import type { ApiResponse } from '../../../contract/api.ts';
import type { CallDetail } from '../../../contract/calls.ts';
import { splitIntoSearchWords } from '../../../contract/search-words.ts';
import { maxCallHistorySearchLength } from '../../format/history-filters.ts';
import { useSession } from '../../session/session.ts';

export type CallIdLookupState =
  | { readonly state: 'none' | 'searching' | 'missing' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly call: CallDetail };

export type CustomerCallSearchState =
  | { readonly state: 'none' | 'searching' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'found'; readonly calls: ApiResponse<'listCalls'> };

const pauseMs = 200;
const fewestLetters = 3;

/** Returns the palette's query if it looks like the id of a call, otherwise null. */
export function parseCallIdQuery(query: string): string | null {
  const text = query.trim();
  return /^call_[\w-]{2,}$/i.test(text) ? text : null;
}

/** Debounces the palette's query: returns the text once the user has stopped typing. */
function useSettled(text: string | null): string | null {
  const [settled, setSettled] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/**
 * Returns the palette's query if it may be part of a customer's name or number. Null if the query is too short or is a
 * call's id.
 */
function readContact(query: string): string | null {
  const text = query.trim().slice(0, maxCallHistorySearchLength);
  return parseCallIdQuery(text) === null && splitIntoSearchWords(text).join('').length >= fewestLetters ? text : null;
}

/** Calls whose customer has the queried name or number, newest first. Never returns results of an earlier query. */
export function useCustomerCallSearch(query: string): CustomerCallSearchState {
  const { workspace } = useSession();
  const text = workspace === null ? null : readContact(query);
  const asked = useSettled(text);
  const { data, error, isError, isPlaceholderData } = useListPageQuery(
    'listCalls',
    { query: { q: asked ?? '', within: 'contact', pageSize: 20 } },
    { enabled: asked !== null, isAside: true, once: true },
  );
  if (text === null) return { state: 'none' };
  if (text !== asked || isPlaceholderData) return { state: 'searching' };
  if (isError) return { state: 'failed', message: getRequestErrorText(error) };
  return data ? { state: 'found', calls: data.items } : { state: 'searching' };
}

/** Number of calls that the call history has for the palette's query; null while unknown or not searched. */
export function useCallHistoryMatchCount(query: string): { readonly total: number; readonly capped: boolean } | null {
  const { workspace } = useSession();
  const text = workspace === null ? null : readContact(query);
  const asked = useSettled(text);
  const { data, isPlaceholderData } = useListPageQuery(
    'listCalls',
    { query: { q: asked ?? '', pageSize: 1 } },
    { enabled: asked !== null, isAside: true, once: true },
  );
  return text === null || text !== asked || isPlaceholderData ? null : (data ?? null);
}

export function useCallIdLookup(query: string): CallIdLookupState {
  const id = parseCallIdQuery(query);
  const asked = useSettled(id);
  const { data, error, isError, isPlaceholderData } = useCallDetail(asked ?? '', asked !== null);
  if (id === null) return { state: 'none' };
  if (id !== asked || isPlaceholderData) return { state: 'searching' };
  if (isError)
    return error instanceof ApiError && error.status === 404
      ? { state: 'missing' }
      : { state: 'failed', message: getRequestErrorText(error) };
  return data ? { state: 'found', call: data } : { state: 'searching' };
}
