/** Creates links that are sent by email. Only the hash of a link's token is stored. Each link works once. */
import type { Transaction } from 'kysely';
import type { MailLinkPurpose } from '../../../../contract/mail-links.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createRandomToken, computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { insertMailLink, listRecentMailLinkTimes, type MailLink } from '../stores/mail-link-store.ts';

const hourMs = 3_600_000;
const lifetimeMs: Readonly<Record<MailLinkPurpose, number>> = {
  confirm: 24 * hourMs,
  recover: hourMs,
  invite: 24 * hourMs,
};
/** Maximum number of emails that a user gets within an hour with links of one purpose, such as recovery. */
export const maxMailLinksPerHour = 3;

export type MailLinkCreationResult = { readonly token: string } | { readonly waitMs: number };

/**
 * Creates a single-use link for a user and a purpose. The caller must have locked the user's row. If the hourly limit
 * of emailed links is reached, returns the ms to wait instead.
 */
export async function createMailLink(
  tx: Transaction<DatabaseSchema>,
  clock: Clock,
  link: MailLink,
): Promise<MailLinkCreationResult> {
  const now = clock.now();
  const sent = await listRecentMailLinkTimes(tx, link.userId, link.purpose, now);
  const [oldest] = sent.slice(-maxMailLinksPerHour);
  if (link.email !== null && oldest && sent.length >= maxMailLinksPerHour)
    return { waitMs: oldest.getTime() + hourMs - now.getTime() };
  const token = createRandomToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs[link.purpose]);
  await insertMailLink(tx, { ...link, tokenHash: computeSha256Hex(token), sentAt: now, expiresAt });
  return { token };
}
