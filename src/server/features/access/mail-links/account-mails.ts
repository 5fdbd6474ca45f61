/**
 * Emails about a user's account. The change that causes an email also queues it, in one transaction. A job sends and
 * retries it, so that no request waits for the mail server. Queued emails are encrypted, because most contain a token.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { confirmEmailPath, setPasswordPath } from '../../../../contract/mail-link-paths.ts';
import { accountMailTexts, type AccountMailKind } from '../account-mails-es.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import { decryptSecret, encryptSecret, computeSha256Hex } from '../../../platform/crypto.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { BackgroundJobs, JobQueueOptions } from '../../../platform/jobs.ts';
import { composeMail, type ComposedMail } from '../../../platform/mail/mail-content.ts';
import { createMailer } from '../../../platform/mail/mailer.ts';
import { findMailLinkAddressee, findMailLink } from '../stores/mail-link-store.ts';
import { findUserByUsername } from '../stores/user-store.ts';

export interface AccountMail {
  readonly kind: AccountMailKind;
  readonly to: string;
  readonly username: string;
  /** Token of the email's single-use link; null for a notice without such a link. */
  readonly token: string | null;
}

export interface AccountMailQueue {
  /** True if emails can contain links, which requires a mail server and PUBLIC_URL. */
  readonly canSendLinks: boolean;
  /**
   * Queues an email within the caller's transaction. The email is dropped if its link is no longer valid when it would
   * be sent.
   */
  send(tx: Transaction<DatabaseSchema>, mail: AccountMail): Promise<void>;
  /** Queues a notice to the person's confirmed address. Does nothing without an address or a mail server. */
  notify(tx: Transaction<DatabaseSchema>, person: Person, kind: Exclude<AccountMailKind, MailLinkKind>): Promise<void>;
}

type MailLinkKind = 'confirm' | 'recover' | 'invite';
interface Person {
  readonly id: string;
  readonly username: string;
}

/**
 * Retry options of account emails: after 30 s, 1, 2, 4, 8 and 16 minutes. The last retry thus comes before a recovery
 * link expires after an hour.
 */
export const accountMailRetryOptions: JobQueueOptions = {
  retries: 6,
  firstRetrySeconds: 30,
  longestRetrySeconds: 1_800,
  pollSeconds: 2,
  atOnce: 4,
  expireSeconds: 120,
};

/** Encrypts (`close`) and decrypts (`open`) the data of queued jobs. */
export interface JobDataCipher {
  readonly close: (data: object) => { readonly sealed: string };
  readonly open: (job: { readonly sealed: string }) => unknown;
}

/** `purpose` prevents data of one queue's jobs from being decrypted in another queue. */
export function createJobDataCipher(secretKey: string, purpose: string): JobDataCipher {
  return {
    close: (data) => ({ sealed: encryptSecret(secretKey, JSON.stringify(data), `job:${purpose}`) }),
    open: ({ sealed }) => JSON.parse(decryptSecret(secretKey, sealed, `job:${purpose}`)),
  };
}

export interface AccountMailsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly config: Pick<ServerConfig, 'secretKey' | 'appName' | 'smtpUrl' | 'publicUrl'>;
  /** Over `accountMailRetryOptions`; for tests. */
  readonly mailPace?: Partial<JobQueueOptions>;
}

export function createAccountMailQueue({ db, clock, jobs, config, mailPace }: AccountMailsDeps): AccountMailQueue {
  const { appName, smtpUrl, publicUrl } = config;
  const mailer = smtpUrl === null ? null : createMailer(smtpUrl, appName);
  const seal = createJobDataCipher(config.secretKey, 'account-mail');
  const queue = jobs.queue<{ sealed: string }>(
    'account-mails',
    { ...accountMailRetryOptions, ...mailPace },
    async (job) => {
      const { id, ...mail } = seal.open(job) as AccountMail & { readonly id: string };
      if (mail.token !== null && !(await findMailLink(db, computeSha256Hex(mail.token), clock.now()))) return;
      await mailer?.send({ id, to: [mail.to], ...compose(config, mail) });
    },
  );

  const send = (tx: Transaction<DatabaseSchema>, mail: AccountMail): Promise<void> =>
    queue.send(seal.close({ ...mail, id: randomUUID() }), tx);

  return {
    canSendLinks: mailer !== null && publicUrl !== null,
    send,
    async notify(tx, { id, username }, kind) {
      if (!mailer) return;
      const { email, confirmedAt } = (await findMailLinkAddressee(tx, id)) ?? {};
      if (email && confirmedAt) await send(tx, { kind, to: email, username, token: null });
    },
  };
}

type MailFrame = Pick<ServerConfig, 'appName' | 'publicUrl'>;

function compose({ appName, publicUrl }: MailFrame, { kind, username, token }: AccountMail): ComposedMail {
  const { heading, lines, action } = accountMailTexts[kind](appName, username);
  const path = kind === 'confirm' ? confirmEmailPath : setPasswordPath;
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
 * Emails a notice to a user without the job queue, for command-line tools, which run no jobs. @returns the address
 * used; null if the user has no confirmed address or there is no mail server. @throws {DeliveryFailure}
 */
export async function emailAccountNoticeWithoutQueue(
  db: Kysely<DatabaseSchema>,
  config: MailFrame & Pick<ServerConfig, 'smtpUrl'>,
  username: string,
  kind: 'secondFactorTaken',
): Promise<string | null> {
  const account = await findUserByUsername(db, username);
  if (!account || config.smtpUrl === null) return null;
  const { email, confirmedAt } = (await findMailLinkAddressee(db, account.id)) ?? {};
  if (!email || !confirmedAt) return null;
  const mail = compose(config, { kind, to: email, username: account.username, token: null });
  await createMailer(config.smtpUrl, config.appName).send({ id: randomUUID(), to: [email], ...mail });
  return email;
}
