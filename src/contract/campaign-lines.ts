/**
 * API schemas for the lines (simultaneous calls) of the provider account: their maximum number, and the number kept
 * free for inbound calls.
 */
import { z } from 'zod';

/**
 * Number of lines (simultaneous calls) kept free for inbound calls, and whether the workspace's settings or the
 * provider reserve them.
 */
export const inboundLineReserveSchema = z.object({
  reserved: z.number().int(),
  reservedBy: z.enum(['settings', 'provider']),
});
export type InboundLineReserve = z.infer<typeof inboundLineReserveSchema>;
/**
 * `limit`: the account's maximum of simultaneous calls, reported by the provider within the last minute. `burstLimit`:
 * a higher maximum at a surcharge, which campaigns never use. Responses have null if the provider reports neither.
 */
export const accountLineCapacitySchema = inboundLineReserveSchema.extend({
  limit: z.number().int(),
  burstLimit: z.number().int().nullable(),
});
export type AccountLineCapacity = z.infer<typeof accountLineCapacitySchema>;
