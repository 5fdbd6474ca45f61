import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCoalescedRefetcher } from './coalesced-refetch.ts';

const key = ['workspace', 'w1', 'listCalls'];
let client: QueryClient;

function observe(read: () => Promise<number>): () => void {
  const observer = new QueryObserver(client, {
    queryKey: [...key, { page: 1 }],
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return observer.subscribe(() => {});
}

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});
afterEach(() => {
  client.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

describe('coalesced refetch', () => {
  it('reads a query at most once every 500 ms under a flood, and a last time after it', async () => {
    let reads = 0;
    const stop = observe(() => Promise.resolve((reads += 1)));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toBe(1);
    const refetch = createCoalescedRefetcher(client, { intervalMs: 500 });
    for (let elapsed = 0; elapsed < 2_000; elapsed += 10) {
      refetch.changed([key]);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(600);
    expect(reads).toBeGreaterThanOrEqual(5);
    expect(reads).toBeLessThanOrEqual(7);
    const settled = reads;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(settled);
    refetch.stop();
    stop();
  });

  it('never cuts short a read under way, and reads again after it', async () => {
    let started = 0;
    let finished = 0;
    const stop = observe(async () => {
      started += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_700));
      return (finished += 1);
    });
    const refetch = createCoalescedRefetcher(client, { intervalMs: 500 });
    refetch.changed([key]);
    await vi.advanceTimersByTimeAsync(1_600);
    expect([started, finished]).toEqual([1, 0]);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([started, finished]).toEqual([2, 2]);
    refetch.stop();
    stop();
  });

  it('asks for nothing while the tab is hidden, and catches up once it is shown', async () => {
    let reads = 0;
    const stop = observe(() => Promise.resolve((reads += 1)));
    const refetch = createCoalescedRefetcher(client, { intervalMs: 500 });
    await vi.advanceTimersByTimeAsync(0);
    refetch.changed([key]);
    focusManager.setFocused(false);
    await vi.advanceTimersByTimeAsync(60_000);
    refetch.changed([key]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBe(1);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBe(2);
    refetch.stop();
    stop();
  });

  it('waits a random part of the spread each time', async () => {
    let reads = 0;
    const stop = observe(() => Promise.resolve((reads += 1)));
    const refetch = createCoalescedRefetcher(client, { intervalMs: 5_000, spreadMs: 1_000, random: () => 0.5 });
    await vi.advanceTimersByTimeAsync(0);
    refetch.changed([key]);
    await vi.advanceTimersByTimeAsync(499);
    expect(reads).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toBe(2);
    refetch.changed([key]);
    await vi.advanceTimersByTimeAsync(5_499);
    expect(reads).toBe(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(reads).toBe(3);
    refetch.stop();
    stop();
  });

  it('reads a query once that stands below two changed keys', async () => {
    let reads = 0;
    const stop = observe(() => Promise.resolve((reads += 1)));
    const refetch = createCoalescedRefetcher(client, { intervalMs: 500 });
    await vi.advanceTimersByTimeAsync(0);
    refetch.changed([['workspace', 'w1'], key]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reads).toBe(2);
    refetch.stop();
    stop();
  });

  it('marks what no screen shows, to be read when one does', async () => {
    client.setQueryData([...key, { page: 1 }], 7);
    const refetch = createCoalescedRefetcher(client, { intervalMs: 500 });
    refetch.changed([key]);
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryState([...key, { page: 1 }])?.isInvalidated).toBe(true);
    refetch.stop();
  });
});
