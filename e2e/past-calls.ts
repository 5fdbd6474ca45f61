/** A workspace with calls of the last two hours, all today, for tests that only read. */
import { expect, type APIRequestContext } from '@playwright/test';
import type { WireCall } from '../src/retell/index.ts';
import type { Console, ConsoleWorkspace } from './console-fixture.ts';

const rangeMs = 2 * 3_600_000;

/** Adds past calls at the provider, which the console learns by reconciliation. */
export async function addPastCalls(
  vocero: Console,
  workspace: ConsoleWorkspace,
  count: number,
): Promise<readonly WireCall[]> {
  const to = Date.now();
  const calls = [...vocero.simulator.generateHistory({ key: workspace.key, from: to - rangeMs, to, count })];
  await vocero.server.app.features.calls.reconcileNow(workspace.id);
  return calls;
}

/** Waits until the console lists so many calls; `request` is signed in. */
export async function whenListed(vocero: Console, request: APIRequestContext, count: number): Promise<void> {
  await expect
    .poll(async () => (await request.get(`${vocero.url}/api/calls/all?pageSize=1`)).headers()['x-total-count'])
    .toBe(String(count));
}
