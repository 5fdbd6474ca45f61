// The dashboard reads the webhook status every five seconds, other screens every five minutes; never both.
import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setTabWorkspace } from '../api/tab-state.ts';
import { openApp, startServer } from './testing/open-app.tsx';
import { json } from '../testing/fake-server.ts';
// Imported before the tests' time begins, because the application loads it on demand.
import '../features/agents/agents-page.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  setTabWorkspace(null);
  focusManager.setFocused(undefined);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

async function openScreen(path: string, title: string) {
  const silent = json<'webhookStatus'>({
    status: 'silent',
    lastEventAt: null,
    lastFailureAt: null,
    missedCalls: 0,
    lastMissedAt: null,
    missedByAgent: [],
  });
  const server = startServer({ webhookStatus: silent, listProviderAgents: json<'listProviderAgents'>([]) });
  openApp(path);
  await vi.waitFor(async () => {
    await pass(50);
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy();
  }, 60_000);
  await pass(2_000);
  return async (milliseconds: number) => {
    const before = server.calls.length;
    await pass(milliseconds);
    return server.calls.slice(before).filter((name) => name === 'webhookStatus').length;
  };
}

it('is asked every five seconds on the dashboard, once for all that show it, and not while the tab is hidden', async () => {
  const readsWithin = await openScreen('/', 'Dashboard');
  expect(await readsWithin(60_000)).toBe(12);
  focusManager.setFocused(false);
  expect(await readsWithin(60_000)).toBe(0);
});

it('is asked every five minutes elsewhere', async () => {
  const readsWithin = await openScreen('/agentes', 'Agentes de IA');
  expect(await readsWithin(4 * 60_000)).toBe(0);
  expect(await readsWithin(6 * 60_000)).toBe(2);
});
