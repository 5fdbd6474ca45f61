/** Whether it is news to a campaign's reader that no line is free: once while it goes on, and again with other figures. */
import type { Clock } from '../../../platform/clock.ts';

export interface LineShortage {
  /** To be asked whenever a campaign that could dial finds no line. */
  isNews(campaignId: string, figures: { readonly limit: number; readonly reserved: number }): boolean;
}

/** A campaign that uses every line finds none free many times a second: after so long without that, it is news again. */
const overAfterMs = 60_000;

export function createLineShortage(clock: Clock): LineShortage {
  const told = new Map<string, { readonly limit: number; readonly reserved: number; readonly atMs: number }>();
  return {
    isNews(campaignId, { limit, reserved }) {
      const nowMs = clock.monotonicMs();
      const last = told.get(campaignId);
      told.set(campaignId, { limit, reserved, atMs: nowMs });
      return !last || last.limit !== limit || last.reserved !== reserved || nowMs - last.atMs > overAfterMs;
    },
  };
}
