/** The lines of a workspace's account, and those that campaigns may use. */
import { z } from 'zod';

/** Lines that campaigns leave free for inbound calls, and whose wish that is: the workspace's settings or the provider's account. */
export const keptLines = z.object({ reserved: z.number().int(), reservedBy: z.enum(['settings', 'provider']) });
export type KeptLines = z.infer<typeof keptLines>;
/**
 * The account's lines as the provider told them within the last minute; `burstLimit`: calls at once with a surcharge, which campaigns
 * never use. Null in an answer where the provider does not tell.
 */
export const campaignLines = keptLines.extend({ limit: z.number().int(), burstLimit: z.number().int().nullable() });
export type CampaignLines = z.infer<typeof campaignLines>;
