/** Input schemas shared by several endpoints: ids, days and moments. */
import { z } from 'zod';
import { comparisons } from './figure-range.ts';

/** Maximum length of any id, ours or the provider's, in characters. */
export const maxIdLength = 200;
export const id = z.string().min(1).max(maxIdLength);
export const callParams = z.object({ id });
/** Query parameter that selects calls of one agent. Empty: calls without an agent. Missing or 'all': all calls. */
export const agentFilter = z.string().max(maxIdLength).optional();

const firstDay = '0001-01-01';
/** First and last moment, in ms since 1970, that PostgreSQL and ISO 8601 with four-digit years can both express. */
export const earliestMomentMs = Date.parse(firstDay);
export const latestMomentMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A calendar day that the database can store. */
export const day = z.iso.date().refine((value) => value >= firstDay, 'Fecha inválida');
/** A moment that the database can store. Any UTC offset is accepted and converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Fecha y hora inválidas' })
  .refine((value) => Date.parse(value) >= earliestMomentMs && Date.parse(value) <= latestMomentMs, {
    error: 'Fecha y hora inválidas',
    abort: true,
  })
  .transform((value) => new Date(value).toISOString());

/** A moment, or a day, which means the whole day in the workspace's time zone. */
export const dayOrMoment = z.union([day, moment], 'Fecha y hora inválidas');

/** Query parameters of a range of days, both included. */
export const rangeDays = { from: day.optional(), to: day.optional() };
/** Query parameters of a range of days, and of the period to compare it with. */
export const comparedRange = { ...rangeDays, compare: z.enum(comparisons).default('previous') };
const days = z.object({ from: z.iso.date(), to: z.iso.date() });
/** Schema of `ResponseDays`. */
export const responseDays = { days, compared: days };
