/**
 * Recovery of a forgotten password. The request only queues the username, so that known and unknown usernames get the
 * same response in the same time. A job then emails a link, if an active account with that username has a password and
 * a confirmed address.
 */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import type { BackgroundJobs, JobQueueOptions } from '../../../platform/jobs.ts';
import type { AuditLog } from '../../audit/index.ts';
import { assertPasswordSignInAllowed } from '../sign-in/offered-ways.ts';
import type { PasswordAttemptLimiter } from '../sign-in/password-attempts.ts';
import { findMailLinkAddressee } from '../stores/mail-link-store.ts';
import { findUserByUsername, lockUser } from '../stores/user-store.ts';
import { accountMailRetryOptions, createJobDataCipher, type AccountMailQueue } from './account-mails.ts';
import { createMailLink } from './links.ts';

export interface PasswordRecoveryDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly attempts: PasswordAttemptLimiter;
  readonly mails: AccountMailQueue;
  readonly config: Pick<ServerConfig, 'secretKey' | 'oidc'>;
  /** Over `accountMailRetryOptions`; for tests. */
  readonly mailPace?: Partial<JobQueueOptions>;
}

interface Asked {
  readonly username: string;
  readonly address: string;
}

/** Function that queues a password recovery. Throws `conflict` if recovery is not offered, and `too_many_attempts`. */
export type RequestPasswordRecovery = (asked: Asked) => Promise<void>;

const notOffered =
  'Este servidor no envía enlaces por email. Pide una contraseña nueva a quien administra tu workspace.';
const tooMany = 'Demasiadas solicitudes. Intenta de nuevo en unos minutos.';

export function createPasswordRecoveryRequester(deps: PasswordRecoveryDeps): RequestPasswordRecovery {
  const { db, clock, audit, attempts, mails } = deps;
  const seal = createJobDataCipher(deps.config.secretKey, 'recovery');
  const pace = { ...accountMailRetryOptions, ...deps.mailPace };
  const queue = deps.jobs.queue<{ sealed: string }>('account-recoveries', pace, (job) =>
    mailLink(seal.open(job) as Asked),
  );

  async function mailLink({ username, address }: Asked): Promise<void> {
    const account = await findUserByUsername(db, username);
    if (!account) return;
    await db.transaction().execute(async (tx) => {
      const user = await lockUser(tx, account.id);
      const { email, confirmedAt, hasPassword } = (await findMailLinkAddressee(tx, account.id)) ?? {};
      if (!user?.isActive || !email || !confirmedAt || !hasPassword) return;
      const made = await createMailLink(tx, clock, { userId: user.id, purpose: 'recover', email });
      if (!('token' in made)) return;
      await mails.send(tx, { kind: 'recover', to: email, username: user.username, token: made.token });
      const about = { workspaceId: user.homeWorkspaceId, userId: null, username: null, address, target: user.id };
      await audit.record({ ...about, action: 'user.recovery_sent', details: { username: user.username } }, tx);
    });
  }

  return async (asked) => {
    await assertPasswordSignInAllowed(db, deps.config.oidc);
    if (!mails.canSendLinks) throw new AppError('conflict', { message: notOffered });
    try {
      // Return null so that the rate limit counts each recovery request as a failed attempt. The prefix of the username
      // keeps these attempts apart from failed sign-ins.
      await attempts.run(
        { username: `recovery\n${asked.username}`, address: asked.address, deviceCookie: undefined },
        async () => {
          await queue.send(seal.close(asked));
          return null;
        },
      );
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_many_attempts') throw error;
      const { retryAfterSeconds = 60 } = error;
      throw new AppError('too_many_attempts', { message: tooMany, retryAfterSeconds });
    }
  };
}
