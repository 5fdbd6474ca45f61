/**
 * API endpoints for a user's passkeys (WebAuthn), and for signing in with one. A passkey alone counts as two factors,
 * because its device asks for a fingerprint, a face or a PIN. WebAuthn options have the browser's JSON format.
 */
import { z } from 'zod';
import { currentUserSchema, loginCodeBodySchema, uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';

export const maxPasskeysPerUser = 20;

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
/** A WebAuthn credential id. It has at most 1,023 bytes, which are 1,364 characters in base64url. */
const credentialId = base64url(1_364);

/** A passkey's signature of a challenge, in the form of `navigator.credentials.get` in the browser. */
const assertion = z.object({
  id: credentialId,
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(4_000),
  /**
   * User handle: the user's id that is stored in the passkey. May be missing if the WebAuthn options listed the passkey
   * in `allowCredentials`.
   */
  userHandle: base64url(100).optional(),
});
export type PasskeyAssertion = z.infer<typeof assertion>;

/** A new passkey, in the form of `navigator.credentials.create` in the browser. */
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
 * Proof of identity, without which a session may not change passkeys: an existing passkey, or the password. If the
 * account has a second factor, the password needs `code` too.
 */
const proof = z.union([
  z.object({ passkey: assertion }),
  z.object({
    password: z.string().min(1, 'La contraseña es requerida').max(1000),
    code: z.string().trim().max(40, 'Como máximo 40 caracteres').optional(),
  }),
]);
export type PasskeyChangeProof = z.infer<typeof proof>;

const passkeyName = z.string().trim().min(1, 'El nombre es requerido').max(60, 'Como máximo 60 caracteres');

export const passkeySchema = z.object({
  id: uuidSchema,
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** True if the passkey is synced to several devices. False if it never leaves its device. */
  isSynced: z.boolean(),
  /** The only host where the passkey works. */
  host: z.string(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/**
 * Passkeys of the signed-in user. `host`: host name for which new passkeys can be created; null if none can be created.
 * `asksCode`: a sign-in with a password also requires a code.
 */
const ownPasskeys = z.object({
  passkeys: z.array(passkeySchema),
  host: z.string().nullable(),
  hasPassword: z.boolean(),
  asksCode: z.boolean(),
});
export type OwnPasskeysStatus = z.infer<typeof ownPasskeys>;

const idParams = z.object({ id: uuidSchema });
const { challenge } = loginCodeBodySchema.shape;

export const passkeysEndpoints = {
  listPasskeys: defineEndpoint('listPasskeys', { access: 'signedIn', response: ownPasskeys }),
  beginPasskey: defineEndpoint('beginPasskey', {
    access: 'signedIn',
    body: z.object({ proof }),
    response: creationOptions,
  }),
  /** Adds a passkey. If it is the user's first, their other sessions end. Creates recovery codes if there are none. */
  addPasskey: defineEndpoint('addPasskey', {
    access: 'signedIn',
    body: z.object({ name: passkeyName, passkey: attestation }),
    response: z.object({ passkey: passkeySchema, recoveryCodes: z.array(z.string()).nullable() }),
  }),
  /**
   * Returns WebAuthn options for confirming the user's identity by passkey. With them, the browser creates the
   * passkey's signature, which other endpoints take as `proof`.
   */
  confirmByPasskey: defineEndpoint('confirmByPasskey', { access: 'signedIn', response: requestOptions }),
  renamePasskey: defineEndpoint('renamePasskey', {
    access: 'signedIn',
    params: idParams,
    body: z.object({ name: passkeyName }),
    response: passkeySchema,
  }),
  /** Removes a passkey. Refused if it is the user's last second factor and one of their workspaces requires one. */
  removePasskey: defineEndpoint('removePasskey', {
    access: 'signedIn',
    params: idParams,
    body: z.object({ proof }),
    response: z.object({ ok: z.literal(true) }),
  }),
  /** Returns WebAuthn options to sign in by passkey alone. The browser then offers its passkeys for this host. */
  beginPasskeySignIn: defineEndpoint('beginPasskeySignIn', { access: 'public', response: requestOptions }),
  signInByPasskey: defineEndpoint('signInByPasskey', {
    access: 'public',
    body: z.object({ passkey: assertion }),
    response: currentUserSchema,
  }),
  /** Returns WebAuthn options for the second step of a sign-in by password, with a passkey of the account. */
  beginPasskeyStep: defineEndpoint('beginPasskeyStep', {
    access: 'public',
    body: z.object({ challenge }),
    response: requestOptions,
  }),
  loginByPasskey: defineEndpoint('loginByPasskey', {
    access: 'public',
    body: z.object({ challenge, passkey: assertion }),
    response: currentUserSchema,
  }),
};
