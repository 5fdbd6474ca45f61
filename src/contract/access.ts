/** Signing in, who am I, and the workspaces that a person belongs to. */
import { z } from 'zod';
import { endpoint, roles } from './endpoint.ts';
import { moment } from './inputs.ts';
import { currencies, dateLocales } from './regional.ts';

export const uuid = z.uuid();

/** The first step of a sign-in. `oidc`: by the identity provider of the installation. */
export const signInWays = ['password', 'passkey', 'oidc'] as const;
export type SignInWay = (typeof signInWays)[number];

/** The second step of a sign-in, for accounts with a second factor. `totp`: the code of an app. */
export const secondFactorKinds = ['totp', 'recovery', 'passkey'] as const;
export type SecondFactorKind = (typeof secondFactorKinds)[number];

export const currentUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.string().nullable(),
  /** False: made in no workspace, as the first user is, until they create one. */
  hasHome: z.boolean(),
  /** False: they sign in by another way alone. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Somebody took the person's second factor away, and they have not said that they saw it. `by` null: the operator of the machine. */
  secondFactorReset: z.object({ at: z.iso.datetime(), by: z.string().nullable() }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

/** A workspace as its members see it. `role` is the caller's own; `apiKeyLast4` is all that lists ever carry of a key. */
export const workspace = z.object({
  id: uuid,
  name: z.string(),
  description: z.string().nullable(),
  role: z.enum(roles),
  retellWorkspaceId: z.string().nullable(),
  apiKeyLast4: z.string(),
  timeZone: z.string(),
  dateLocale: z.enum(dateLocales),
  currency: z.enum(currencies),
  /** Units of `currency` for one US dollar, as of a date; null: costs read in dollars. */
  usdRate: z.object({ rate: z.number(), date: z.iso.date() }).nullable(),
  /** Until when the caller may do without the second factor that the workspace requires; null: they have it, or need none. */
  secondFactorDueAt: z.iso.datetime().nullable(),
  isCurrent: z.boolean(),
});
export type Workspace = z.infer<typeof workspace>;

const text = (max: number) => z.string().trim().max(max, `Como máximo ${max} caracteres`);
const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

export const loginBody = z.object({
  username: z.string().trim().min(1, 'El nombre de usuario es requerido').max(100),
  password: z.string().min(1, 'La contraseña es requerida').max(1000),
});

/**
 * The first step was right and the account has a second factor: one of `kinds` is asked for, with the challenge in hand, for five
 * minutes.
 */
export const codeAsked = z.object({ challenge: z.string(), kinds: z.array(z.enum(secondFactorKinds)) });
export type CodeAsked = z.infer<typeof codeAsked>;

/** A code of an app (six digits) or a recovery code, with or without spaces and hyphen. */
const secondFactorCode = z.string().trim().min(1, 'El código es requerido').max(40, 'Como máximo 40 caracteres');

export const loginCodeBody = z.object({ challenge: z.string().min(1).max(100), code: secondFactorCode });

/** The person's own. `confirmedAt`: of the app. `requiredBy`: names of their workspaces that require a second factor of them. */
export const secondFactor = z.object({
  confirmedAt: z.iso.datetime().nullable(),
  hasPasskeys: z.boolean(),
  codesLeft: z.number().int(),
  requiredBy: z.array(z.string()),
});
export type SecondFactor = z.infer<typeof secondFactor>;

/** Answered once: in base32, and as the address that apps read from a QR code. */
export const newSecondFactor = z.object({ secret: z.string(), uri: z.string() });
/** Answered once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** Travels in a header, which holds Latin letters and signs alone. */
const providerKey = z
  .string()
  .trim()
  .min(1, 'La API Key de Retell es requerida')
  .max(500, 'Como máximo 500 caracteres')
  .regex(/^[\u0020-\u007e\u00a0-\u00ff]*$/, 'La API Key de Retell solo lleva letras, números y signos');

export const createWorkspaceBody = z.object({
  name: text(120).min(1, 'El nombre es requerido'),
  description: optionalText(500),
  retellApiKey: providerKey,
  retellWorkspaceId: optionalText(200),
  /** The webhook-badged key, where the provider signs with another than the API key. */
  retellWebhookKey: optionalText(500),
});
export type CreateWorkspaceBody = z.input<typeof createWorkspaceBody>;

/** Fields that are not given stay. A key is checked at the provider first; the replaced one verifies webhooks for 24 h. */
export const updateWorkspaceBody = z.object({
  name: text(120).min(1, 'El nombre es requerido').optional(),
  description: optionalText(500).optional(),
  retellWorkspaceId: optionalText(200).optional(),
  retellApiKey: providerKey.optional(),
  /** The key of webhook signatures. Null: the provider signs with the API key again. */
  retellWebhookKey: optionalText(500).optional(),
});
export type UpdateWorkspaceBody = z.input<typeof updateWorkspaceBody>;

/**
 * Who belongs to a workspace (`active`), or is invited and has not answered (`pending`): then the id is the invitation's, the
 * username is as it was typed, and nothing else is told. `lastAccessAt`: the last request or sign-in of the person, anywhere.
 * `isActive`: the account may sign in.
 */
export const member = z.object({
  id: uuid,
  state: z.enum(['active', 'pending']),
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  role: z.enum(roles),
  isActive: z.boolean(),
  lastAccessAt: z.iso.datetime().nullable(),
});
export type Member = z.infer<typeof member>;

export const addMemberBody = z.object({
  username: z.string().trim().min(1, 'Por favor ingresa un nombre de usuario').max(100),
  role: z.enum(roles).default('operator'),
});

/** A workspace's offer to the person who asks, until they answer, it is withdrawn or its time is over. */
export const invitation = z.object({
  id: uuid,
  workspaceName: z.string(),
  role: z.enum(roles),
  /** Username of who sent it. */
  invitedBy: z.string(),
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** A user as the administration shows it. `isActive` is text, as the specification has it. */
export const user = z.object({
  id: uuid,
  username: z.string(),
  email: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isActive: z.enum(['true', 'false']),
  lastLogin: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** Belongs to a workspace, to whichever. */
  hasWorkspace: z.boolean(),
  /** The caller may change name, e-mail and status, and delete (never themself). */
  canManage: z.boolean(),
  /** The caller may set a password: of another, as an admin of their home and of every workspace, at least one, that they belong to. */
  canSetPassword: z.boolean(),
  /** API tokens that they made and that have not expired; 0 to whom may not set their password. */
  tokens: z.number().int(),
  /** True if the account has a second factor. Null if the caller may not manage the account. */
  hasSecondFactor: z.boolean().nullable(),
  /** The identity provider's id of the person, to whom may manage the account; null: none is linked. */
  identity: z.string().nullable(),
  /** True if the identity provider created the user. Only the user then sets a password or links an identity. */
  cameByProvider: z.boolean(),
  /** No password yet, and never signed in: whoever may set the password may invite. False to whom may not manage the account. */
  awaitsPassword: z.boolean(),
});
export type User = z.infer<typeof user>;

/** The link by which a person sets their first password: mailed to `sentTo`, or else `token`, shown this once, for the admin to pass on. */
export const accountInvitation = z.object({ sentTo: z.string().nullable(), token: z.string().nullable() });
export type AccountInvitation = z.infer<typeof accountInvitation>;
export const createdUser = user.extend({ invitation: accountInvitation.nullable() });
export type CreatedUser = z.infer<typeof createdUser>;

export const newPassword = z.string().min(6, 'La contraseña debe tener al menos 6 caracteres').max(1000);
const username = text(100).min(1, 'El nombre de usuario es requerido');
const email = z
  .union([z.literal(''), z.email('Email inválido').max(200)])
  .nullish()
  .transform((value) => value || null);

/** Beside a new password, or the end of sessions: API tokens that the person made end too. */
const revokeTokens = z.boolean().optional();

export const createUserBody = z.object({
  username,
  /** Missing: the account has none, and its person is invited to set it. */
  password: newPassword.optional(),
  email,
  firstName: optionalText(100),
  lastName: optionalText(100),
  /** In the current workspace, which becomes the user's home. */
  role: z.enum(roles).default('operator'),
});
export type CreateUserBody = z.input<typeof createUserBody>;

export const updateUserBody = z.object({
  username,
  /** The new password; empty or missing keeps the current one. */
  password: z.union([z.literal(''), newPassword]).optional(),
  email,
  firstName: optionalText(100),
  lastName: optionalText(100),
  isActive: z.enum(['true', 'false']),
  revokeTokens,
});
export type UpdateUserBody = z.input<typeof updateUserBody>;

export const currentPassword = z.string().min(1, 'La contraseña actual es requerida').max(1000);

export const changeOwnPasswordBody = z.object({
  /** Left out by a person who has no password yet, and signed in within the last ten minutes. */
  currentPassword: currentPassword.optional(),
  newPassword,
  revokeTokens,
});
export type ChangeOwnPasswordBody = z.input<typeof changeOwnPasswordBody>;

/** Failed sign-ins against one's own account, from browsers that were not known, since one last looked; from five on. */
export const signInFailures = z.object({
  count: z.number().int(),
  addressCount: z.number().int(),
  /** The addresses with most failed sign-ins, at most five. */
  addresses: z.array(z.string()),
  lastAt: z.iso.datetime(),
});
export type SignInFailures = z.infer<typeof signInFailures>;
const signInFailuresAnswer = z.object({ failures: signInFailures.nullable() });

/** The installation's name and version, and the ways of signing in that the first screen offers. */
export const appInfo = z.object({
  appName: z.string(),
  version: z.string(),
  /** ISO 8601, or 'N/A' while nothing has been built. */
  buildDate: z.string(),
  signIn: z.object({
    password: z.boolean(),
    /** Somebody has a passkey. */
    passkey: z.boolean(),
    /** The identity provider's name, for the button; null: there is none. */
    oidc: z.string().nullable(),
    /** A person who forgot their password can ask for a link. */
    recovery: z.boolean(),
    /** This server sends links by mail. */
    canMailLinks: z.boolean(),
  }),
});
export type AppInfo = z.infer<typeof appInfo>;

const ok = z.object({ ok: z.literal(true) });
const admins = { role: 'admin', workspace: 'path' } as const;
const memberParams = z.object({ id: uuid, userId: uuid });

export const accessEndpoints = {
  login: endpoint('login', { access: 'public', body: loginBody, response: z.union([currentUser, codeAsked]) }),
  /** The second step, for accounts with a second factor. */
  loginByCode: endpoint('loginByCode', { access: 'public', body: loginCodeBody, response: currentUser }),
  logout: endpoint('logout', { access: 'signedIn', response: z.object({ ok: z.literal(true) }) }),
  /** The person's own, but the one that asks; their sockets end at once. */
  endOtherSessions: endpoint('endOtherSessions', {
    access: 'signedIn',
    body: z.object({ revokeTokens }).nullish(),
    response: z.object({ ended: z.number().int(), revoked: z.number().int() }),
  }),
  /** API tokens that the person made, in whichever workspace, and that have not expired. */
  countOwnTokens: endpoint('countOwnTokens', { access: 'signedIn', response: z.object({ count: z.number().int() }) }),
  getSignInFailures: endpoint('getSignInFailures', { access: 'signedIn', response: signInFailuresAnswer }),
  /** The caller has seen those until then; answers what is left to tell. */
  markSignInFailuresRead: endpoint('markSignInFailuresRead', {
    access: 'signedIn',
    body: z.object({ until: moment }),
    response: signInFailuresAnswer,
  }),
  currentUser: endpoint('currentUser', { access: 'signedIn', response: currentUser }),
  autoAssignWorkspace: endpoint('autoAssignWorkspace', { access: 'signedIn', response: workspace }),
  appInfo: endpoint('appInfo', {
    access: 'public',
    response: appInfo,
  }),
  listWorkspaces: endpoint('listWorkspaces', { access: 'signedIn', response: z.array(workspace) }),
  currentWorkspace: endpoint('currentWorkspace', { access: 'signedIn', response: workspace }),
  createWorkspace: endpoint('createWorkspace', {
    // Editors of the current workspace, admins, and a person who belongs to none yet; the handler decides.
    access: 'signedIn',
    body: createWorkspaceBody,
    response: workspace,
    status: 201,
  }),
  switchWorkspace: endpoint('switchWorkspace', {
    access: { role: 'operator', workspace: 'path' },
    params: z.object({ id: uuid }),
    response: workspace,
  }),
  updateWorkspace: endpoint('updateWorkspace', {
    access: admins,
    params: z.object({ id: uuid }),
    body: updateWorkspaceBody,
    response: workspace,
  }),
  /** Audited, never cached. */
  showApiKey: endpoint('showApiKey', {
    access: admins,
    params: z.object({ id: uuid }),
    response: z.object({ apiKey: z.string() }),
  }),
  listMembers: endpoint('listMembers', { access: admins, params: z.object({ id: uuid }), response: z.array(member) }),
  /** Adds who is at home where the caller is an admin; invites everybody else, whether or not there is somebody of that name. */
  addMember: endpoint('addMember', {
    access: admins,
    params: z.object({ id: uuid }),
    body: addMemberBody,
    response: member,
    status: 201,
  }),
  changeMemberRole: endpoint('changeMemberRole', {
    access: admins,
    params: memberParams,
    body: z.object({ role: z.enum(roles) }),
    response: member,
  }),
  /** Removes a member. For a pending member, withdraws the invitation. */
  removeMember: endpoint('removeMember', { access: admins, params: memberParams, response: ok }),
  /** Lists the caller's invitations, newest first. */
  listInvitations: endpoint('listInvitations', { access: 'signedIn', response: z.array(invitation) }),
  /** The caller is a member at once; the workspace becomes current only for a session that has none. */
  acceptInvitation: endpoint('acceptInvitation', {
    access: 'signedIn',
    params: z.object({ id: uuid }),
    response: workspace,
  }),
  refuseInvitation: endpoint('refuseInvitation', { access: 'signedIn', params: z.object({ id: uuid }), response: ok }),
  /** Lists users who share a workspace with the caller, or whose home workspace the caller administers. */
  listUsers: endpoint('listUsers', {
    access: { role: 'editor', workspace: 'current' },
    tokens: false,
    response: z.array(user),
  }),
  /** The new user's home is the current workspace, where it is an operator at once. */
  createUser: endpoint('createUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    body: createUserBody,
    response: createdUser,
    status: 201,
  }),
  updateUser: endpoint('updateUser', {
    // The handler checks for an admin of the user's home, and for a password also of all the user's workspaces.
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuid }),
    body: updateUserBody,
    response: user,
  }),
  deleteUser: endpoint('deleteUser', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuid }),
    response: ok,
  }),
  /**
   * Removes a person's second factor, ends the person's sessions and notifies the person. Allowed to callers who may
   * set the person's password.
   */
  resetSecondFactor: endpoint('resetSecondFactor', {
    access: { role: 'admin', workspace: 'current' },
    tokens: false,
    params: z.object({ id: uuid }),
    response: user,
  }),
  getSecondFactor: endpoint('getSecondFactor', { access: 'signedIn', response: secondFactor }),
  /** A new secret. It is in force only once its app has given a code; `code`, of the current one, where there is one. */
  beginSecondFactor: endpoint('beginSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode.optional() }),
    response: newSecondFactor,
  }),
  /** Ends the person's other sessions. */
  confirmSecondFactor: endpoint('confirmSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: recoveryCodes,
  }),
  /** Replaces the person's recovery codes. Earlier codes stop working. */
  renewRecoveryCodes: endpoint('renewRecoveryCodes', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: recoveryCodes,
  }),
  /** Refused while one of the person's workspaces requires a second factor. */
  endSecondFactor: endpoint('endSecondFactor', {
    access: 'signedIn',
    body: z.object({ code: secondFactorCode }),
    response: ok,
  }),
  /** Notes that the person has seen that somebody removed their second factor. */
  markSecondFactorResetSeen: endpoint('markSecondFactorResetSeen', { access: 'signedIn', response: ok }),
  /** Ends the person's other sessions. */
  changeOwnPassword: endpoint('changeOwnPassword', { access: 'signedIn', body: changeOwnPasswordBody, response: ok }),
};
