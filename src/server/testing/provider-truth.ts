/**
 * The simulator's record of a campaign's recipients: how often each was dialled and should have been, and the expected
 * counts. Written from product.md without sharing code with the server.
 */
import type { Campaign } from '../../contract/campaigns.ts';
import { getDisconnectionReasonSeverity, type WireCall } from '../../retell/index.ts';
import type { Simulator } from '../../simulator/index.ts';

export interface ProviderTruth {
  /** Numbers dialled more often than their outcomes justify, and numbers that still lack a dial. */
  readonly wrongly: { readonly twice: readonly string[]; readonly forgotten: readonly string[] };
  readonly counts: Pick<
    Campaign,
    'sentCount' | 'pickedUpCount' | 'contactedCount' | 'completedCount' | 'successfulCount'
  >;
}

/** `retries` is the number of further attempts by disconnection reason; default none. */
export function truthOf(
  simulator: Simulator,
  key: string,
  rows: readonly Readonly<Record<string, string>>[],
  retries: Readonly<Record<string, number>> = {},
): ProviderTruth {
  const callsTo = new Map<string, WireCall[]>();
  for (const call of simulator.calls(key)) {
    const to = call.to_number ?? '';
    callsTo.set(to, [...(callsTo.get(to) ?? []), call]);
  }
  const numbers = rows.map((row) => row['phone_number'] ?? '');
  const byNumber = numbers.map((number) => ({ number, calls: callsTo.get(number) ?? [] }));
  const excess = byNumber.map(({ number, calls }) => ({ number, by: calls.length - dialsOwed(calls, retries) }));
  const countOf = (holds: (call: WireCall) => boolean): number =>
    byNumber.filter(({ calls }) => calls.some(holds)).length;
  return {
    wrongly: {
      twice: excess.filter(({ by }) => by > 0).map(({ number }) => number),
      forgotten: excess.filter(({ by }) => by < 0).map(({ number }) => number),
    },
    counts: {
      sentCount: countOf(() => true),
      pickedUpCount: countOf(pickedUp),
      contactedCount: countOf((call) => pickedUp(call) && !isMachine(call)),
      completedCount: countOf((call) => call.call_status === 'ended' && !isError(call)),
      successfulCount: countOf((call) => call.call_analysis?.call_successful === true),
    },
  };
}

/** The number of justified dials: one, and another for each call whose end allows it. */
function dialsOwed(calls: readonly WireCall[], retries: Readonly<Record<string, number>>): number {
  const left = { ...retries };
  let owed = 1;
  for (const { disconnection_reason: reason } of calls.slice(0, 10)) {
    if (!reason || !left[reason]) break;
    left[reason] -= 1;
    owed += 1;
  }
  return owed;
}

function pickedUp(call: WireCall): boolean {
  if (call.disconnection_reason?.startsWith('dial_')) return false;
  return call.call_status === 'ended' || (call.start_timestamp != null && (call.duration_ms ?? 0) > 0);
}

function isMachine(call: WireCall): boolean {
  return (
    call.call_analysis?.in_voicemail === true ||
    ['voicemail_reached', 'machine_detected', 'ivr_reached'].includes(call.disconnection_reason ?? '')
  );
}

function isError({ disconnection_reason: reason }: WireCall): boolean {
  return reason != null && getDisconnectionReasonSeverity(reason) === 'error';
}
