/**
 * Browsers in which somebody signed in before. Their cookie holds a random id and, for each of the last people who did, a
 * signature over id, person and stored password: nobody else can make one, and a new password makes it worthless.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { hmac } from '../../../platform/crypto.ts';

/** Lifetime of the device cookie: the longest that browsers allow. */
export const deviceCookieSeconds = 400 * 86_400;
/** People of one browser; who signed in longest ago is forgotten first. */
const mostPeople = 8;
const shape = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})((?:\.[0-9a-f]{32})+)$/;

interface Person {
  readonly id: string;
  readonly passwordHash: string | null;
}

export interface KnownDevices {
  /** The device's id where its cookie vouches for this person; null: it is unknown. */
  recognise(cookie: string | undefined, person: Person | null): string | null;
  /** The cookie once this person signed in: that of the browser with them added, or a first one. */
  remember(cookie: string | undefined, person: Person): string;
}

export function createKnownDevices(secretKey: string): KnownDevices {
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
