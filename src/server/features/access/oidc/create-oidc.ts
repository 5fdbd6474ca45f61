/** Assembles sign-in by the installation's identity provider (OpenID Connect). */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Config } from '../../../platform/config.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { routes } from '../../../../contract/routes.ts';
import type { Audit } from '../../audit/index.ts';
import type { SessionOpener } from '../sign-in/open-session.ts';
import type { OwnPasswordCheck } from '../sign-in/own-password.ts';
import type { Oidc } from './oidc-routes.ts';
import { createIdentityLinks } from './own-identity.ts';
import { createProviderClient } from './provider-client.ts';
import { createProviderPeople } from './provider-people.ts';
import { createProviderSessions } from './provider-sessions.ts';
import { createSignOn } from './sign-on.ts';

export interface OidcDeps {
  readonly db: Kysely<Schema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  readonly config: Pick<Config, 'secretKey' | 'publicUrl' | 'oidc'>;
  readonly opener: SessionOpener;
  readonly checkOwnPassword: OwnPasswordCheck;
}

/** Creates sign-in by the identity provider. Null if the installation has no identity provider. */
export function createOidc(deps: OidcDeps): Oidc | null {
  const { secretKey, publicUrl, oidc } = deps.config;
  if (!oidc || publicUrl === null) return null;
  const { issuer, homeWorkspaceIds, name } = oidc;
  const provider = createProviderClient(oidc, publicUrl + routes.finishSignOn.path);
  const people = createProviderPeople({ ...deps, secretKey, homeWorkspaceIds });
  const signOn = createSignOn({ ...deps, secretKey, provider, people });
  return {
    signOn,
    identities: createIdentityLinks({ ...deps, issuer, providerName: name, signOn }),
    sessions: createProviderSessions({ ...deps, secretKey, issuer, provider, people }),
    isSecure: publicUrl.startsWith('https://'),
  };
}
