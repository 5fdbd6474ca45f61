/**
 * Whether an account answers a repeated order with the same call. Only a real call shows it: an order is sent again with its key while it
 * is unanswered, and once more after both answers.
 */
import type { Clock } from '../clock.ts';
import { attemptMetadataKey } from './provider-requests.ts';
import { ProviderError, type CallOrder, type PlaceOutcome, type Provider } from './provider.ts';

export interface ProvenPlacing {
  /** The best that is known of the order: accepted, else unknown, else refused. */
  readonly outcome: PlaceOutcome;
  /** True: the orders made one call. False: they made two. Null: they did not show it. */
  readonly areHonoured: boolean | null;
}

const looks = 10;
const lookEveryMs = 500;

/** Places one call where keys are honoured and two otherwise, of which the second is hung up. Never throws; `isStale` as in placeCall. */
export async function placeAndProve(
  provider: Provider,
  order: CallOrder,
  isStale: () => boolean,
  clock: Clock,
): Promise<ProvenPlacing> {
  const repetitions: Promise<PlaceOutcome>[] = [];
  const first = await provider.placeCall(order, () => {
    const isLate = isStale();
    // Asked right before the first is written: the second follows while the first has no answer.
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

/** Accepted, or turned away because the first is under way. */
function mayBeRepetition(outcome: PlaceOutcome): boolean {
  return outcome.kind === 'accepted' || (outcome.kind === 'unknown' && outcome.status === 409);
}

function idsOf(outcomes: readonly PlaceOutcome[]): Set<string> {
  return new Set(outcomes.flatMap((each) => (each.kind === 'accepted' ? [each.call.call_id] : [])));
}

/** A new call may be listed late. */
async function listCallsOf(provider: Provider, attemptId: string, clock: Clock): Promise<Set<string>> {
  for (let look = 1; ; look += 1) {
    const found = await lookFor(provider, attemptId);
    if (found.size > 0 || look === looks) return found;
    await clock.sleep(lookEveryMs);
  }
}

async function lookFor(provider: Provider, attemptId: string): Promise<Set<string>> {
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

async function hangUp(provider: Provider, callId: string): Promise<void> {
  try {
    await provider.stopCall(callId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
  }
}
