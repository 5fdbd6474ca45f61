/**
 * Rows of `mail_links`: emailed links for passwords and address confirmation, with only the tokens' hashes. A link is
 * checked and deleted in one statement, so that only one of several requests succeeds.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { MailLinkPurpose } from '../../../../contract/mail-links.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';

/** Time in ms for which rows of emailed links are kept, because they count towards the hourly limit of links. */
const countedMs = 3_600_000;

/** SQL condition: user `u` has no password yet and never signed in. */
export const awaitsFirstPasswordSql = sql<boolean>`(u.password_hash is null and u.last_login_at is null and not u.came_by_oidc)`;

export interface MailLinkAddressee {
  readonly email: string | null;
  readonly confirmedAt: Date | null;
  readonly hasPassword: boolean;
  readonly awaitsPassword: boolean;
}

export async function findMailLinkAddressee(
  db: Kysely<DatabaseSchema>,
  userId: string,
): Promise<MailLinkAddressee | null> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.email', 'u.email_confirmed_at as confirmedAt', awaitsFirstPasswordSql.as('awaitsPassword')])
    .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function markUserEmailConfirmed(tx: Transaction<DatabaseSchema>, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', userId).execute();
}

export interface MailLink {
  readonly userId: string;
  readonly purpose: MailLinkPurpose;
  /** Email address to which the link was sent. Null if an admin delivers the link. */
  readonly email: string | null;
}

export async function insertMailLink(
  tx: Transaction<DatabaseSchema>,
  link: MailLink & { readonly tokenHash: string; readonly sentAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, purpose, email, sentAt, expiresAt } = link;
  await tx
    .insertInto('mail_links')
    .values({ token_hash: tokenHash, user_id: userId, purpose, email, sent_at: sentAt, expires_at: expiresAt })
    .execute();
}

/** Lists when links for `purpose` were emailed to the user within the last hour, oldest first. */
export async function listRecentMailLinkTimes(
  tx: Transaction<DatabaseSchema>,
  userId: string,
  purpose: MailLinkPurpose,
  now: Date,
): Promise<Date[]> {
  const rows = await tx
    .selectFrom('mail_links')
    .select('sent_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('email', 'is not', null)
    .where('sent_at', '>', new Date(now.getTime() - countedMs))
    .orderBy('sent_at')
    .execute();
  return rows.map(({ sent_at: sentAt }) => sentAt);
}

/** Finds an emailed link by its token's hash; null if it does not exist or has expired. */
export async function findMailLink(db: Kysely<DatabaseSchema>, tokenHash: string, now: Date): Promise<MailLink | null> {
  const row = await db
    .selectFrom('mail_links')
    .select(['user_id as userId', 'purpose', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses up an emailed link. Returns null if it is invalid, or belongs to another user or purpose. */
export async function consumeMailLink(
  tx: Transaction<DatabaseSchema>,
  tokenHash: string,
  { userId, purpose, now }: Pick<MailLink, 'userId' | 'purpose'> & { readonly now: Date },
): Promise<MailLink | null> {
  const row = await tx
    .deleteFrom('mail_links')
    .where('token_hash', '=', tokenHash)
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning(['user_id as userId', 'purpose', 'email'])
    .executeTakeFirst();
  return row ?? null;
}

/** Voids the user's emailed links for these purposes. They still count towards the hourly limit. */
export async function voidMailLinks(
  db: Kysely<DatabaseSchema>,
  userId: string,
  purposes: readonly MailLinkPurpose[],
): Promise<void> {
  await db
    .updateTable('mail_links')
    .set({ expires_at: sql<Date>`'-infinity'::timestamptz` })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .execute();
}

export async function deleteOldMailLinks(db: Kysely<DatabaseSchema>, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_links')
    .where('expires_at', '<=', now)
    .where('sent_at', '<=', new Date(now.getTime() - countedMs))
    .execute();
}
