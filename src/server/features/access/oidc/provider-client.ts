/**
 * Client of the identity provider (OpenID Connect, code flow with PKCE). The provider's metadata is read at first use,
 * so that an unreachable provider never prevents the server's start. Its signing keys are read again if a token names
 * an unknown key.
 */
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { OidcConfig } from '../../../platform/config.ts';
import type { IdentityClaims } from './claims.ts';

export interface ConfirmedOidcIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The session's id at the identity provider. Null if the provider sent none. */
  readonly sid: string | null;
  readonly claims: IdentityClaims;
  /** The OpenID Connect refresh token; null if the identity provider issues none. */
  readonly refreshToken: string | null;
}

/** Random values of an unfinished single sign-on, which the identity provider's response must match. */
export interface OidcSignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type OidcSessionRefreshResult =
  | { readonly outcome: 'ended' }
  | { readonly outcome: 'unknown' }
  /** Result if the identity provider rejects the console as an OAuth client. `error` is the OAuth error code. */
  | { readonly outcome: 'misconfigured'; readonly error: string }
  /**
   * Result if the identity provider confirms the person's session. `claims` has the person's current claims, or the
   * failure if the userinfo endpoint could not be read, or null if the provider sent no ID token.
   */
  | {
      readonly outcome: 'confirmed';
      readonly claims: IdentityClaims | OidcFailure | null;
      readonly refreshToken: string;
    };

/** A logout by the identity provider: it ends the session `sid`, or all sessions of `subject` if `sid` is null. */
export interface OidcBackChannelLogout {
  readonly id: string;
  readonly sid: string | null;
  readonly subject: string | null;
  readonly expiresAt: Date;
}

export interface OidcProviderClient {
  /** Throws `OidcFailure`. */
  begin(): Promise<{ readonly url: string; readonly secrets: OidcSignInSecrets }>;
  /** Completes a sign-on from the query parameters of the identity provider's redirect. Throws `OidcFailure`. */
  finish(query: URLSearchParams, secrets: OidcSignInSecrets): Promise<ConfirmedOidcIdentity>;
  refresh(refreshToken: string, subject: string): Promise<OidcSessionRefreshResult>;
  /** Verifies a signed logout token (OpenID Connect Back-Channel Logout 1.0). Throws `OidcFailure`. */
  readLogout(logoutToken: string): Promise<OidcBackChannelLogout>;
}

export type OidcFailureReason = 'unreachable' | 'denied' | 'rejected';

/** A failed sign-on. `denied`: the person or the identity provider refused. `rejected`: the response is invalid. */
export class OidcFailure extends Error {
  readonly reason: OidcFailureReason;
  constructor(reason: OidcFailureReason, cause: unknown) {
    super(`sign-in by the identity provider: ${reason}`, { cause });
    this.reason = reason;
  }
}

const timeoutSeconds = 10;
/** Clocks may differ by so much. */
const clockToleranceSeconds = 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** Assumed lifetime in seconds of an OpenID Connect logout token that states no expiry. */
const logoutSeconds = 300;

interface Connected {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** `redirectUri` is registered at the provider. */
export function createOidcProviderClient(config: OidcConfig, redirectUri: string): OidcProviderClient {
  let connecting: Promise<Connected> | undefined;

  async function discover(): Promise<Connected> {
    const issuer = new URL(config.issuer);
    const auth = config.clientSecret === null ? client.None() : client.ClientSecretBasic(config.clientSecret);
    const metadata = {
      redirect_uris: [redirectUri],
      [client.clockTolerance]: clockToleranceSeconds,
    };
    const configuration = await client.discovery(issuer, config.clientId, metadata, auth, {
      timeout: timeoutSeconds,
      execute: [
        // Verify the ID token's signature too, although OpenID Connect does not require this for tokens received over
        // TLS.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    const { jwks_uri: jwksUri, issuer: named } = configuration.serverMetadata();
    // The issuer must equal OIDC_ISSUER exactly, because stored identities and logout tokens are matched by its text.
    if (named !== config.issuer)
      throw new Error(`OIDC_ISSUER is ${config.issuer}, and the provider names itself ${named}`);
    if (jwksUri === undefined) throw new Error('the identity provider publishes no keys');
    return { configuration, keys: createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: timeoutSeconds * 1_000 }) };
  }

  /** Reads the identity provider's metadata once. If that fails, the next use tries again. */
  async function connect(): Promise<Connected> {
    connecting ??= discover();
    try {
      return await connecting;
    } catch (error) {
      connecting = undefined;
      throw new OidcFailure('unreachable', error);
    }
  }

  /** Merges the claims of the ID token with those of the userinfo endpoint, if the identity provider has one. */
  async function readClaims(
    configuration: client.Configuration,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    subject: string,
  ): Promise<IdentityClaims> {
    const claims = tokens.claims() ?? {};
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    return { ...(await client.fetchUserInfo(configuration, tokens.access_token, subject)), ...claims };
  }

  return {
    async begin() {
      const { configuration } = await connect();
      const secrets = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: config.scopes.join(' '),
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        // OpenID Connect grants the scope `offline_access` (refresh tokens) only if the person is asked for consent.
        ...(config.scopes.includes('offline_access') ? { prompt: 'consent' } : {}),
      });
      return { url: url.href, secrets };
    },
    async finish(query, { state, nonce, verifier }) {
      const { configuration } = await connect();
      const returned = new URL(redirectUri);
      returned.search = query.toString();
      try {
        const tokens = await client.authorizationCodeGrant(configuration, returned, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const token = tokens.claims();
        if (!token) throw new Error('no ID token');
        return {
          issuer: token.iss,
          subject: token.sub,
          sid: typeof token['sid'] === 'string' ? token['sid'] : null,
          claims: await readClaims(configuration, tokens, token.sub),
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (error) {
        throw new OidcFailure(reasonOf(error), error);
      }
    },
    async refresh(refreshToken, subject) {
      try {
        const { configuration } = await connect();
        const tokens = await client.refreshTokenGrant(configuration, refreshToken);
        const token = tokens.claims();
        if (token && token.sub !== subject) return { outcome: 'ended' };
        // Without an ID token there are no claims. If the userinfo endpoint fails, the claims are incomplete and must
        // not change roles. The new refresh token is returned anyway, because the old one no longer works.
        const claims = token
          ? await readClaims(configuration, tokens, subject).catch((error) => new OidcFailure('rejected', error))
          : null;
        return { outcome: 'confirmed', claims, refreshToken: tokens.refresh_token ?? refreshToken };
      } catch (error) {
        return readRefusal(error);
      }
    },
    async readLogout(logoutToken) {
      const { configuration, keys } = await connect();
      try {
        const { payload } = await jwtVerify(logoutToken, keys, {
          issuer: configuration.serverMetadata().issuer,
          audience: config.clientId,
          clockTolerance: clockToleranceSeconds,
          maxTokenAge: logoutSeconds,
          requiredClaims: ['iat', 'jti', 'events'],
        });
        const { events, jti = '', sid = null, sub = null, exp, iat = 0 } = payload;
        // A token with a nonce is an ID token, which must not be used as a logout token.
        const isLogout =
          typeof events === 'object' && events !== null && logoutEvent in events && !('nonce' in payload);
        if (!isLogout || (typeof sid !== 'string' && sub === null)) throw new Error('no logout token');
        return {
          id: jti,
          sid: typeof sid === 'string' ? sid : null,
          subject: sub,
          expiresAt: new Date(((exp ?? iat + logoutSeconds) + clockToleranceSeconds) * 1_000),
        };
      } catch (error) {
        throw new OidcFailure('rejected', error);
      }
    },
  };
}

/**
 * OAuth error codes with which the identity provider refuses a token refresh (RFC 6749, section 5.2; OpenID Connect
 * Core, section 3.1.2.6). ended: the person may no longer sign in. misconfigured: the console is wrongly registered as
 * an OAuth client.
 */
const refusals: Readonly<Record<string, 'ended' | 'misconfigured'>> = {
  invalid_grant: 'ended',
  access_denied: 'ended',
  login_required: 'ended',
  interaction_required: 'ended',
  consent_required: 'ended',
  account_selection_required: 'ended',
  invalid_client: 'misconfigured',
  unauthorized_client: 'misconfigured',
  unsupported_grant_type: 'misconfigured',
  invalid_scope: 'misconfigured',
  invalid_request: 'misconfigured',
};

function readRefusal(error: unknown): OidcSessionRefreshResult {
  const isChallenge = error instanceof client.WWWAuthenticateChallengeError;
  const code = isChallenge ? 'invalid_client' : error instanceof client.ResponseBodyError ? error.error : '';
  const outcome = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (outcome === 'misconfigured') return { outcome, error: code };
  return { outcome: outcome ?? 'unknown' };
}

function reasonOf(error: unknown): OidcFailureReason {
  if (error instanceof client.AuthorizationResponseError)
    return ['access_denied', 'login_required', 'consent_required', 'interaction_required'].includes(error.error)
      ? 'denied'
      : 'rejected';
  // A TypeError without `code` means that the request itself failed. The OIDC library sets `code` if a response was
  // invalid.
  const isAway =
    (error instanceof TypeError && !('code' in error)) ||
    (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT');
  return isAway ? 'unreachable' : 'rejected';
}
