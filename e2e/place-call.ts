/** Test calls, which an editor orders. */
import type { Console } from './console-fixture.ts';

/** Places a call as an editor; it rings for as long as the simulated clock stands still. */
export async function placeCall(
  vocero: Console,
  who: { username: string; password: string },
  toNumber: string,
): Promise<string> {
  const editor = await vocero.signInElsewhere(who);
  const [line] = await editor.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  const { callId } = await editor.post<{ callId: string }>('/api/campaigns/test-call', {
    phoneNumber: line?.phone_number,
    toNumber,
  });
  return callId;
}
