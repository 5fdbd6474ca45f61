/** The lines of a workspace's account, and the lines that campaigns may use. */
import { z } from 'zod';

/** Lines that campaigns leave free for inbound calls, by the workspace's settings or the provider's account. */
export const reservedLines = z.object({ reserved: z.number().int(), reservedBy: z.enum(['settings', 'provider']) });
export type KeptLines = z.infer<typeof reservedLines>;
/**
 * The account's lines, reported by the provider within the last minute. `burstLimit` is the number of calls at once
 * with a surcharge, which campaigns never use. Null in an answer if the provider does not report it.
 */
export const campaignLines = reservedLines.extend({ limit: z.number().int(), burstLimit: z.number().int().nullable() });
export type CampaignLines = z.infer<typeof campaignLines>;
