/** Caches each workspace's answer rates by hour for an hour, because the query reads the calls of 90 days. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { calculateHourlyAnswerRates, type AnswerRatesByHour } from '../rules/best-hour.ts';
import { countAnswersByAreaAndHour } from './best-hour-store.ts';

const goodForMs = 3_600_000;
const retryAfterMs = 60_000;

export interface AnswerRatesByHourCache {
  /**
   * Returns a workspace's answer rates by hour; null if they are unknown. Waits for the first query, but not for later
   * refreshes.
   */
  of(workspaceId: string): Promise<AnswerRatesByHour | null>;
}

interface Known {
  readonly rates: Promise<AnswerRatesByHour | null>;
  readonly untilMs: number;
}

export function createAnswerRatesByHourCache({
  db,
  clock,
  log,
}: {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly log: Logger;
}): AnswerRatesByHourCache {
  const known = new Map<string, Known>();

  async function read(workspaceId: string, old: Promise<AnswerRatesByHour | null>): Promise<AnswerRatesByHour | null> {
    let rates = await old;
    let isRead = false;
    try {
      rates = calculateHourlyAnswerRates(await countAnswersByAreaAndHour(db, workspaceId));
      isRead = true;
    } catch (error) {
      log.warn({ err: error, workspaceId }, 'the hours at which people answer could not be read');
    }
    const untilMs = clock.monotonicMs() + (isRead ? goodForMs : retryAfterMs);
    known.set(workspaceId, { rates: Promise.resolve(rates), untilMs });
    return rates;
  }

  return {
    of(workspaceId) {
      const entry = known.get(workspaceId);
      if (entry && clock.monotonicMs() < entry.untilMs) return entry.rates;
      const reading = read(workspaceId, entry?.rates ?? Promise.resolve(null));
      // While one read runs, no other starts.
      const rates = entry?.rates ?? reading;
      known.set(workspaceId, { rates, untilMs: Number.POSITIVE_INFINITY });
      return rates;
    },
  };
}
