/** Rate limits for password checks, at sign-in and wherever else a password is asked for. */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { findUserCredentials } from '../stores/user-store.ts';
import type { KnownDeviceCookieManager } from './known-devices.ts';
import { getRateLimitAddress } from './limit-address.ts';
import { createPasswordCheckQueue } from './login-gate.ts';
import { deleteLoginAttempt, reserveLoginAttempt } from './login-limit-store.ts';

export interface PasswordAttempt {
  readonly username: string;
  readonly address: string;
  /**
   * The browser's device cookie, if it has one. A known device is not blocked by failed attempts on other devices
   * (known-devices.ts).
   */
  readonly deviceCookie: string | undefined;
}

export interface PasswordAttemptLimiter {
  /**
   * Runs `work`, which checks a password or code. Attempts from the same IP address or known device run one after
   * another. If `work` returns null, the attempt counts as failed.
   * If there were too many attempts, throws `too_many_attempts` or `too_many_requests` without running `work`.
   */
  run<T>(by: PasswordAttempt, work: (isKnownDevice: boolean) => Promise<T | null>): Promise<T | null>;
}

/**
 * Time in ms after a successful sign-in during which password checks from the same IP address go to the front of the
 * queue.
 */
const recentMs = 12 * 3_600_000;
const mostRecent = 10_000;

export interface PasswordAttemptLimiterDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly devices: KnownDeviceCookieManager;
}

export function createPasswordAttemptLimiter({
  db,
  clock,
  devices,
}: PasswordAttemptLimiterDeps): PasswordAttemptLimiter {
  const gate = createPasswordCheckQueue();
  const successes = new Map<string, number>();

  function noteSuccess(address: string): void {
    successes.delete(address);
    successes.set(address, clock.now().getTime());
    const [oldest] = successes.keys();
    if (successes.size > mostRecent && oldest !== undefined) successes.delete(oldest);
  }

  return {
    async run({ username, deviceCookie, ...by }, work) {
      // Look up the user only if the request has a device cookie, so that a flood of requests without cookies causes no
      // queries here.
      const deviceId =
        deviceCookie === undefined ? null : devices.recognise(deviceCookie, await findUserCredentials(db, username));
      const address = getRateLimitAddress(by.address);
      const isRecent = (successes.get(address) ?? -Infinity) > clock.now().getTime() - recentMs;
      const turn = {
        lane: deviceId === null ? address : `device ${deviceId}`,
        goesFirst: deviceId !== null || isRecent,
      };
      return gate.pass(turn, async () => {
        const counted = { address, username, deviceId, at: clock.now() };
        const waitMs = await reserveLoginAttempt(db, counted);
        if (waitMs !== null) throw new AppError('too_many_attempts', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
        const done = await work(deviceId !== null);
        if (done === null) return null;
        await deleteLoginAttempt(db, counted);
        noteSuccess(address);
        return done;
      });
    },
  };
}
