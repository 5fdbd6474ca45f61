import type { Page } from '@playwright/test';
import { expect, type Console, type ConsoleWorkspace } from './console-fixture.ts';

/**
 * Starts an inbound call, slows the simulated clock so that the call stays ongoing, and waits until the console has
 * stored the call. Returns its id. The outcome is forced, because a few of the random outcomes never connect.
 */
export async function beginCall(
  { request }: Pick<Page, 'request'>,
  { simulator, url }: Console,
  { key }: ConsoleWorkspace,
): Promise<string> {
  simulator.forceOutcome('user_hangup');
  const callId = simulator.arrive(key, 'inbound');
  await expect
    .poll(() => simulator.call(key, callId)?.call_status, { intervals: [5], timeout: 30_000 })
    .toBe('ongoing');
  simulator.setSpeed(0.0001);
  await expect.poll(async () => (await request.get(`${url}/api/calls/${callId}`)).status()).toBe(200);
  return callId;
}
