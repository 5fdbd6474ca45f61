/** Access control: sign-in, sessions, users, workspaces and their provider keys. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { ServerConfig } from '../../platform/config.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { RequestIdentityPort } from '../../platform/http/identity.ts';
import type { BackgroundJobs, JobQueueOptions } from '../../platform/jobs.ts';
import type { VoiceProviderFactory } from '../../platform/provider/provider.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../platform/run-loop.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Actor } from './actor.ts';
import { registerAccessRoutes } from './access-routes.ts';
import { readAppInfo } from './app-info.ts';
import { createApiTokenLookup, registerApiTokenRoutes } from './tokens/tokens.ts';
import { countUserApiTokens } from './tokens/token-store.ts';
import { createWorkspaceEditService } from './workspaces/edit-workspace.ts';
import { createWorkspaceInvitationResponder } from './people/invitations.ts';
import { createProviderKeyVault } from './workspaces/key-vault.ts';
import { createKnownDeviceCookieManager } from './sign-in/known-devices.ts';
import { deleteOldLoginFailures } from './sign-in/login-limit-store.ts';
import { createUserManager, type UserManagerDeps } from './people/manage-users.ts';
import { createWorkspaceMemberManager } from './people/members.ts';
import { deleteOldUsernameRefusals } from './people/name-refusal-store.ts';
import { createOidcFeature } from './oidc/create-oidc.ts';
import { registerOidcRoutes } from './oidc/oidc-routes.ts';
import { createOwnPasswordChanger, createOwnPasswordChecker } from './sign-in/own-password.ts';
import { registerPasskeyFeature } from './passkeys/register-passkeys.ts';
import { getRelyingPartyId } from './passkeys/relying-party.ts';
import { createSignInAttemptRunner } from './sign-in/attempt-sign-in.ts';
import { createPasswordAttemptLimiter } from './sign-in/password-attempts.ts';
import { createUserSessionManager } from './sign-in/sessions.ts';
import { readOfferedSignInWays } from './sign-in/offered-ways.ts';
import { createSessionOpener } from './sign-in/open-session.ts';
import { createSignInService } from './sign-in/sign-in.ts';
import { createSignInFailureNoticeService } from './sign-in/sign-in-failures.ts';
import { registerOwnSessionRoutes } from './session-list/own-session-routes.ts';
import { createOwnSessionManager } from './session-list/own-sessions.ts';
import { registerUserRoutes } from './people/user-routes.ts';
import { createUserCreator, type UserCreator } from './people/users.ts';
import { createAccountInviter } from './mail-links/account-invitations.ts';
import { createAccountMailQueue } from './mail-links/account-mails.ts';
import { registerMailLinkRoutes } from './mail-links/mail-link-routes.ts';
import { createOwnEmailManager } from './mail-links/own-email.ts';
import { createPasswordLinkService } from './mail-links/password-links.ts';
import { createPasswordRecoveryRequester } from './mail-links/recovery.ts';
import { createOwnSecondFactorManager } from './second-factor/own-second-factor.ts';
import { resetSecondFactor } from './second-factor/reset-second-factor.ts';
import { createSecondFactorVault } from './second-factor/spend-code.ts';
import { deleteExpiredOidcSingleUseKeys } from './stores/oidc-store.ts';
import { deleteOldMailLinks } from './stores/mail-link-store.ts';
import { deleteExpiredSignInChallenges, hideSecondFactorResetNotice } from './stores/second-factor-store.ts';
import { findCurrentUser } from './stores/user-store.ts';
import { registerWorkspaceAdminRoutes } from './workspaces/workspace-admin-routes.ts';
import { createWorkspaceDirectory, type WorkspaceDirectory } from './workspaces/workspace-directory.ts';
import { createUserWorkspaceManager, type NewWorkspaceInput } from './workspaces/workspaces.ts';

export { getRequestActor, type Actor } from './actor.ts';
export { version } from './app-info.ts';
export { createProviderKeyVault } from './workspaces/key-vault.ts';
export { setUserWorkspaceLimit } from './stores/user-store.ts';
export { makeWorkspaceAdmin } from './people/make-admin.ts';
export { replaceEmergencyAdmin } from './sign-in/emergency-admin.ts';
export { resetPasswordToGenerated } from './sign-in/reset-password.ts';
export { emailAccountNoticeWithoutQueue } from './mail-links/account-mails.ts';
export { resetSecondFactor } from './second-factor/reset-second-factor.ts';
export { hasSecondFactor } from './stores/second-factor-store.ts';
export {
  findWorkspaceName,
  hasActiveWorkspaceAdmin,
  listWorkspaceAdminEmails,
} from './stores/workspace-contact-store.ts';
export { listWorkspaceIds } from './stores/workspace-store.ts';
export {
  buildInboundWebhookUrl,
  getInboundWebhookPath,
  type InboundWebhookUrlConfig,
} from './workspaces/webhook-address.ts';
export type { WorkspaceDirectory } from './workspaces/workspace-directory.ts';
export type { NewWorkspaceInput } from './workspaces/workspaces.ts';

export interface AccessDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly providerFactory: VoiceProviderFactory;
  readonly config: Pick<
    ServerConfig,
    'secretKey' | 'appName' | 'adminUsername' | 'adminPassword' | 'smtpUrl' | 'publicUrl' | 'oidc'
  >;
  /** The job runner. `createAccessFeature` declares queues in it, so the runner must be started afterwards. */
  readonly jobs: Pick<BackgroundJobs, 'queue'>;
  readonly mailPace?: Partial<JobQueueOptions>;
  /** Path of the folder with the built browser files. The folder need not exist. */
  readonly clientRoot: string;
  readonly onLeftWithoutAdmin: UserManagerDeps['onLeftWithoutAdmin'];
}

export interface AccessFeature extends ServerFeature, UserCreator {
  readonly identities: RequestIdentityPort;
  readonly directory: WorkspaceDirectory;
  /** Creates a workspace for `creator` after checking its provider key. @returns the workspace's id. */
  createWorkspaceWithKey(creator: Actor, order: NewWorkspaceInput): Promise<string>;
  /** Ends every session of a user on all servers, except `keepSessionId` if it is given. */
  endUserSessions(userId: string, keepSessionId?: string): Promise<void>;
  /**
   * Removes a user's second factor at the request of the server's operator. The user then sees a notice in the
   * console's bell menu.
   */
  resetSecondFactor(username: string): Promise<void>;
  /** Ends sessions of people whom the identity provider no longer lets in. Only one server may do it at a time. */
  checkProviderSessions(signal?: AbortSignal): Promise<void>;
}

const sweepEveryMs = 3_600_000;

export function createAccessFeature(deps: AccessDeps): AccessFeature {
  const { db, log, clock, audit, config } = deps;
  const vault = createProviderKeyVault(config.secretKey);
  const sessions = createUserSessionManager(deps);
  const workspaces = createUserWorkspaceManager({ ...deps, vault });
  const directory = createWorkspaceDirectory({ ...deps, vault });
  const devices = createKnownDeviceCookieManager(config.secretKey);
  const attempts = createPasswordAttemptLimiter({ ...deps, devices });
  const factorVault = createSecondFactorVault(config.secretKey);
  const opener = createSessionOpener({ ...deps, devices });
  const checkOwnPassword = createOwnPasswordChecker({ db, attempts });
  const oidc = createOidcFeature({ ...deps, opener, checkOwnPassword });
  const mails = createAccountMailQueue(deps);
  const askRecovery = createPasswordRecoveryRequester({ ...deps, attempts, mails });
  let sweeping: BackgroundLoop | undefined;

  async function sweep(): Promise<void> {
    await sessions.sweep();
    await deleteOldLoginFailures(db, clock.now());
    await deleteOldUsernameRefusals(db, clock.now());
    await deleteExpiredSignInChallenges(db, clock.now());
    await deleteExpiredOidcSingleUseKeys(db, clock.now());
    await deleteOldMailLinks(db, clock.now());
  }

  return {
    ...createUserCreator({ ...deps, firstUser: { username: config.adminUsername, password: config.adminPassword } }),
    name: 'access',
    identities: { ...sessions, ...createApiTokenLookup(deps) },
    directory,
    createWorkspaceWithKey: (creator, order) => workspaces.createWithKey(creator, order),
    endUserSessions: (userId, keepSessionId) => sessions.endAllOf(userId, keepSessionId),
    resetSecondFactor: async (username) => void (await resetSecondFactor(db, clock, username)),
    checkProviderSessions: async (signal) => oidc?.sessions.check(signal),
    registerRoutes(binder) {
      const readInfo = async (request: FastifyRequest) => {
        const partyId = getRelyingPartyId(request, config.publicUrl);
        const ways = await readOfferedSignInWays(db, { oidc: config.oidc, canSendLinks: mails.canSendLinks, partyId });
        return readAppInfo(config.appName, deps.clientRoot, ways);
      };
      const attemptSignIn = createSignInAttemptRunner({ ...deps, attempts });
      const signIn = createSignInService({ ...deps, attemptSignIn, vault: factorVault, opener });
      registerAccessRoutes(binder, {
        signIn,
        sessions,
        failures: createSignInFailureNoticeService(deps),
        workspaces,
        invitations: createWorkspaceInvitationResponder(deps),
        audit,
        countTokens: (userId) => countUserApiTokens(deps.db, userId),
        findCurrentUser: (userId) => findCurrentUser(deps.db, userId),
        readAppInfo: readInfo,
      });
      registerWorkspaceAdminRoutes(binder, {
        editing: createWorkspaceEditService({ ...deps, vault, directory }),
        members: createWorkspaceMemberManager(deps),
        workspaces,
      });
      registerApiTokenRoutes(binder, deps);
      registerOidcRoutes(binder, { db, clock, audit, oidc, findIdentity: (token) => sessions.findIdentity(token) });
      const inviteAccount = createAccountInviter({ ...deps, mails });
      const users = createUserManager({ ...deps, mails, inviteAccount });
      registerMailLinkRoutes(binder, {
        askRecovery,
        passwordLinks: createPasswordLinkService({ ...deps, mails }),
        ownEmail: createOwnEmailManager({ ...deps, mails }),
        users,
      });
      registerOwnSessionRoutes(binder, createOwnSessionManager(deps));
      registerPasskeyFeature(binder, { ...deps, attempts, attemptSignIn, vault: factorVault, opener });
      registerUserRoutes(binder, {
        users,
        changeOwnPassword: createOwnPasswordChanger({ ...deps, attempts, devices }),
        secondFactor: createOwnSecondFactorManager({
          ...deps,
          attempts,
          vault: factorVault,
          issuer: config.appName,
        }),
        forgetReset: (userId) => hideSecondFactorResetNotice(db, userId),
      });
    },
    async start() {
      sweeping = startBackgroundLoop({ name: 'access-sweep', intervalMs: sweepEveryMs, work: sweep, log, clock });
    },
    async stop() {
      await sweeping?.stop();
    },
  };
}
