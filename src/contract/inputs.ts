/** Input schemas shared by several endpoints: ids, days and moments. */
import { z } from 'zod';
import { comparisons } from './figure-range.ts';

/** The maximum length of any id, ours or the provider's. */
export const maxIdLength = 200;
export const id = z.string().min(1).max(maxIdLength);
/** Path parameters of a call: the provider's call id. */
export const callParams = z.object({ id });
/** Selects calls of one agent. Empty: calls without an agent. Missing or 'all': calls of all agents. */
export const agentFilter = z.string().max(maxIdLength).optional();

const firstDay = '0001-01-01';
/** First and last moment, in ms since 1970, that both PostgreSQL and ISO 8601 with four-digit years can express. */
export const earliestMomentMs = Date.parse(firstDay);
export const latestMomentMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A calendar day that the database can store. Forms bring their own message for an invalid date. */
export const day = z.iso.date().refine((value) => value >= firstDay, 'Fecha inválida');
/** A moment that the database can store, with any UTC offset; it is converted to UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Fecha y hora inválidas' })
  .refine((value) => Date.parse(value) >= earliestMomentMs && Date.parse(value) <= latestMomentMs, {
    error: 'Fecha y hora inválidas',
    abort: true,
  })
  .transform((value) => new Date(value).toISOString());

/** A moment, or a whole day in the workspace's time zone. */
export const dayOrMoment = z.union([day, moment], 'Fecha y hora inválidas');

/** The first and last day of a custom range, both included, at most 366 days. */
export const rangeDays = { from: day.optional(), to: day.optional() };
/** The days of a range, and the choice of the days with which they are compared. */
export const comparedRange = { ...rangeDays, compare: z.enum(comparisons).default('previous') };
const days = z.object({ from: z.iso.date(), to: z.iso.date() });
/** Schema of `ResponseDays`. */
export const responseDays = { days, compared: days };
