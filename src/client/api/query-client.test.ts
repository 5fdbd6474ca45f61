import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

afterEach(() => void vi.useRealTimers());

it('does not repeat a read that has just failed by itself, and reads it anew for who comes back later', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const queryKey = ['figures'];
  const queryFn = vi.fn(() => Promise.reject(new Error('away')));
  await client.prefetchQuery({ queryKey, queryFn });
  const open = () =>
    new QueryObserver(client, client.defaultQueryOptions({ queryKey, queryFn })).subscribe(() => undefined);
  const close = open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);
  close();
  open()();
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
