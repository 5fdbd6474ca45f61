/** API endpoints for the identity provider (OpenID Connect): sign-in, a user's identity, and sign-on rules. */
import { z } from 'zod';
import { currentPasswordSchema, userAccountSchema, uuidSchema } from './access.ts';
import { defineEndpoint, memberRoles } from './endpoint.ts';

/** A sign-on rule: people with this value of the claim at the identity provider get `role` in the workspace. */
export const signOnRuleSchema = z.object({
  id: uuidSchema,
  claim: z.string(),
  value: z.string(),
  role: z.enum(memberRoles),
});
export type SignOnRule = z.infer<typeof signOnRuleSchema>;

export const maxSignOnRules = 50;

export const signOnRuleBodySchema = z.object({
  claim: z.string().trim().min(1, 'El nombre del atributo es requerido').max(200, 'Como máximo 200 caracteres'),
  value: z.string().trim().min(1, 'El valor es requerido').max(300, 'Como máximo 300 caracteres'),
  role: z.enum(memberRoles),
});

/** The signed-in user's identity at the identity provider. `subject`: the provider's id of the person. */
export const linkedIdentityStatusSchema = z.object({
  provider: z.string(),
  linkedAt: z.iso.datetime().nullable(),
  subject: z.string().nullable(),
  /** False if the identity provider is the user's only way to sign in. */
  canUnlink: z.boolean(),
});
export type LinkedIdentityStatus = z.infer<typeof linkedIdentityStatusSchema>;

const ok = z.object({ ok: z.literal(true) });
const admins = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const singleSignOnEndpoints = {
  /** Redirects to the identity provider's sign-in page. `next`: page of the console to open afterwards. */
  startSignOn: defineEndpoint('startSignOn', {
    access: 'public',
    query: z.object({ next: z.string().max(2_000).optional() }),
  }),
  /**
   * URL to which the identity provider redirects after the sign-in. Any query parameter is accepted, because identity
   * providers add their own.
   */
  finishSignOn: defineEndpoint('finishSignOn', { access: 'public', query: z.looseObject({}) }),
  /** Back-channel logout: the identity provider reports, by a signed token, that a person signed out there. */
  receiveLogout: defineEndpoint('receiveLogout', { access: 'public' }),
  getOwnIdentity: defineEndpoint('getOwnIdentity', { access: 'signedIn', response: linkedIdentityStatusSchema }),
  /** Returns the identity provider's URL. When the user returns from it in the same session, the identity is linked. */
  linkOwnIdentity: defineEndpoint('linkOwnIdentity', {
    access: 'signedIn',
    body: z.object({ currentPassword: currentPasswordSchema }),
    response: z.object({ url: z.string() }),
  }),
  unlinkOwnIdentity: defineEndpoint('unlinkOwnIdentity', {
    access: 'signedIn',
    body: z.object({ currentPassword: currentPasswordSchema }),
    response: ok,
  }),
  /**
   * Links a user to a person (`subject`) of the identity provider. If `subject` is null, removes the link. Needs the
   * right to set the user's password.
   */
  setUserIdentity: defineEndpoint('setUserIdentity', {
    access: admins,
    tokens,
    params: z.object({ id: uuidSchema }),
    body: z.object({ subject: z.string().trim().min(1).max(255, 'Como máximo 255 caracteres').nullable() }),
    response: userAccountSchema,
  }),
  /** Oldest first. */
  listSignOnRules: defineEndpoint('listSignOnRules', { access: admins, tokens, response: z.array(signOnRuleSchema) }),
  createSignOnRule: defineEndpoint('createSignOnRule', {
    access: admins,
    tokens,
    body: signOnRuleBodySchema,
    response: z.object({ id: uuidSchema }),
    status: 201,
  }),
  /** Deletes a sign-on rule. Members who joined by it lose their membership at their next sign-in. */
  deleteSignOnRule: defineEndpoint('deleteSignOnRule', {
    access: admins,
    tokens,
    params: z.object({ id: uuidSchema }),
    response: ok,
  }),
};
