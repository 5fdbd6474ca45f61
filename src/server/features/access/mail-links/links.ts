/** Makes links by mail. A token is random and stored as its hash; its link works once, until its time is over. */
import type { Transaction } from 'kysely';
import type { MailLinkPurpose } from '../../../../contract/mail-links.ts';
import type { Clock } from '../../../platform/clock.ts';
import { randomToken, sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { insertLink, listSentAt, type MailLink } from '../stores/mail-link-store.ts';

const hourMs = 3_600_000;
const lifetimeMs: Readonly<Record<MailLinkPurpose, number>> = {
  confirm: 24 * hourMs,
  recover: hourMs,
  invite: 24 * hourMs,
};
/** Mails of one purpose that a person gets within an hour. */
export const mostAnHour = 3;

export type MadeLink = { readonly token: string } | { readonly waitMs: number };

/** Makes a link of a person whose row is locked. `waitMs`: none was made, because the person got too many within the hour. */
export async function makeLink(tx: Transaction<Schema>, clock: Clock, link: MailLink): Promise<MadeLink> {
  const now = clock.now();
  const sent = await listSentAt(tx, link.userId, link.purpose, now);
  const [oldest] = sent.slice(-mostAnHour);
  if (link.email !== null && oldest && sent.length >= mostAnHour)
    return { waitMs: oldest.getTime() + hourMs - now.getTime() };
  const token = randomToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs[link.purpose]);
  await insertLink(tx, { ...link, tokenHash: sha256(token), sentAt: now, expiresAt });
  return { token };
}
