/**
 * Mails about a person's account. They are queued with the change that they are about, and sent by a job that is tried again, so that no
 * answer waits for the mail server. The queue keeps them sealed, because most carry a token.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { confirmPath, setPasswordPath } from '../../../../contract/mail-link-paths.ts';
import { accountMailTexts, type AccountMailKind } from '../account-mails-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import { decryptSecret, encryptSecret, sha256 } from '../../../platform/crypto.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Jobs, QueueOptions } from '../../../platform/jobs.ts';
import { composeMail, type MailContent } from '../../../platform/mail/mail-content.ts';
import { createMailer } from '../../../platform/mail/mailer.ts';
import { findAddressee, findLink } from '../stores/mail-link-store.ts';
import { findAccount } from '../stores/user-store.ts';

export interface AccountMail {
  readonly kind: AccountMailKind;
  readonly to: string;
  readonly username: string;
  /** The token of the mail's link. Null: the mail only says that something happened. */
  readonly token: string | null;
}

export interface AccountMails {
  /** Links need a mail server and the address of this one, which is never taken from a request. */
  readonly canSendLinks: boolean;
  /** Queues a mail, with the transaction. A mail whose link is void by the time it is sent is dropped. */
  send(tx: Transaction<Schema>, mail: AccountMail): Promise<void>;
  /** Queues a notice to the person's confirmed address. Nothing is sent without one, or without a mail server. */
  notify(tx: Transaction<Schema>, person: Person, kind: Exclude<AccountMailKind, MailLinkKind>): Promise<void>;
}

type MailLinkKind = 'confirm' | 'recover' | 'invite';
interface Person {
  readonly id: string;
  readonly username: string;
}

/** Tries after 30 s, 1, 2, 4, 8 and 16 minutes: within the hour of a link. */
export const accountMailPace: QueueOptions = {
  retries: 6,
  firstRetrySeconds: 30,
  longestRetrySeconds: 1_800,
  pollSeconds: 2,
  atOnce: 4,
  expireSeconds: 120,
};

/** A job's data, sealed. `purpose` keeps jobs of one queue from opening in another. */
export interface JobSeal {
  readonly close: (data: object) => { readonly sealed: string };
  readonly open: (job: { readonly sealed: string }) => unknown;
}

export function createJobSeal(secretKey: string, purpose: string): JobSeal {
  return {
    close: (data) => ({ sealed: encryptSecret(secretKey, JSON.stringify(data), `job:${purpose}`) }),
    open: ({ sealed }) => JSON.parse(decryptSecret(secretKey, sealed, `job:${purpose}`)),
  };
}

export interface AccountMailsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'queue'>;
  readonly config: Pick<Config, 'secretKey' | 'appName' | 'smtpUrl' | 'publicUrl'>;
  /** Over `accountMailPace`; for tests. */
  readonly mailPace?: Partial<QueueOptions>;
}

export function createAccountMails({ db, clock, jobs, config, mailPace }: AccountMailsDeps): AccountMails {
  const { appName, smtpUrl, publicUrl } = config;
  const mailer = smtpUrl === null ? null : createMailer(smtpUrl, appName);
  const seal = createJobSeal(config.secretKey, 'account-mail');
  const queue = jobs.queue<{ sealed: string }>('account-mails', { ...accountMailPace, ...mailPace }, async (job) => {
    const { id, ...mail } = seal.open(job) as AccountMail & { readonly id: string };
    if (mail.token !== null && !(await findLink(db, sha256(mail.token), clock.now()))) return;
    await mailer?.send({ id, to: [mail.to], ...compose(config, mail) });
  });

  const send = (tx: Transaction<Schema>, mail: AccountMail): Promise<void> =>
    queue.send(seal.close({ ...mail, id: randomUUID() }), tx);

  return {
    canSendLinks: mailer !== null && publicUrl !== null,
    send,
    async notify(tx, { id, username }, kind) {
      if (!mailer) return;
      const { email, confirmedAt } = (await findAddressee(tx, id)) ?? {};
      if (email && confirmedAt) await send(tx, { kind, to: email, username, token: null });
    },
  };
}

type MailFrame = Pick<Config, 'appName' | 'publicUrl'>;

function compose({ appName, publicUrl }: MailFrame, { kind, username, token }: AccountMail): MailContent {
  const { heading, lines, action } = accountMailTexts[kind](appName, username);
  const path = kind === 'confirm' ? confirmPath : setPasswordPath;
  const link = publicUrl === null ? null : token === null ? publicUrl : `${new URL(path, publicUrl).href}#${token}`;
  return composeMail({
    subject: `[${appName}] ${heading}`,
    heading,
    lines,
    facts: [['Usuario', username]],
    link: link === null ? null : { href: link, label: action },
    reason: `Recibes este mensaje porque esta es la dirección de la cuenta ${username} en ${appName}.`,
  });
}

/**
 * Mails a notice at once, for a command, which runs no jobs. @returns the person's confirmed address; null: they have none, or there is no
 * mail server. @throws {DeliveryFailure}
 */
export async function mailNotice(
  db: Kysely<Schema>,
  config: MailFrame & Pick<Config, 'smtpUrl'>,
  username: string,
  kind: 'secondFactorTaken',
): Promise<string | null> {
  const account = await findAccount(db, username);
  if (!account || config.smtpUrl === null) return null;
  const { email, confirmedAt } = (await findAddressee(db, account.id)) ?? {};
  if (!email || !confirmedAt) return null;
  const mail = compose(config, { kind, to: email, username: account.username, token: null });
  await createMailer(config.smtpUrl, config.appName).send({ id: randomUUID(), to: [email], ...mail });
  return email;
}
