/** The provider account's lines (simultaneous calls), and how many of them campaigns may use. */
import { z } from 'zod';

/** Lines (simultaneous calls) kept free for inbound calls, by the workspace's settings or the provider's account. */
export const reservedLines = z.object({ reserved: z.number().int(), reservedBy: z.enum(['settings', 'provider']) });
export type ReservedLines = z.infer<typeof reservedLines>;
/**
 * The account's limit of simultaneous calls, reported by the provider within the last minute. `burstLimit` is the
 * higher limit with a surcharge, which campaigns never use. Null in an answer if the provider does not report it.
 */
export const campaignLines = reservedLines.extend({ limit: z.number().int(), burstLimit: z.number().int().nullable() });
export type CampaignLines = z.infer<typeof campaignLines>;
