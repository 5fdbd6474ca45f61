/** Sign-in with the identity provider (OpenID Connect): the redirects, a person's own identity, and sign-on rules. */
import { z } from 'zod';
import { currentPassword, user, uuid } from './access.ts';
import { endpoint, roles } from './endpoint.ts';

/** A sign-on rule: people whose claim has this value get this role in the workspace. */
export const signOnRule = z.object({ id: uuid, claim: z.string(), value: z.string(), role: z.enum(roles) });
export type SignOnRule = z.infer<typeof signOnRule>;

export const mostSignOnRules = 50;

export const signOnRuleBody = z.object({
  claim: z.string().trim().min(1, 'El nombre del atributo es requerido').max(200, 'Como máximo 200 caracteres'),
  value: z.string().trim().min(1, 'El valor es requerido').max(300, 'Como máximo 300 caracteres'),
  role: z.enum(roles),
});

/** The person's own identity at the provider. `subject` is the provider's id of the person. */
export const ownIdentity = z.object({
  provider: z.string(),
  linkedAt: z.iso.datetime().nullable(),
  subject: z.string().nullable(),
  /** False if it is the person's only way of signing in. */
  canUnlink: z.boolean(),
});
export type OwnIdentity = z.infer<typeof ownIdentity>;

const ok = z.object({ ok: z.literal(true) });
const admins = { role: 'admin', workspace: 'current' } as const;
const tokens = false;

export const singleSignOnEndpoints = {
  /** Redirects the browser to the provider. `next` is the page that the person wanted. */
  startSignOn: endpoint('startSignOn', {
    access: 'public',
    query: z.object({ next: z.string().max(2_000).optional() }),
  }),
  /** The provider redirects the browser here with its own parameters. */
  finishSignOn: endpoint('finishSignOn', { access: 'public', query: z.looseObject({}) }),
  /** The provider reports with a signed token that a person signed out. */
  receiveLogout: endpoint('receiveLogout', { access: 'public' }),
  getOwnIdentity: endpoint('getOwnIdentity', { access: 'signedIn', response: ownIdentity }),
  /** Returns the provider's URL. The identity is linked when the person returns in the same session. */
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
  /** For admins who may set the person's password. `subject` is the provider's id of the person; null unlinks. */
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
  /** Deletes the rule. Memberships that it gave end at each person's next sign-in. */
  deleteSignOnRule: endpoint('deleteSignOnRule', {
    access: admins,
    tokens,
    params: z.object({ id: uuid }),
    response: ok,
  }),
};
