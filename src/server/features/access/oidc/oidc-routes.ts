/** HTTP routes of single sign-on: redirects to the identity provider, linked identities, and sign-on rules. */
import type { FastifyReply } from 'fastify';
import { singleSignOnUrlFragments } from '../../../../contract/sign-on-fragments.ts';
import { maxSignOnRules, singleSignOnEndpoints as endpoints } from '../../../../contract/single-sign-on.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/errors.ts';
import { sessionCookieName, type EndpointBinder } from '../../../platform/http/route.ts';
import type { RequestIdentity } from '../../../platform/http/identity.ts';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { AuditLog } from '../../audit/index.ts';
import { readSignInBrowser, setSessionAndDeviceCookies } from '../access-routes.ts';
import { getRequestActor } from '../actor.ts';
import { readSelfServiceActor } from '../people/user-routes.ts';
import { assertActiveWorkspaceAdmin } from '../stores/member-store.ts';
import {
  deleteSignOnRuleRow,
  insertSignOnRule,
  lapseSignOnRuleInvitations,
  listWorkspaceSignOnRules,
} from '../stores/oidc-store.ts';
import { lockWorkspaces } from '../stores/workspace-store.ts';
import type { OidcIdentityLinkManager } from './own-identity.ts';
import { OidcFailure } from './provider-client.ts';
import type { OidcSessionChecks } from './provider-sessions.ts';
import type { SingleSignOn } from './sign-on.ts';

export interface OidcFeature {
  readonly signOn: SingleSignOn;
  readonly identities: OidcIdentityLinkManager;
  readonly sessions: OidcSessionChecks;
  /** Browsers reach this server by https. */
  readonly isSecure: boolean;
}

export interface OidcRoutesDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly audit: AuditLog;
  /**
   * The single sign-on feature. Null if no identity provider is configured, and its endpoints then respond with
   * `not_found`.
   */
  readonly oidc: OidcFeature | null;
  readonly findIdentity: (sessionToken: string) => Promise<RequestIdentity | null>;
}

const journeyCookie = 'vocero_oidc';
const journeyPath = '/api/auth/oidc';
const journeySeconds = 600;

const tooManyRules = `Hay un máximo de ${maxSignOnRules} reglas, y una por atributo y valor.`;
const unreachable = 'No se pudo llegar al proveedor de identidad. Intenta de nuevo en unos minutos.';

export function registerOidcRoutes(binder: EndpointBinder, deps: OidcRoutesDeps): void {
  registerJourney(binder, deps);
  registerIdentities(binder, deps);
  registerRules(binder, deps);
}

function existing(oidc: OidcFeature | null): OidcFeature {
  if (!oidc) throw new AppError('not_found');
  return oidc;
}

/**
 * Sets the cookie that remembers a single sign-on in progress. It is SameSite=Lax, because the identity provider
 * redirects to us from another site.
 */
function keepJourney({ isSecure }: OidcFeature, reply: FastifyReply, cookie: string): void {
  const flags = { path: journeyPath, httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  reply.setCookie(journeyCookie, cookie, { ...flags, maxAge: journeySeconds });
}

function registerJourney(binder: EndpointBinder, deps: OidcRoutesDeps): void {
  const failed = (next: string, reason: string): string => `${next}#${singleSignOnUrlFragments.failure}=${reason}`;

  binder.bind(endpoints.startSignOn, async ({ query, request, reply }) => {
    const oidc = existing(deps.oidc);
    // Refuse requests that another website causes, because it could start a single sign-on that replaces the user's
    // session.
    if (request.headers['sec-fetch-site'] === 'cross-site') return reply.redirect('/');
    try {
      const { url, cookie } = await oidc.signOn.begin(query.next ?? '/', null);
      keepJourney(oidc, reply, cookie);
      return await reply.redirect(url);
    } catch (error) {
      if (error instanceof OidcFailure) return reply.redirect(failed('/', error.reason));
      throw error;
    }
  });
  binder.bind(endpoints.finishSignOn, async ({ request, reply }) => {
    const oidc = existing(deps.oidc);
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const token = request.cookies[sessionCookieName];
    const identity = token === undefined ? null : await deps.findIdentity(token);
    const session = identity && readSelfServiceActor(identity, request);
    const end = await oidc.signOn.finish(query, request.cookies[journeyCookie], readSignInBrowser(request), session);
    reply.clearCookie(journeyCookie, { path: journeyPath });
    if (end.kind === 'entered') setSessionAndDeviceCookies(end.signedIn, request, reply, oidc.isSecure);
    const fragment = {
      entered: '',
      linked: `#${singleSignOnUrlFragments.linked}`,
      challenge:
        end.kind === 'challenge'
          ? `#${singleSignOnUrlFragments.challenge}=${[end.challenge, ...end.kinds].join('.')}`
          : '',
      failed: end.kind === 'failed' ? `#${singleSignOnUrlFragments.failure}=${end.reason}` : '',
    }[end.kind];
    return reply.redirect(end.next.split('#')[0] + fragment);
  });
  binder.bind(
    endpoints.receiveLogout,
    async ({ request, reply }) => {
      const oidc = existing(deps.oidc);
      const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
      try {
        await oidc.sessions.logOut(form.get('logout_token') ?? '');
      } catch (error) {
        if (error instanceof OidcFailure) throw new AppError('invalid_input', { cause: error });
        throw error;
      }
      return reply.code(200).send();
    },
    { rawBody: true, forMachines: true },
  );
}

function registerIdentities(binder: EndpointBinder, deps: OidcRoutesDeps): void {
  binder.bind(endpoints.getOwnIdentity, ({ identity }) => existing(deps.oidc).identities.read(identity.userId));
  binder.bind(endpoints.linkOwnIdentity, async ({ identity, body, request, reply }) => {
    const oidc = existing(deps.oidc);
    try {
      const by = readSelfServiceActor(identity, request);
      const { url, cookie } = await oidc.identities.beginLink(by, body.currentPassword);
      keepJourney(oidc, reply, cookie);
      return { url };
    } catch (error) {
      if (error instanceof OidcFailure) throw new AppError('unavailable', { message: unreachable, cause: error });
      throw error;
    }
  });
  binder.bind(endpoints.unlinkOwnIdentity, async ({ identity, body, request }) => {
    await existing(deps.oidc).identities.unlink(readSelfServiceActor(identity, request), body.currentPassword);
    return { ok: true as const };
  });
  binder.bind(endpoints.setUserIdentity, ({ identity, params, body, request }) =>
    existing(deps.oidc).identities.set(getRequestActor(identity, request), params.id, body.subject),
  );
}

function registerRules(binder: EndpointBinder, { db, clock, audit, oidc }: OidcRoutesDeps): void {
  binder.bind(endpoints.listSignOnRules, async ({ workspaceId }) => {
    existing(oidc);
    return listWorkspaceSignOnRules(db, workspaceId);
  });
  binder.bind(endpoints.createSignOnRule, async ({ identity: { userId, username }, workspaceId, body, request }) => {
    existing(oidc);
    const id = await db.transaction().execute(async (tx) => {
      await lockWorkspaces(tx, [workspaceId]);
      await assertActiveWorkspaceAdmin(tx, userId, workspaceId);
      const made = await insertSignOnRule(tx, { ...body, workspaceId, createdBy: userId }, maxSignOnRules);
      if (made === null) throw new AppError('conflict', { message: tooManyRules });
      const about = { workspaceId, userId, username, address: request.ip, target: made };
      await audit.record({ ...about, action: 'settings.sign_on_rule_created', details: body }, tx);
      return made;
    });
    return { id };
  });
  binder.bind(endpoints.deleteSignOnRule, async ({ identity: { userId, username }, workspaceId, params, request }) => {
    existing(oidc);
    await db.transaction().execute(async (tx) => {
      const rule = await deleteSignOnRuleRow(tx, workspaceId, params.id);
      if (!rule) throw new AppError('not_found');
      await lapseSignOnRuleInvitations(tx, workspaceId, clock.now(), null);
      const about = { workspaceId, userId, username, address: request.ip, target: params.id };
      await audit.record({ ...about, action: 'settings.sign_on_rule_deleted', details: { ...rule } }, tx);
    });
    return { ok: true as const };
  });
}
