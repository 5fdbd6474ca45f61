/** Input schemas shared by several endpoints: ids, days and moments. */
import { z } from 'zod';
import { comparisonPeriods } from './figure-range.ts';

/** Maximum length, in characters, of any id that we or the provider made. */
export const maxIdLength = 200;
export const idSchema = z.string().min(1).max(maxIdLength);
export const callPathParamsSchema = z.object({ id: idSchema });
/** Query parameter that selects calls of one agent. Empty: calls without an agent. Missing or 'all': all calls. */
export const agentFilterSchema = z.string().max(maxIdLength).optional();

const firstDay = '0001-01-01';
/** First and last moment, in ms since 1970, that PostgreSQL and ISO 8601 with four-digit years can both express. */
export const earliestStorableMomentMs = Date.parse(firstDay);
export const latestStorableMomentMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A calendar day that the database can store. */
export const calendarDaySchema = z.iso.date().refine((value) => value >= firstDay, 'Fecha inválida');
/** A moment that the database can store. Any UTC offset is accepted and converted to UTC. */
export const momentSchema = z.iso
  .datetime({ offset: true, error: 'Fecha y hora inválidas' })
  .refine((value) => Date.parse(value) >= earliestStorableMomentMs && Date.parse(value) <= latestStorableMomentMs, {
    error: 'Fecha y hora inválidas',
    abort: true,
  })
  .transform((value) => new Date(value).toISOString());

/** Schema of a moment or a day. A day means the whole day in the workspace's time zone. */
export const dayOrMomentSchema = z.union([calendarDaySchema, momentSchema], 'Fecha y hora inválidas');

/** Query parameters of a range of days, both included. */
export const dayRangeQuerySchemas = { from: calendarDaySchema.optional(), to: calendarDaySchema.optional() };
/** Query parameters of a range of days, and of the period to compare it with. */
export const comparedDayRangeQuerySchemas = {
  ...dayRangeQuerySchemas,
  compare: z.enum(comparisonPeriods).default('previous'),
};
const days = z.object({ from: z.iso.date(), to: z.iso.date() });
/** Schema of `ComparedDayRanges`. */
export const comparedDayRangeSchemas = { days, compared: days };
