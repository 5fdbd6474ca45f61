/**
 * Passkeys (WebAuthn): a person's own, and signing in by them. One alone is two factors, because its device asks for a fingerprint, a face
 * or a PIN. Options travel as the browser's own JSON.
 */
import { z } from 'zod';
import { currentUser, loginCodeBody, uuid } from './access.ts';
import { endpoint } from './endpoint.ts';

export const mostPasskeys = 20;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
/** A credential's id has 1,023 bytes at most. */
const credentialId = base64url(1_364);

/** The challenge, signed by a passkey, as the browser's `navigator.credentials.get` gives it. */
const assertion = z.object({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
  /** Whose passkey it is, as the authenticator keeps it; some leave it out where the passkey was named. */
  userHandle: base64url(100).optional(),
});
export type PasskeyAssertion = z.infer<typeof assertion>;

/** A new passkey, as the browser's `navigator.credentials.create` gives it. */
const attestation = z.object({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(20_000),
  transports: z.array(z.string().max(20)).max(10),
});
export type PasskeyAttestation = z.infer<typeof attestation>;

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
  timeout: z.number().int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreationOptions = z.infer<typeof creationOptions>;

const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.infer<typeof requestOptions>;

/**
 * Proves that the person asks, because an open session alone changes no passkey: a passkey that they have, or their password,
 * with a code where the account has a second factor.
 */
const proof = z.union([
  z.object({ passkey: assertion }),
  z.object({
    password: z.string().min(1, 'La contraseña es requerida').max(1000),
    code: z.string().trim().max(40, 'Como máximo 40 caracteres').optional(),
  }),
]);
export type PasskeyProof = z.infer<typeof proof>;

const passkeyName = z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres');

export const passkey = z.object({
  id: uuid,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** Kept by an account of the platform and used on several devices; otherwise it never leaves its device. */
  isSynced: z.boolean(),
  /** The host that it belongs to. It works nowhere else. */
  host: z.string(),
});
export type Passkey = z.infer<typeof passkey>;

/** `host`: that of passkeys made now; null: the address has no name. `asksCode`: beside the password. */
const ownPasskeys = z.object({
  passkeys: z.array(passkey),
  host: z.string().nullable(),
  hasPassword: z.boolean(),
  asksCode: z.boolean(),
});
export type OwnPasskeys = z.infer<typeof ownPasskeys>;

const idParams = z.object({ id: uuid });
const { challenge } = loginCodeBody.shape;

export const passkeysEndpoints = {
  listPasskeys: endpoint('listPasskeys', { access: 'signedIn', response: ownPasskeys }),
  beginPasskey: endpoint('beginPasskey', {
    access: 'signedIn',
    body: z.object({ proof }),
    response: creationOptions,
  }),
  /** The person's first one ends their other sessions. Recovery codes are made where there are none, and answered once. */
  addPasskey: endpoint('addPasskey', {
    access: 'signedIn',
    body: z.object({ name: passkeyName, passkey: attestation }),
    response: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
  }),
  /** To prove by a passkey that it is the person who asks. */
  confirmByPasskey: endpoint('confirmByPasskey', { access: 'signedIn', response: requestOptions }),
  renamePasskey: endpoint('renamePasskey', {
    access: 'signedIn',
    params: idParams,
    body: z.object({ name: passkeyName }),
    response: passkey,
  }),
  /** Not the last second factor while a workspace of theirs requires one. */
  removePasskey: endpoint('removePasskey', {
    access: 'signedIn',
    params: idParams,
    body: z.object({ proof }),
    response: z.object({ ok: z.literal(true) }),
  }),
  /** A sign-in by a passkey alone. The browser shows those that it has for this address. */
  beginPasskeySignIn: endpoint('beginPasskeySignIn', { access: 'public', response: requestOptions }),
  signInByPasskey: endpoint('signInByPasskey', {
    access: 'public',
    body: z.object({ passkey: assertion }),
    response: currentUser,
  }),
  /** The second step of a sign-in, by a passkey of the account. */
  beginPasskeyStep: endpoint('beginPasskeyStep', {
    access: 'public',
    body: z.object({ challenge }),
    response: requestOptions,
  }),
  loginByPasskey: endpoint('loginByPasskey', {
    access: 'public',
    body: z.object({ challenge, passkey: assertion }),
    response: currentUser,
  }),
};
