/**
 * The identity provider over its protocol (OpenID Connect, code flow with PKCE). Its metadata is read at the first use, so that a provider
 * that is away never stops a start; its keys are read anew when a token names one that is not known.
 */
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import type { OidcConfig } from '../../../platform/config.ts';
import type { Claims } from './claims.ts';

/** A person as the provider has just confirmed them. */
export interface ConfirmedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session; null: it named none. */
  readonly sid: string | null;
  readonly claims: Claims;
  /** The refresh token; null if the provider issues none. */
  readonly refreshToken: string | null;
}

/** Secrets of a sign-in under way. Its answer must match them. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type Refreshed =
  /** The provider does not let the person in any more. */
  | { readonly outcome: 'ended' }
  /** Nobody knows: it could not be reached, or answered something else. */
  | { readonly outcome: 'unknown' }
  /** The provider refuses this client, so it says nothing of the person. `error`: its code. */
  | { readonly outcome: 'misconfigured'; readonly error: string }
  /** `claims` null: the answer says nothing of them. */
  | { readonly outcome: 'confirmed'; readonly claims: Claims | null; readonly refreshToken: string };

/** Sessions that the provider ended: those of `sid`, or without one all of `subject`. */
export interface LogoutOrder {
  readonly id: string;
  readonly sid: string | null;
  readonly subject: string | null;
  readonly expiresAt: Date;
}

export interface ProviderClient {
  /** Throws `OidcFailure`. */
  begin(): Promise<{ readonly url: string; readonly secrets: SignInSecrets }>;
  /** `query`: what the provider sent the person back with. Throws `OidcFailure`. */
  finish(query: URLSearchParams, secrets: SignInSecrets): Promise<ConfirmedPerson>;
  refresh(refreshToken: string, subject: string): Promise<Refreshed>;
  /** Reads a signed logout token (OpenID Connect Back-Channel Logout 1.0). Throws `OidcFailure`. */
  readLogout(logoutToken: string): Promise<LogoutOrder>;
}

export type FailureReason = 'unreachable' | 'denied' | 'rejected';

/** `denied`: the person or the provider said no. `rejected`: what came is not what was asked for. */
export class OidcFailure extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause: unknown) {
    super(`sign-in by the identity provider: ${reason}`, { cause });
    this.reason = reason;
  }
}

const timeoutSeconds = 10;
/** Clocks may differ by so much. */
const clockToleranceSeconds = 60;
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** A logout token without a time of its own is good for so long. */
const logoutSeconds = 300;

interface Connected {
  readonly configuration: client.Configuration;
  readonly keys: JWTVerifyGetKey;
}

/** `redirectUri` is registered at the provider. */
export function createProviderClient(config: OidcConfig, redirectUri: string): ProviderClient {
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
        // The token's signature is checked though it comes over TLS.
        client.enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
    const { jwks_uri: jwksUri, issuer: named } = configuration.serverMetadata();
    // Identities and logouts are found by this text.
    if (named !== config.issuer)
      throw new Error(`OIDC_ISSUER is ${config.issuer}, and the provider names itself ${named}`);
    if (jwksUri === undefined) throw new Error('the identity provider publishes no keys');
    return { configuration, keys: createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: timeoutSeconds * 1_000 }) };
  }

  /** A failed discovery is tried again by whoever comes next. */
  async function connect(): Promise<Connected> {
    connecting ??= discover();
    try {
      return await connecting;
    } catch (error) {
      connecting = undefined;
      throw new OidcFailure('unreachable', error);
    }
  }

  /** The claims of the ID token and, where the provider has that endpoint, of the person's own. */
  async function readClaims(
    configuration: client.Configuration,
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    subject: string,
  ): Promise<Claims> {
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
        // A provider that issues refresh tokens for this scope asks the person for it.
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
        // Without an ID token, or without the person's own endpoint, some claims may be missing: no rule is judged by the rest. The refresh
        // itself has worked, and its new token must not be lost.
        const claims = token ? await readClaims(configuration, tokens, subject).catch(() => null) : null;
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
        // A token with a nonce is an ID token that somebody took along.
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
 * Codes by which a provider refuses to refresh (RFC 6749, section 5.2, and OpenID Connect Core, section 3.1.2.6): the person is out or must sign in
 * anew, or the configuration of this client is wrong. Other codes are unknown.
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

function readRefusal(error: unknown): Refreshed {
  // The RFC lets a provider refuse a client's credentials by a challenge in a header.
  const isChallenge = error instanceof client.WWWAuthenticateChallengeError;
  const code = isChallenge ? 'invalid_client' : error instanceof client.ResponseBodyError ? error.error : '';
  const outcome = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (outcome === 'misconfigured') return { outcome, error: code };
  return { outcome: outcome ?? 'unknown' };
}

function reasonOf(error: unknown): FailureReason {
  if (error instanceof client.AuthorizationResponseError)
    return ['access_denied', 'login_required', 'consent_required', 'interaction_required'].includes(error.error)
      ? 'denied'
      : 'rejected';
  // A request that failed; the library's own errors of this type, for wrong values in an answer, have a code.
  const isAway =
    (error instanceof TypeError && !('code' in error)) ||
    (error instanceof client.ClientError && error.code === 'OAUTH_TIMEOUT');
  return isAway ? 'unreachable' : 'rejected';
}
