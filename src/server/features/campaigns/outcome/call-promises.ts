/** Finds the times at which the agent promised to call back, in the analysis field that the workspace chose. */
import { maxCallbackDaysAhead } from '../../../../contract/campaigns.ts';
import type { CallRowChange, Tx } from '../../calls/index.ts';
import { findPromisedCallBackSettings } from '../../settings/index.ts';
import { choosePlaceTimeZone } from '../rules/place-hours.ts';
import { findRecipientCountryZonesByAttempt } from './attempt-store.ts';
import { parsePromisedCallbackTime } from '../rules/promised-time.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * Returns, by call id, the future moment at which a finished call promised to call back. Delays such as 'en dos horas'
 * count from the call's end, even if the analysis comes late. Hours are in the called person's zone.
 */
export async function findPromisedCallBackTimes(
  tx: Tx,
  workspaceId: string,
  changes: readonly CallRowChange[],
): Promise<ReadonlyMap<string, Date>> {
  const told = changes.filter(({ after, analysis }) => after.isOver && hasWords(analysis));
  const reading = told.length === 0 ? null : await findPromisedCallBackSettings(tx, workspaceId);
  if (!reading) return new Map();
  const { field, readAt } = reading;
  const asking = told.filter(({ analysis }) => extractCallBackWords(analysis, field) !== null);
  const places = await findRecipientCountryZonesByAttempt(
    tx,
    workspaceId,
    asking.flatMap(({ after }) => after.attemptId ?? []),
  );
  return new Map(
    asking.flatMap(({ after: call, analysis }): [string, Date][] => {
      const said = extractCallBackWords(analysis, field);
      const zone = choosePlaceTimeZone(reading, places.get(call.attemptId ?? '') ?? '');
      const at = said && parsePromisedCallbackTime(said, { zone, saidAt: call.endAt ?? call.occurredAt });
      return at && isCallBackWithinMaxDaysAhead(at, readAt) ? [[call.id, at]] : [];
    }),
  );
}

/** True if the moment of a call back is in the future and not more days ahead than allowed. */
export function isCallBackWithinMaxDaysAhead(at: Date, now: Date): boolean {
  const aheadMs = at.getTime() - now.getTime();
  return aheadMs > 0 && aheadMs <= maxCallbackDaysAhead * dayMs;
}

/** Returns the agent's words about a call back from the call's analysis; null if there are none. */
export function extractCallBackWords(analysis: unknown, field: string): string | null {
  const value = Object.entries(customDataOf(analysis)).find(([name]) => name === field)?.[1];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function hasWords(analysis: unknown): boolean {
  return Object.values(customDataOf(analysis)).some((value) => typeof value === 'string');
}

function customDataOf(analysis: unknown): object {
  const data: unknown = (analysis as { readonly custom_analysis_data?: unknown } | null | undefined)
    ?.custom_analysis_data;
  return typeof data === 'object' && data !== null ? data : {};
}
