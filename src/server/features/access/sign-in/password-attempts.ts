/** The limits under which a password may be tried, wherever it is asked for: at sign-in, and to change one's own. */
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { AppError } from '../../../platform/errors.ts';
import { findCredentials } from '../stores/user-store.ts';
import type { KnownDevices } from './known-devices.ts';
import { limitAddress } from './limit-address.ts';
import { createLoginGate } from './login-gate.ts';
import { forgetAttempt, reserveAttempt } from './login-limit-store.ts';

export interface PasswordTry {
  readonly username: string;
  readonly address: string;
  /** The browser's device cookie, if any. Failures of other devices do not block a known device (known-devices.ts). */
  readonly deviceCookie: string | undefined;
}

export interface PasswordAttempts {
  /**
   * One attempt of an address, or of a known device, after the other. It counts as failed before `work` begins, and until `work`
   * answers something other than null. Throws `too_many_attempts` or `too_many_requests`, with `work` not begun.
   */
  run<T>(by: PasswordTry, work: (isKnownDevice: boolean) => Promise<T | null>): Promise<T | null>;
}

/** Addresses from which somebody signed in lately, in this server's own memory: enough to let an office in before a burst. */
const recentMs = 12 * 3_600_000;
const mostRecent = 10_000;

export interface PasswordAttemptsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly devices: KnownDevices;
}

export function createPasswordAttempts({ db, clock, devices }: PasswordAttemptsDeps): PasswordAttempts {
  const gate = createLoginGate();
  const successes = new Map<string, number>();

  function noteSuccess(address: string): void {
    successes.delete(address);
    successes.set(address, clock.now().getTime());
    const [oldest] = successes.keys();
    if (successes.size > mostRecent && oldest !== undefined) successes.delete(oldest);
  }

  return {
    async run({ username, deviceCookie, ...by }, work) {
      // Asked of whoever brings a cookie alone: a burst costs nothing before it waits.
      const deviceId =
        deviceCookie === undefined ? null : devices.recognise(deviceCookie, await findCredentials(db, username));
      const address = limitAddress(by.address);
      const isRecent = (successes.get(address) ?? -Infinity) > clock.now().getTime() - recentMs;
      const turn = {
        lane: deviceId === null ? address : `device ${deviceId}`,
        goesFirst: deviceId !== null || isRecent,
      };
      return gate.pass(turn, async () => {
        const counted = { address, username, deviceId, at: clock.now() };
        const waitMs = await reserveAttempt(db, counted);
        if (waitMs !== null) throw new AppError('too_many_attempts', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
        const done = await work(deviceId !== null);
        if (done === null) return null;
        await forgetAttempt(db, counted);
        noteSuccess(address);
        return done;
      });
    },
  };
}
