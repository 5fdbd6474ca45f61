/**
 * Recognises browsers in which a user signed in before. The cookie holds a random device id and, for each of its last
 * users, a signature over device id, user and password hash. It can't be forged, and a new password voids it.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { hmac } from '../../../platform/crypto.ts';

/** Lifetime of the known-device cookie in seconds: 400 days, the longest that browsers allow. */
export const deviceCookieSeconds = 400 * 86_400;
/**
 * Maximum number of users remembered in a browser's device cookie. If there are more, the user who signed in longest
 * ago is dropped.
 */
const mostPeople = 8;
const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})((?:\.[0-9a-f]{32})+)$/;

interface Person {
  readonly id: string;
  readonly passwordHash: string | null;
}

export interface KnownDeviceCookieManager {
  /** Returns the device's id if its cookie has a valid signature for this user; otherwise null. */
  recognise(cookie: string | undefined, person: Person | null): string | null;
  /**
   * Records in a device cookie that the user signed in. Creates a cookie if there is no valid one. @returns the
   * cookie's new value.
   */
  remember(cookie: string | undefined, person: Person): string;
}

export function createKnownDeviceCookieManager(secretKey: string): KnownDeviceCookieManager {
  const sign = (deviceId: string, { id, passwordHash }: Person) =>
    hmac(secretKey, 'known-device', `${deviceId} ${id} ${passwordHash ?? ''}`).slice(0, 32);
  return {
    recognise(cookie, person) {
      const device = parse(cookie);
      if (!device || !person) return null;
      const wanted = Buffer.from(sign(device.id, person));
      return device.signatures.some((given) => timingSafeEqual(Buffer.from(given), wanted)) ? device.id : null;
    },
    remember(cookie, person) {
      const { id, signatures } = parse(cookie) ?? { id: randomUUID(), signatures: [] };
      const own = sign(id, person);
      return [id, own, ...signatures.filter((other) => other !== own)].slice(0, mostPeople + 1).join('.');
    },
  };
}

function parse(cookie: string | undefined): { readonly id: string; readonly signatures: readonly string[] } | null {
  const [, id, signatures] = shape.exec(cookie?.slice(0, 500) ?? '') ?? [];
  return id === undefined || signatures === undefined ? null : { id, signatures: signatures.slice(1).split('.') };
}
