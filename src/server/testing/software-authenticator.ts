/**
 * A passkey device with its browser in software: ES256, attestation `none`. It signs anything a test wants, like a
 * stolen or dishonest device.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '../../contract/passkeys.ts';

/** Wrong values that a test sends instead of the correct ones. */
export interface Wrongly {
  /** The page's. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False if there was no fingerprint, face or PIN. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
}

export interface SoftwarePasskey {
  readonly id: string;
  readonly made: PasskeyAttestation;
  /** Signs a challenge and increments the counter. */
  sign(options: PasskeyRequestOptions, wrongly?: Wrongly): PasskeyAssertion;
}

const flags = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10, hasKey: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url');
const clientData = (type: string, challenge: string, origin: string) =>
  base64url(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** Makes a passkey for a page at `origin`. If `counts` is false, its counter stays 0, like a synced passkey's. */
export function makePasskey(
  options: PasskeyCreationOptions,
  origin: string,
  { counts = true, ...wrongly }: Wrongly & { readonly counts?: boolean } = {},
): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = base64url(rawId);
  let counter = counts ? 1 : 0;

  function authenticatorData(rpId: string, { isVerified = true, counter: sent = counter }: Wrongly, key?: Buffer) {
    const synced = counts ? 0 : flags.backupEligible | flags.backedUp;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags.present | (isVerified ? flags.verified : 0) | synced | (key ? flags.hasKey : 0));
    head.writeUInt32BE(sent, 1);
    return Buffer.concat([sha256(rpId), head, key ?? Buffer.alloc(0)]);
  }

  const idLength = Buffer.alloc(2);
  idLength.writeUInt16BE(rawId.length);
  const credential = Buffer.concat([Buffer.alloc(16), idLength, rawId, coseKey(publicKey)]);
  const attested = authenticatorData(wrongly.rpId ?? options.rp.id, wrongly, credential);
  return {
    id,
    made: {
      id,
      clientDataJSON: clientData('webauthn.create', wrongly.challenge ?? options.challenge, wrongly.origin ?? origin),
      attestationObject: base64url(attestationOf(attested)),
      transports: ['internal'],
    },
    sign({ challenge, rpId }, wrong = {}) {
      if (counts) counter += 1;
      const data = authenticatorData(wrong.rpId ?? rpId, wrong);
      const clientDataJSON = clientData('webauthn.get', wrong.challenge ?? challenge, wrong.origin ?? origin);
      const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
      return {
        id,
        clientDataJSON,
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', signed, privateKey)),
        userHandle: wrong.userHandle ?? options.user.id,
      };
    },
  };
}

const bytes = (data: Buffer) => Buffer.concat([Buffer.from([0x58, data.length]), data]);
const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** The public key in CBOR (COSE): kty EC2, alg ES256, crv P-256, x and y. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const part = (value: string) => bytes(Buffer.from(value, 'base64url'));
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    part(x),
    Buffer.from([0x22]),
    part(y),
  ]);
}

/** The CBOR of `{fmt: 'none', attStmt: {}, authData}`. */
function attestationOf(authData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    bytes(authData),
  ]);
}
