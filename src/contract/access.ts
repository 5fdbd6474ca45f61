/** API endpoints and schemas for signing in, the current user, workspaces, their members, and user accounts. */
import { z } from 'zod';
import { defineEndpoint, memberRoles } from './endpoint.ts';
import { momentSchema } from './inputs.ts';
import { workspaceCurrencies, dateLocales } from './regional.ts';

export const uuidSchema = z.uuid();

/**
 * Methods for the first step of a sign-in. `oidc` is a sign-in through the installation's identity provider (OpenID
 * Connect).
 */
export const signInWays = ['password', 'passkey', 'oidc'] as const;
export type SignInWay = (typeof signInWays)[number];

/**
 * Methods for the second step of a sign-in, for users with a second factor. `totp` is a code from an authenticator app.
 */
export const secondFactorKinds = ['totp', 'recovery', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];

export const currentUserSchema = z.object({
  id: uuidSchema,
  username: z.string(),
  email: z.string().nullable(),
  /** False if the user has no home workspace. This is so for the first user until they create a workspace. */
  hasHome: z.boolean(),
  /** False if the user has no password and signs in by other ways only. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /**
   * Time when somebody else removed the user's second factor; null once the user has seen the notice. `by` is null if
   * the server's operator removed it.
   */
  secondFactorReset: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUserSchema>;

/** A workspace, with the caller's `role` in it. Of the provider's API key, only the last four characters are sent. */
export const workspaceSchema = z.object({
  id: uuidSchema,
  name: z.string(),
  description: z.string().nullable(),
  role: z.enum(memberRoles),
  retellWorkspaceId: z.string().nullable(),
  apiKeyLast4: z.string(),
  timeZone: z.string(),
  dateLocale: z.enum(dateLocales),
  currency: z.enum(workspaceCurrencies),
  /**
   * Price of one US dollar in the workspace's `currency`, and the date of that rate. If null, costs are shown in
   * dollars.
   */
  usdRate: z.object({ rate: z.number(), date: z.iso.date() }).nullable(),
  /** Deadline for setting up the second factor that the workspace requires. Null if the caller need not act. */
  secondFactorDueAt: z.iso.datetime().nullable(),
  isCurrent: z.boolean(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

const text = (max: number) => z.string().trim().max(max, `Como máximo ${max} caracteres`);
const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

export const loginBodySchema = z.object({
  username: z.string().trim().min(1, 'El nombre de usuario es requerido').max(100),
  password: z.string().min(1, 'La contraseña es requerida').max(1000),
});

/**
 * Response to a correct password if a second factor is also required. It is valid for 5 minutes. `kinds` are the
 * accepted methods.
 */
export const secondFactorChallengeSchema = z.object({
  challenge: z.string(),
  kinds: z.array(z.enum(secondFactorKinds)),
});
export type SecondFactorChallenge = z.infer<typeof secondFactorChallengeSchema>;

/** A second-factor code: six digits of an app, or a recovery code. Spaces and hyphens are allowed. */
const secondFactorCode = z.string().trim().min(1, 'El código es requerido').max(40, 'Como máximo 40 caracteres');

export const loginCodeBodySchema = z.object({ challenge: z.string().min(1).max(100), code: secondFactorCode });

/**
 * The caller's second factors. `confirmedAt` is the time at which the authenticator app was confirmed. `requiredBy` are
 * the workspaces that require a second factor.
 */
export const secondFactorStatusSchema = z.object({
  confirmedAt: z.iso.datetime().nullable(),
  hasPasskeys: z.boolean(),
  codesLeft: z.number().int(),
  requiredBy: z.array(z.string()),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>;

/** Secret for a new authenticator app, in base32 and as the URI that its QR code contains. It is sent only once. */
export const newAuthenticatorSecretSchema = z.object({ secret: z.string(), uri: z.string() });
/** Answered once. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

/** The API key is sent in an HTTP header, so only printable Latin-1 characters are allowed. */
const providerKey = z
  .string()
  .trim()
  .min(1, 'La API Key de Retell es requerida')
  .max(500, 'Como máximo 500 caracteres')
  .regex(/^[\u0020-\u007e\u00a0-\u00ff]*$/, 'La API Key de Retell solo lleva letras, números y signos');

export const createWorkspaceBodySchema = z.object({
  name: text(120).min(1, 'El nombre es requerido'),
  description: optionalText(500),
  retellApiKey: providerKey,
  retellWorkspaceId: optionalText(200),
  /** Key with which Retell signs the workspace's webhooks, if it is not the API key. */
  retellWebhookKey: optionalText(500),
});
export type CreateWorkspaceBody = z.input<typeof createWorkspaceBodySchema>;

/** Changes to a workspace. Omitted fields keep their values. A replaced API key still verifies webhooks for 24 h. */
export const updateWorkspaceBodySchema = z.object({
  name: text(120).min(1, 'El nombre es requerido').optional(),
  description: optionalText(500).optional(),
  retellWorkspaceId: optionalText(200).optional(),
  retellApiKey: providerKey.optional(),
  /** Key with which Retell signs the workspace's webhooks. If it is null, Retell signs them with the API key. */
  retellWebhookKey: optionalText(500).optional(),
});
export type UpdateWorkspaceBody = z.input<typeof updateWorkspaceBodySchema>;

/**
 * A member of a workspace (`active`), or a user whose invitation is unanswered (`pending`). If pending, `id` is the
 * invitation's id, `username` is as the admin typed it, and the personal fields are empty. `lastAccessAt`: the user's
 * last request or sign-in, in any workspace. `isActive`: the account may sign in.
 */
export const workspaceMemberSchema = z.object({
  id: uuidSchema,
  state: z.enum(['active', 'pending']),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(memberRoles),
  isActive: z.boolean(),
  lastAccessAt: z.iso.datetime().nullable(),
});
export type WorkspaceMember = z.infer<typeof workspaceMemberSchema>;

export const addMemberBodySchema = z.object({
  username: z.string().trim().min(1, 'Por favor ingresa un nombre de usuario').max(100),
  role: z.enum(memberRoles).default('operator'),
});

/** An open invitation to a workspace that the caller received: not answered, not withdrawn, not expired. */
export const workspaceInvitationSchema = z.object({
  id: uuidSchema,
  workspaceName: z.string(),
  role: z.enum(memberRoles),
  /** Username of who sent it. */
  invitedBy: z.string(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type WorkspaceInvitation = z.infer<typeof workspaceInvitationSchema>;

/** A user account in user management. `isActive` is a string because the specification requires it. */
export const userAccountSchema = z.object({
  id: uuidSchema,
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isActive: z.enum(['true', 'false']),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Belongs to a workspace, to whichever. */
  hasWorkspace: z.boolean(),
  /** True if the caller may edit or delete this user. Nobody may delete their own account. */
  canManage: z.boolean(),
  /**
   * True if the caller may set the user's password. For this, the caller must be an admin of all the user's workspaces
   * and of the workspace where the user was created.
   */
  canSetPassword: z.boolean(),
  /** Number of the user's valid API tokens. 0 if the caller may not set the user's password. */
  tokens: z.number().int(),
  /** True if the account has a second factor. Null if the caller may not manage the account. */
  hasSecondFactor: z.boolean().nullable(),
  /** The user's id at the identity provider. Null if none is linked, or if the caller may not manage the account. */
  identity: z.string().nullable(),
  /** True if a sign-in by the identity provider created the account. Then no admin may set its password. */
  cameByProvider: z.boolean(),
  /** True if the user has no password yet and never signed in. False if the caller may not manage the account. */
  awaitsPassword: z.boolean(),
});
export type UserAccount = z.infer<typeof userAccountSchema>;

/**
 * Link with which a new user sets the first password. It was mailed to the address `sentTo`. If `sentTo` is null, the
 * admin must pass on the link with `token`.
 */
export const accountInvitationSchema = z.object({ sentTo: z.string().nullable(), token: z.string().nullable() });
export type AccountInvitation = z.infer<typeof accountInvitationSchema>;
export const createdUserSchema = userAccountSchema.extend({ invitation: accountInvitationSchema.nullable() });
export type CreatedUser = z.infer<typeof createdUserSchema>;

export const newPasswordSchema = z.string().min(6, 'La contraseña debe tener al menos 6 caracteres').max(1000);
const username = text(100).min(1, 'El nombre de usuario es requerido');
const email = z
  .union([z.literal(''), z.email('Email inválido').max(200)])
  .nullish()
  .transform((value) => value || null);

/** True if the user's API tokens are to be revoked too, when the password changes or the user's sessions end. */
const revokeTokens = z.boolean().optional();

export const createUserBodySchema = z.object({
  username,
  /** The new user's password. If it is missing, the user is invited to set one. */
  password: newPasswordSchema.optional(),
  email,
  firstName: optionalText(100),
  lastName: optionalText(100),
  /**
   * The new user's role in the caller's current workspace. The admins of that workspace also manage the new user's
   * account.
   */
  role: z.enum(memberRoles).default('operator'),
});
export type CreateUserBody = z.input<typeof createUserBodySchema>;

export const updateUserBodySchema = z.object({
  username,
  /** The user's new password. If it is empty or missing, the password does not change. */
  password: z.union([z.literal(''), newPasswordSchema]).optional(),
  email,
  firstName: optionalText(100),
  lastName: optionalText(100),
  isActive: z.enum(['true', 'false']),
  revokeTokens,
});
export type UpdateUserBody = z.input<typeof updateUserBodySchema>;

export const currentPasswordSchema = z.string().min(1, 'La contraseña actual es requerida').max(1000);

export const changeOwnPasswordBodySchema = z.object({
  /** The caller's current password. Users without one may omit it within ten minutes after signing in. */
  currentPassword: currentPasswordSchema.optional(),
  newPassword: newPasswordSchema,
  revokeTokens,
});
export type ChangeOwnPasswordBody = z.input<typeof changeOwnPasswordBodySchema>;

/**
 * Summary of the failed sign-ins to the caller's account from unknown browsers. The server sends it only if there were
 * at least five.
 */
export const failedSignInsSummarySchema = z.object({
  count: z.number().int(),
  addressCount: z.number().int(),
  addresses: z.array(z.string()),
  lastAt: z.iso.datetime(),
});
export type FailedSignInsSummary = z.infer<typeof failedSignInsSummarySchema>;
const signInFailuresAnswer = z.object({ failures: failedSignInsSummarySchema.nullable() });

/** The installation's name and version, and the ways to sign in that its sign-in screen offers. */
export const appInfoSchema = z.object({
  appName: z.string(),
  version: z.string(),
  /** When the web page was built, in ISO 8601. 'N/A' if the server runs without a built page. */
  buildDate: z.string(),
  signIn: z.object({
    password: z.boolean(),
    /** Somebody has a passkey. */
    passkey: z.boolean(),
    /** The identity provider's name, for the sign-in button. Null if there is no identity provider. */
    oidc: z.string().nullable(),
    recovery: z.boolean(),
    /** This server sends links by mail. */
    canMailLinks: z.boolean(),
  }),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

const ok = z.object({ ok: z.literal(true) });
const admins = { role: 'admin', workspace: 'path' } as const;
const memberParams = z.object({ id: uuidSchema, userId: uuidSchema });

export const accessEndpoints = {
  login: defineEndpoint('login', {
    access: 'public',
    body: loginBodySchema,
    response: z.union([currentUserSchema, secondFactorChallengeSchema]),
  }),
  loginByCode: defineEndpoint('loginByCode', {
    access: 'public',
    body: loginCodeBodySchema,
    response: currentUserSchema,
  }),
  logout: defineEndpoint('logout', { access: 'signedIn', response: z.object({ ok: z.literal(true) }) }),
  /** Ends all sessions of the caller except the current one, and closes their WebSockets. */
  endOtherSessions: defineEndpoint('endOtherSessions', {
    access: 'signedIn',
    body: z.object({ revokeTokens }).nullish(),
    response: z.object({ ended: z.number().int(), revoked: z.number().int() }),
  }),
  /** Counts the caller's valid API tokens in all workspaces. */
  countOwnTokens: defineEndpoint('countOwnTokens', {
    access: 'signedIn',
    response: z.object({ count: z.number().int() }),
  }),
  getSignInFailures: defineEndpoint('getSignInFailures', { access: 'signedIn', response: signInFailuresAnswer }),
  /**
   * Marks the caller's failed sign-ins up to the time `until` as seen. Returns a summary of the later failed sign-ins.
   */
  markSignInFailuresRead: defineEndpoint('markSignInFailuresRead', {
    access: 'signedIn',
    body: z.object({ until: momentSchema }),
    response: signInFailuresAnswer,
  }),
  currentUser: defineEndpoint('currentUser', { access: 'signedIn', response: currentUserSchema }),
  autoAssignWorkspace: defineEndpoint('autoAssignWorkspace', { access: 'signedIn', response: workspaceSchema }),
  appInfo: defineEndpoint('appInfo', {
    access: 'public',
    response: appInfoSchema,
  }),
  listWorkspaces: defineEndpoint('listWorkspaces', { access: 'signedIn', response: z.array(workspaceSchema) }),
  currentWorkspace: defineEndpoint('currentWorkspace', { access: 'signedIn', response: workspaceSchema }),
  createWorkspace: defineEndpoint('createWorkspace', {
    access: 'signedIn',
    body: createWorkspaceBodySchema,
    response: workspaceSchema,
    status: 201,
  }),
  switchWorkspace: defineEndpoint('switchWorkspace', {
    access: { role: 'operator', workspace: 'path' },
    params: z.object({ id: uuidSchema }),
    response: workspaceSchema,
  }),
  updateWorkspace: defineEndpoint('updateWorkspace', {
    access: admins,
    params: z.object({ id: uuidSchema }),
    body: updateWorkspaceBodySchema,
    response: workspaceSchema,
  }),
  /** Audited, never cached. */
  showApiKey: defineEndpoint('showApiKey', {
    access: admins,
    params: z.object({ id: uuidSchema }),
    response: z.object({ apiKey: z.string() }),
  }),
  listMembers: defineEndpoint('listMembers', {
    access: admins,
    params: z.object({ id: uuidSchema }),
    response: z.array(workspaceMemberSchema),
  }),
  /**
   * Endpoint that adds a user to a workspace at once if the caller administers the workspace where the user was
   * created. Otherwise it creates an invitation, even if no user with this name exists.
   */
  addMember: defineEndpoint('addMember', {
    access: admins,
    params: z.object({ id: uuidSchema }),
    body: addMemberBodySchema,
    response: workspaceMemberSchema,
    status: 201,
  }),
  changeMemberRole: defineEndpoint('changeMemberRole', {
    access: admins,
    params: memberParams,
    body: z.object({ role: z.enum(memberRoles) }),
    response: workspaceMemberSchema,
  }),
  /** Removes a member from the workspace. If the member is still pending, the invitation is withdrawn. */
  removeMember: defineEndpoint('removeMember', { access: admins, params: memberParams, response: ok }),
  /** Lists the caller's invitations, newest first. */
  listInvitations: defineEndpoint('listInvitations', {
    access: 'signedIn',
    response: z.array(workspaceInvitationSchema),
  }),
  /**
   * Accepts an invitation. If the caller's session has no current workspace, the invitation's workspace becomes the
   * current one.
   */
  acceptInvitation: defineEndpoint('acceptInvitation', {
    access: 'signedIn',
    params: z.object({ id: uuidSchema }),
    response: workspaceSchema,
  }),
  refuseInvitation: defineEndpoint('refuseInvitation', {
    access: 'signedIn',
    params: z.object({ id: uuidSchema }),
    response: ok,
  }),
  /** Lists users who share a workspace with the caller, or whose home workspace the caller administers. */
  listUsers: defineEndpoint('listUsers', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    response: z.array(userAccountSchema),
  }),
  createUser: defineEndpoint('createUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    body: createUserBodySchema,
    response: createdUserSchema,
    status: 201,
  }),
  updateUser: defineEndpoint('updateUser', {
    // Editing a user requires an admin of the workspace where the user was created. Setting a new password requires an
    // admin of all workspaces of the user.
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuidSchema }),
    body: updateUserBodySchema,
    response: userAccountSchema,
  }),
  deleteUser: defineEndpoint('deleteUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuidSchema }),
    response: ok,
  }),
  /**
   * Removes a user's second factor, ends the user's sessions and notifies the user. Allowed for callers who may set the
   * user's password.
   */
  resetSecondFactor: defineEndpoint('resetSecondFactor', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuidSchema }),
    response: userAccountSchema,
  }),
  getSecondFactor: defineEndpoint('getSecondFactor', { access: 'signedIn', response: secondFactorStatusSchema }),
  /**
   * Creates the secret of a new authenticator app, which becomes valid when it is confirmed. `code` is required if the
   * caller already has an authenticator app.
   */
  beginSecondFactor: defineEndpoint('beginSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode.optional() }),
    response: newAuthenticatorSecretSchema,
  }),
  /** Ends the person's other sessions. */
  confirmSecondFactor: defineEndpoint('confirmSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: recoveryCodesSchema,
  }),
  /** Replaces the caller's recovery codes. The earlier codes stop working. */
  renewRecoveryCodes: defineEndpoint('renewRecoveryCodes', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: recoveryCodesSchema,
  }),
  /**
   * Removes the caller's second factor. The server refuses this while one of the caller's workspaces requires a second
   * factor.
   */
  endSecondFactor: defineEndpoint('endSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: ok,
  }),
  /** Records that the caller has seen the notice that someone else removed the caller's second factor. */
  markSecondFactorResetSeen: defineEndpoint('markSecondFactorResetSeen', { access: 'signedIn', response: ok }),
  /** Ends the person's other sessions. */
  changeOwnPassword: defineEndpoint('changeOwnPassword', {
    access: 'signedIn',
    body: changeOwnPasswordBodySchema,
    response: ok,
  }),
};
