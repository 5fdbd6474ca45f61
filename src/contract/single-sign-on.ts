/** API endpoints for the identity provider (OpenID Connect): sign-in, a user's identity, and sign-on rules. */
import { z } from 'zod';
import { currentPassword, user, uuid } from './access.ts';
import { endpoint, roles } from './endpoint.ts';

/** A sign-on rule: people with this value of the claim at the identity provider get `role` in the workspace. */
export const signOnRule = z.object({ id: uuid, claim: z.string(), value: z.string(), role: z.enum(roles) });
export type SignOnRule = z.infer<typeof signOnRule>;

export const mostSignOnRules = 50;

export const signOnRuleBody = z.object({
  claim: z.string().trim().min(1, 'El nombre del atributo es requerido').max(200, 'Como máximo 200 caracteres'),
  value: z.string().trim().min(1, 'El valor es requerido').max(300, 'Como máximo 300 caracteres'),
  role: z.enum(roles),
});

/** The caller's identity at the identity provider. `subject`: the provider's id of the person. */
export const ownIdentity = z.object({
  provider: z.string(),
  linkedAt: z.iso.datetime().nullable(),
  subject: z.string().nullable(),
  /** False if the identity provider is the user's only way to sign in. */
  canUnlink: z.boolean(),
});
export type OwnIdentity = z.infer<typeof ownIdentity>;

const ok = z.object({ ok: z.literal(true) });
const admins = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const singleSignOnEndpoints = {
  /** Redirects to the identity provider's sign-in page. `next`: page of the console to open afterwards. */
  startSignOn: endpoint('startSignOn', {
    access: 'public',
    query: z.object({ next: z.string().max(2_000).optional() }),
  }),
  /** Where the identity provider sends the browser after the sign-in, with query parameters of its own. */
  finishSignOn: endpoint('finishSignOn', { access: 'public', query: z.looseObject({}) }),
  /** Back-channel logout: the identity provider reports, by a signed token, that a person signed out there. */
  receiveLogout: endpoint('receiveLogout', { access: 'public' }),
  getOwnIdentity: endpoint('getOwnIdentity', { access: 'signedIn', response: ownIdentity }),
  /** Returns the identity provider's URL. When the caller comes back in the same session, their identity is linked. */
  linkOwnIdentity: endpoint('linkOwnIdentity', {
    access: 'signedIn',
    body: z.object({ currentPassword }),
    response: z.object({ url: z.string() }),
  }),
  unlinkOwnIdentity: endpoint('unlinkOwnIdentity', {
    access: 'signedIn',
    body: z.object({ currentPassword }),
    response: ok,
  }),
  /** Links a user's identity; `subject` null unlinks it. The caller must be allowed to set the user's password. */
  setUserIdentity: endpoint('setUserIdentity', {
    access: admins,
    tokens,
    params: z.object({ id: uuid }),
    body: z.object({ subject: z.string().trim().min(1).max(255, 'Como máximo 255 caracteres').nullable() }),
    response: user,
  }),
  /** Oldest first. */
  listSignOnRules: endpoint('listSignOnRules', { access: admins, tokens, response: z.array(signOnRule) }),
  createSignOnRule: endpoint('createSignOnRule', {
    access: admins,
    tokens,
    body: signOnRuleBody,
    response: z.object({ id: uuid }),
    status: 201,
  }),
  /** Deletes a sign-on rule. Members who joined by it lose their membership at their next sign-in. */
  deleteSignOnRule: endpoint('deleteSignOnRule', {
    access: admins,
    tokens,
    params: z.object({ id: uuid }),
    response: ok,
  }),
};
