/**
 * Tests with a real call whether a provider account honours idempotency keys. Such a key prevents a repeated call
 * request from placing a second call.
 * The request is repeated while the first one is unanswered, and once more after both were answered.
 */
import type { Clock } from '../clock.ts';
import { attemptMetadataKey } from './provider-requests.ts';
import { ProviderError, type OutboundCallOrder, type PlaceCallOutcome, type VoiceProvider } from './provider.ts';

export interface IdempotencyKeyTestResult {
  /**
   * Best outcome of the test's call requests, which all have the same idempotency key. Accepted is better than unknown,
   * and unknown is better than refused.
   */
  readonly outcome: PlaceCallOutcome;
  /**
   * True if all requests with the same idempotency key placed only one call together, false if they placed several.
   * Null if unknown.
   */
  readonly areHonoured: boolean | null;
}

const looks = 10;
const lookEveryMs = 500;

/** Places a call by repeated requests with one idempotency key. If several calls result, hangs up all but one. */
export async function placeCallToTestIdempotencyKeys(
  provider: VoiceProvider,
  order: OutboundCallOrder,
  isStale: () => boolean,
  clock: Clock,
): Promise<IdempotencyKeyTestResult> {
  const repetitions: Promise<PlaceCallOutcome>[] = [];
  const first = await provider.placeCall(order, () => {
    const isLate = isStale();
    // Start a second request just before the first one is written to the network, so that the provider receives both
    // before it has answered either.
    if (!isLate) repetitions.push(provider.placeCall(order, isStale));
    return isLate;
  });
  const outcomes = [first, ...(await Promise.all(repetitions))];
  if (idsOf(outcomes).size === 1 && outcomes.every(mayBeRepetition))
    outcomes.push(await provider.placeCall(order, isStale));
  const ids = idsOf(outcomes);
  const outcome =
    (['accepted', 'unknown'] as const).flatMap((kind) => outcomes.filter((each) => each.kind === kind))[0] ?? first;
  if (ids.size === 0) return { outcome, areHonoured: null };
  const listed = await listCallsOf(provider, order.attemptId, clock);
  const calls = new Set([...ids, ...listed]);
  const [, ...surplus] = calls;
  await Promise.all(surplus.map((id) => hangUp(provider, id)));
  if (calls.size > 1) return { outcome, areHonoured: false };
  const isProven = outcomes.every(mayBeRepetition) && outcomes[2]?.kind === 'accepted' && listed.size === 1;
  return { outcome, areHonoured: isProven || null };
}

/** True if a call request was accepted, or got a 409 because an identical request was still in progress. */
function mayBeRepetition(outcome: PlaceCallOutcome): boolean {
  return outcome.kind === 'accepted' || (outcome.kind === 'unknown' && outcome.status === 409);
}

function idsOf(outcomes: readonly PlaceCallOutcome[]): Set<string> {
  return new Set(outcomes.flatMap((each) => (each.kind === 'accepted' ? [each.call.call_id] : [])));
}

/** Searches repeatedly for the test's calls, because a new call may be listed with a delay. */
async function listCallsOf(provider: VoiceProvider, attemptId: string, clock: Clock): Promise<Set<string>> {
  for (let look = 1; ; look += 1) {
    const found = await lookFor(provider, attemptId);
    if (found.size > 0 || look === looks) return found;
    await clock.sleep(lookEveryMs);
  }
}

async function lookFor(provider: VoiceProvider, attemptId: string): Promise<Set<string>> {
  try {
    const { calls } = await provider.listCalls({ attemptId }, { limit: 10 });
    const own = calls.filter(
      ({ metadata }) => (metadata as Record<string, unknown> | null)?.[attemptMetadataKey] === attemptId,
    );
    return new Set(own.map(({ call_id: id }) => id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return new Set();
  }
}

async function hangUp(provider: VoiceProvider, callId: string): Promise<void> {
  try {
    await provider.stopCall(callId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}
