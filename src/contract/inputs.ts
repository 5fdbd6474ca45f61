/** What the inputs of several endpoints share: how long an id may be, and which days and moments there are. */
import { z } from 'zod';
import { comparisons } from './figure-range.ts';

/** Of any id, ours or the provider's. A longer one names nothing. */
export const longestId = 200;
export const id = z.string().min(1).max(longestId);
/** The path of one call, whose id is the provider's. */
export const callParams = z.object({ id });
/** Calls of one agent, or what they add up to; empty: of those without an agent; missing or 'all': of all. */
export const agentFilter = z.string().max(longestId).optional();

const firstDay = '0001-01-01';
/** The moments that the database and ISO 8601 with four digits of a year both know, in ms since 1970. */
export const firstMoment = Date.parse(firstDay);
export const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** A day of the calendar that the database knows too. What is no date is told in the words of who asks: a form has its own. */
export const day = z.iso.date().refine((value) => value >= firstDay, 'Fecha inválida');
/** A moment of those days, with any offset; read as UTC. */
export const moment = z.iso
  .datetime({ offset: true, error: 'Fecha y hora inválidas' })
  .refine((value) => Date.parse(value) >= firstMoment && Date.parse(value) <= lastMoment, {
    error: 'Fecha y hora inválidas',
    abort: true,
  })
  .transform((value) => new Date(value).toISOString());

/** A moment, or a whole day of the workspace's zone. */
export const dayOrMoment = z.union([day, moment], 'Fecha y hora inválidas');

/** Of the days of a custom range first and last, both counted, at most 366. */
export const rangeDays = { from: day.optional(), to: day.optional() };
/** A range's days, and with which they are compared. */
export const comparedRange = { ...rangeDays, compare: z.enum(comparisons).default('previous') };
const days = z.object({ from: z.iso.date(), to: z.iso.date() });
/** As `AnsweredDays`. */
export const answeredDays = { days, compared: days };
