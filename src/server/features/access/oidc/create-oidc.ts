/** Assembles sign-in by the installation's identity provider (OpenID Connect). */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { ServerConfig } from '../../../platform/config.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { apiRoutes } from '../../../../contract/routes.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SessionOpener } from '../sign-in/open-session.ts';
import type { OwnPasswordChecker } from '../sign-in/own-password.ts';
import type { OidcFeature } from './oidc-routes.ts';
import { createOidcIdentityLinkManager } from './own-identity.ts';
import { createOidcProviderClient } from './provider-client.ts';
import { createOidcUserProvisioning } from './provider-people.ts';
import { createOidcSessionChecks } from './provider-sessions.ts';
import { createSingleSignOn } from './sign-on.ts';

export interface OidcDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  readonly config: Pick<ServerConfig, 'secretKey' | 'publicUrl' | 'oidc'>;
  readonly opener: SessionOpener;
  readonly checkOwnPassword: OwnPasswordChecker;
}

/** Creates the feature for sign-in by an identity provider. Null if the installation has no identity provider. */
export function createOidcFeature(deps: OidcDeps): OidcFeature | null {
  const { secretKey, publicUrl, oidc } = deps.config;
  if (!oidc || publicUrl === null) return null;
  const { issuer, homeWorkspaceIds, name } = oidc;
  const provider = createOidcProviderClient(oidc, publicUrl + apiRoutes.finishSignOn.path);
  const people = createOidcUserProvisioning({ ...deps, secretKey, homeWorkspaceIds });
  const signOn = createSingleSignOn({ ...deps, secretKey, provider, people });
  return {
    signOn,
    identities: createOidcIdentityLinkManager({ ...deps, issuer, providerName: name, signOn }),
    sessions: createOidcSessionChecks({ ...deps, secretKey, issuer, provider, people }),
    isSecure: publicUrl.startsWith('https://'),
  };
}
