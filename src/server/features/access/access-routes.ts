/** Routes for signing in and out and for the session's workspaces. The session cookie is set and cleared only here. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accessEndpoints } from '../../../contract/access.ts';
import { type EndpointBinder, sessionCookieName } from '../../platform/http/route.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AppInfo, CurrentUser } from '../../../contract/access.ts';
import { getRequestActor } from './actor.ts';
import { getCookieFlags, deviceCookieName, setDeviceCookie } from './sign-in/cookies.ts';
import type { WorkspaceInvitationResponder } from './people/invitations.ts';
import { sessionMaxMs, type UserSessionManager } from './sign-in/sessions.ts';
import type { SignInBrowser, StartedSession } from './sign-in/open-session.ts';
import type { SignInService } from './sign-in/sign-in.ts';
import type { SignInFailureNoticeService } from './sign-in/sign-in-failures.ts';
import type { UserWorkspaceManager } from './workspaces/workspaces.ts';

export interface AccessRoutesDeps {
  readonly signIn: SignInService;
  readonly sessions: UserSessionManager;
  readonly failures: SignInFailureNoticeService;
  readonly workspaces: UserWorkspaceManager;
  readonly invitations: WorkspaceInvitationResponder;
  readonly audit: AuditLog;
  readonly countTokens: (userId: string) => Promise<number>;
  readonly findCurrentUser: (userId: string) => Promise<CurrentUser>;
  readonly readAppInfo: (request: FastifyRequest) => Promise<AppInfo>;
}

export function registerAccessRoutes(binder: EndpointBinder, deps: AccessRoutesDeps): void {
  registerSessionRoutes(binder, deps);
  registerWorkspaceRoutes(binder, deps.workspaces);
  registerInvitationRoutes(binder, deps);
  binder.bind(accessEndpoints.appInfo, ({ request }) => deps.readAppInfo(request));
}

function registerSessionRoutes(
  binder: EndpointBinder,
  { signIn, sessions, failures, audit, countTokens, findCurrentUser }: AccessRoutesDeps,
): void {
  async function enter(signedIn: StartedSession, request: FastifyRequest, reply: FastifyReply) {
    setSessionAndDeviceCookies(signedIn, request, reply);
    return findCurrentUser(signedIn.userId);
  }
  binder.bind(accessEndpoints.login, async ({ body, request, reply }) => {
    const done = await signIn.byPassword({ ...body, ...readSignInBrowser(request) });
    return 'challenge' in done ? done : enter(done, request, reply);
  });
  binder.bind(accessEndpoints.loginByCode, async ({ body, request, reply }) =>
    enter(await signIn.byCode({ ...body, ...readSignInBrowser(request) }), request, reply),
  );
  binder.bind(accessEndpoints.logout, async ({ identity, request, reply }) => {
    const { sessionId, userId, username } = identity;
    await sessions.end(sessionId);
    await audit.record({ workspaceId: null, userId, username, action: 'session.ended', address: request.ip });
    clearSessionCookie(request, reply);
    return { ok: true as const };
  });
  binder.bind(accessEndpoints.endOtherSessions, ({ identity, body, request }) =>
    sessions.endOthers(getRequestActor(identity, request), identity.sessionId, body?.revokeTokens === true),
  );
  binder.bind(accessEndpoints.countOwnTokens, async ({ identity }) => ({ count: await countTokens(identity.userId) }));
  binder.bind(accessEndpoints.getSignInFailures, async ({ identity }) => ({
    failures: await failures.read(identity.userId),
  }));
  binder.bind(accessEndpoints.markSignInFailuresRead, async ({ identity, body }) => {
    await failures.markSeen(identity.userId, new Date(body.until));
    return { failures: await failures.read(identity.userId) };
  });
  binder.bind(accessEndpoints.currentUser, ({ identity }) => findCurrentUser(identity.userId));
}

/** Sets the session cookie, and the cookie that makes this browser a known device of the person who signed in. */
export function setSessionAndDeviceCookies(
  { token, deviceCookie: device }: StartedSession,
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure = false,
): void {
  reply.setCookie(sessionCookieName, token, { ...getCookieFlags(request, isSecure), maxAge: sessionMaxMs / 1000 });
  setDeviceCookie(request, reply, device, isSecure);
}

export function readSignInBrowser(request: FastifyRequest): SignInBrowser {
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
    previousToken: request.cookies[sessionCookieName] ?? null,
    deviceCookie: request.cookies[deviceCookieName],
  };
}

function registerWorkspaceRoutes(binder: EndpointBinder, workspaces: UserWorkspaceManager): void {
  binder.bind(accessEndpoints.autoAssignWorkspace, ({ identity, request }) =>
    workspaces.autoAssign(identity, request.ip),
  );
  binder.bind(accessEndpoints.listWorkspaces, ({ identity }) => workspaces.list(identity));
  binder.bind(accessEndpoints.currentWorkspace, ({ identity }) => workspaces.current(identity));
  binder.bind(accessEndpoints.createWorkspace, ({ identity, body, request }) =>
    workspaces.create(identity, body, request.ip),
  );
  binder.bind(accessEndpoints.switchWorkspace, ({ identity, workspaceId, request }) =>
    workspaces.switchTo(identity, workspaceId, request.ip),
  );
}

function registerInvitationRoutes(binder: EndpointBinder, { invitations, workspaces }: AccessRoutesDeps): void {
  binder.bind(accessEndpoints.listInvitations, ({ identity }) => invitations.list(identity.userId));
  binder.bind(accessEndpoints.acceptInvitation, async ({ identity, params, request }) =>
    workspaces.arrive(identity, await invitations.accept(getRequestActor(identity, request), params.id)),
  );
  binder.bind(accessEndpoints.refuseInvitation, async ({ identity, params, request }) => {
    await invitations.refuse(getRequestActor(identity, request), params.id);
    return { ok: true as const };
  });
}

function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookieName, getCookieFlags(request));
}
