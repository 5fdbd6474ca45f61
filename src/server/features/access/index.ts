/** Access control: sign-in, sessions, users, workspaces and their provider keys. */
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Feature } from '../../platform/feature.ts';
import type { IdentityPort } from '../../platform/http/identity.ts';
import type { Jobs, QueueOptions } from '../../platform/jobs.ts';
import type { ProviderFactory } from '../../platform/provider/provider.ts';
import { runLoop, type RunLoop } from '../../platform/run-loop.ts';
import type { Audit } from '../audit/index.ts';
import type { Actor } from './actor.ts';
import { registerAccessRoutes } from './access-routes.ts';
import { readAppInfo } from './app-info.ts';
import { createTokenIdentities, registerTokenRoutes } from './tokens/tokens.ts';
import { countTokensOf } from './tokens/token-store.ts';
import { createWorkspaceEditing } from './workspaces/edit-workspace.ts';
import { createInvitations } from './people/invitations.ts';
import { createKeyVault } from './workspaces/key-vault.ts';
import { createKnownDevices } from './sign-in/known-devices.ts';
import { deleteOldFailures } from './sign-in/login-limit-store.ts';
import { createManagedUsers, type ManagedUsersDeps } from './people/manage-users.ts';
import { createMembers } from './people/members.ts';
import { deleteOldRefusals } from './people/name-refusal-store.ts';
import { createOidc } from './oidc/create-oidc.ts';
import { registerOidcRoutes } from './oidc/oidc-routes.ts';
import { createOwnPasswordChange, createOwnPasswordCheck } from './sign-in/own-password.ts';
import { registerPasskeys } from './passkeys/register-passkeys.ts';
import { relyingPartyIdOf } from './passkeys/relying-party.ts';
import { createSignInAttempt } from './sign-in/attempt-sign-in.ts';
import { createPasswordAttempts } from './sign-in/password-attempts.ts';
import { createSessions } from './sign-in/sessions.ts';
import { readOfferedSignInWays } from './sign-in/offered-ways.ts';
import { createSessionOpener } from './sign-in/open-session.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createSignInFailures } from './sign-in/sign-in-failures.ts';
import { registerOwnSessionRoutes } from './session-list/own-session-routes.ts';
import { createOwnSessions } from './session-list/own-sessions.ts';
import { registerUserRoutes } from './people/user-routes.ts';
import { createUsers, type Users } from './people/users.ts';
import { createAccountInvitations } from './mail-links/account-invitations.ts';
import { createAccountMails } from './mail-links/account-mails.ts';
import { registerMailLinkRoutes } from './mail-links/mail-link-routes.ts';
import { createOwnEmail } from './mail-links/own-email.ts';
import { createPasswordLinks } from './mail-links/password-links.ts';
import { createRecovery } from './mail-links/recovery.ts';
import { createOwnSecondFactor } from './second-factor/own-second-factor.ts';
import { resetSecondFactor } from './second-factor/reset-second-factor.ts';
import { createFactorVault } from './second-factor/spend-code.ts';
import { deleteExpiredSingleUseKeys } from './stores/oidc-store.ts';
import { deleteOldLinks } from './stores/mail-link-store.ts';
import { deleteLateChallenges, hideFactorRemovalNotice } from './stores/second-factor-store.ts';
import { findCurrentUser } from './stores/user-store.ts';
import { registerWorkspaceAdminRoutes } from './workspaces/workspace-admin-routes.ts';
import { createWorkspaceDirectory, type WorkspaceDirectory } from './workspaces/workspace-directory.ts';
import { createWorkspaces, type WorkspaceOrder } from './workspaces/workspaces.ts';

export { actorOf, type Actor } from './actor.ts';
export { version } from './app-info.ts';
export { createKeyVault } from './workspaces/key-vault.ts';
export { setWorkspaceLimit } from './stores/user-store.ts';
export { makeAdmin } from './people/make-admin.ts';
export { makeEmergencyAdmin } from './sign-in/emergency-admin.ts';
export { resetPassword } from './sign-in/reset-password.ts';
export { mailNotice } from './mail-links/account-mails.ts';
export { resetSecondFactor } from './second-factor/reset-second-factor.ts';
export { hasSecondFactor } from './stores/second-factor-store.ts';
export { findWorkspaceName, hasActiveAdmin, listAdminEmails } from './stores/workspace-contact-store.ts';
export { listWorkspaceIds } from './stores/workspace-store.ts';
export { webhookAddress, webhookPath, type WebhookAddressConfig } from './workspaces/webhook-address.ts';
export type { WorkspaceDirectory } from './workspaces/workspace-directory.ts';
export type { WorkspaceOrder } from './workspaces/workspaces.ts';

export interface AccessDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly providerFactory: ProviderFactory;
  readonly config: Pick<
    Config,
    'secretKey' | 'appName' | 'adminUsername' | 'adminPassword' | 'smtpUrl' | 'publicUrl' | 'oidc'
  >;
  /** The job runner. `createAccess` declares queues in it, so the runner must be started afterwards. */
  readonly jobs: Pick<Jobs, 'queue'>;
  readonly mailPace?: Partial<QueueOptions>;
  /** Path of the folder with the built browser files. The folder need not exist. */
  readonly clientRoot: string;
  readonly onLeftWithoutAdmin: ManagedUsersDeps['onLeftWithoutAdmin'];
}

export interface Access extends Feature, Users {
  readonly identities: IdentityPort;
  readonly directory: WorkspaceDirectory;
  /** Creates a workspace for `creator` after checking its provider key. @returns the workspace's id. */
  createWorkspaceWithKey(creator: Actor, order: WorkspaceOrder): Promise<string>;
  /** Ends every session of a user on all servers, except `keepSessionId` if it is given. */
  endUserSessions(userId: string, keepSessionId?: string): Promise<void>;
  /** Removes a user's second factor at the server operator's request. The user sees a notice in the bell. */
  resetSecondFactor(username: string): Promise<void>;
  /** Ends sessions of people whom the identity provider no longer lets in. Only one server may do it at a time. */
  checkProviderSessions(signal?: AbortSignal): Promise<void>;
}

const sweepEveryMs = 3_600_000;

export function createAccess(deps: AccessDeps): Access {
  const { db, log, clock, audit, config } = deps;
  const vault = createKeyVault(config.secretKey);
  const sessions = createSessions(deps);
  const workspaces = createWorkspaces({ ...deps, vault });
  const directory = createWorkspaceDirectory({ ...deps, vault });
  const devices = createKnownDevices(config.secretKey);
  const attempts = createPasswordAttempts({ ...deps, devices });
  const factorVault = createFactorVault(config.secretKey);
  const opener = createSessionOpener({ ...deps, devices });
  const checkOwnPassword = createOwnPasswordCheck({ db, attempts });
  const oidc = createOidc({ ...deps, opener, checkOwnPassword });
  const mails = createAccountMails(deps);
  const askRecovery = createRecovery({ ...deps, attempts, mails });
  let sweeping: RunLoop | undefined;

  async function sweep(): Promise<void> {
    await sessions.sweep();
    await deleteOldFailures(db, clock.now());
    await deleteOldRefusals(db, clock.now());
    await deleteLateChallenges(db, clock.now());
    await deleteExpiredSingleUseKeys(db, clock.now());
    await deleteOldLinks(db, clock.now());
  }

  return {
    ...createUsers({ ...deps, firstUser: { username: config.adminUsername, password: config.adminPassword } }),
    name: 'access',
    identities: { ...sessions, ...createTokenIdentities(deps) },
    directory,
    createWorkspaceWithKey: (creator, order) => workspaces.createWithKey(creator, order),
    endUserSessions: (userId, keepSessionId) => sessions.endAllOf(userId, keepSessionId),
    resetSecondFactor: async (username) => void (await resetSecondFactor(db, clock, username)),
    checkProviderSessions: async (signal) => oidc?.sessions.check(signal),
    registerRoutes(binder) {
      const readInfo = async (request: FastifyRequest) => {
        const partyId = relyingPartyIdOf(request, config.publicUrl);
        const ways = await readOfferedSignInWays(db, { oidc: config.oidc, canSendLinks: mails.canSendLinks, partyId });
        return readAppInfo(config.appName, deps.clientRoot, ways);
      };
      const attemptSignIn = createSignInAttempt({ ...deps, attempts });
      const signIn = createSignIn({ ...deps, attemptSignIn, vault: factorVault, opener });
      registerAccessRoutes(binder, {
        signIn,
        sessions,
        failures: createSignInFailures(deps),
        workspaces,
        invitations: createInvitations(deps),
        audit,
        countTokens: (userId) => countTokensOf(deps.db, userId),
        findCurrentUser: (userId) => findCurrentUser(deps.db, userId),
        readAppInfo: readInfo,
      });
      registerWorkspaceAdminRoutes(binder, {
        editing: createWorkspaceEditing({ ...deps, vault, directory }),
        members: createMembers(deps),
        workspaces,
      });
      registerTokenRoutes(binder, deps);
      registerOidcRoutes(binder, { db, clock, audit, oidc, findIdentity: (token) => sessions.findIdentity(token) });
      const inviteAccount = createAccountInvitations({ ...deps, mails });
      const users = createManagedUsers({ ...deps, mails, inviteAccount });
      registerMailLinkRoutes(binder, {
        askRecovery,
        passwordLinks: createPasswordLinks({ ...deps, mails }),
        ownEmail: createOwnEmail({ ...deps, mails }),
        users,
      });
      registerOwnSessionRoutes(binder, createOwnSessions(deps));
      registerPasskeys(binder, { ...deps, attempts, attemptSignIn, vault: factorVault, opener });
      registerUserRoutes(binder, {
        users,
        changeOwnPassword: createOwnPasswordChange({ ...deps, attempts, devices }),
        secondFactor: createOwnSecondFactor({
          ...deps,
          attempts,
          vault: factorVault,
          issuer: config.appName,
        }),
        forgetReset: (userId) => hideFactorRemovalNotice(db, userId),
      });
    },
    async start() {
      sweeping = runLoop({ name: 'access-sweep', intervalMs: sweepEveryMs, work: sweep, log, clock });
    },
    async stop() {
      await sweeping?.stop();
    },
  };
}
