/**
 * Rows of `mail_links`, and the columns of `users` that decide whether a link may be made. Tokens are stored as hashes.
 * A link is checked and deleted in one statement, so that only one of several requests succeeds.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { MailLinkPurpose } from '../../../../contract/mail-links.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** Sent links count towards the limit for an hour, so void rows are kept that long. */
const countedMs = 3_600_000;

/** SQL: user `u` has no password yet and never signed in. */
export const awaitsPassword = sql<boolean>`(u.password_hash is null and u.last_login_at is null and not u.came_by_oidc)`;

/** The facts that decide whether a person gets a link, and where. */
export interface Addressee {
  readonly email: string | null;
  readonly confirmedAt: Date | null;
  readonly hasPassword: boolean;
  readonly awaitsPassword: boolean;
}

/** Finds the facts that decide on a user's links; null if nobody has that id. */
export async function findAddressee(db: Kysely<Schema>, userId: string): Promise<Addressee | null> {
  const row = await db
    .selectFrom('users as u')
    .select(['u.email', 'u.email_confirmed_at as confirmedAt', awaitsPassword.as('awaitsPassword')])
    .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

export async function confirmAddress(tx: Transaction<Schema>, userId: string, at: Date): Promise<void> {
  await tx.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', userId).execute();
}

export interface MailLink {
  readonly userId: string;
  readonly purpose: MailLinkPurpose;
  /** The address to which the link was mailed; null if an admin passes the link on. */
  readonly email: string | null;
}

export async function insertLink(
  tx: Transaction<Schema>,
  link: MailLink & { readonly tokenHash: string; readonly sentAt: Date; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, userId, purpose, email, sentAt, expiresAt } = link;
  await tx
    .insertInto('mail_links')
    .values({ token_hash: tokenHash, user_id: userId, purpose, email, sent_at: sentAt, expires_at: expiresAt })
    .execute();
}

/** Returns when each link of this purpose was mailed to the person within the last hour, oldest first. */
export async function listSentAt(
  tx: Transaction<Schema>,
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

/** Finds a working link; null if it does not exist or has expired. */
export async function findLink(db: Kysely<Schema>, tokenHash: string, now: Date): Promise<MailLink | null> {
  const row = await db
    .selectFrom('mail_links')
    .select(['user_id as userId', 'purpose', 'email'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses the link up. Returns null if it no longer works, or belongs to another person or purpose. */
export async function consumeLink(
  tx: Transaction<Schema>,
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

/** Voids the person's links for these purposes. They still count as sent. */
export async function voidLinks(
  db: Kysely<Schema>,
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

export async function deleteOldLinks(db: Kysely<Schema>, now: Date): Promise<void> {
  await db
    .deleteFrom('mail_links')
    .where('expires_at', '<=', now)
    .where('sent_at', '<=', new Date(now.getTime() - countedMs))
    .execute();
}
