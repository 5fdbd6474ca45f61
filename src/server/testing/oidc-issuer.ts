/**
 * A scriptable identity provider for tests: every answer may violate the protocol. The real one is oidc-provider
 * (oidc-provider-process.ts).
 */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcConfig } from '../platform/config.ts';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';

const testClientId = 'vocero';

/** The configuration of a client of this provider, without its address. */
export const testOidc: Omit<OidcConfig, 'issuer'> = {
  clientId: testClientId,
  clientSecret: 'una clave de cliente',
  scopes: ['openid', 'profile', 'email'],
  name: 'Identidad de prueba',
  homeWorkspaceIds: [],
  only: false,
};

export interface TestIssuer {
  readonly url: string;
  /** Signs in the person sent to `authorizeUrl`. @returns the address to which they return. */
  authorize(authorizeUrl: string, subject: string, claims?: Readonly<Record<string, unknown>>): string;
  /** Sets claims of the next ID tokens, which override the correct ones. */
  forge(claims: Readonly<Record<string, unknown>>): void;
  /** Signs with a new key from now on. If `published` is false, nobody can know the key. */
  rotateKeys(published: boolean): Promise<void>;
  /** True if the next codes come with refresh tokens. */
  issuesRefreshTokens: boolean;
  /** True if the userinfo endpoint answers with an error. */
  userinfoFails: boolean;
  /** The answer to a refresh: normal, a provider error, none, or a refusal by its code (`challenge`: by a header instead). */
  refreshing: 'works' | 'fails' | 'away' | { readonly refusal: string };
  /** Replaces the claims of a person. */
  setClaims(subject: string, claims: Readonly<Record<string, unknown>>): void;
  /** Signs a logout token. `claims` override the correct ones. */
  signLogout(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /** Refresh tokens that were used, in order. */
  readonly refreshes: readonly string[];
  /** Refresh tokens that are still valid. */
  listRefreshTokens(): string[];
  stop(): Promise<void>;
}

interface Grant {
  readonly subject: string;
  readonly nonce: string | null;
  readonly challenge: string | null;
}

export async function startTestIssuer(): Promise<TestIssuer> {
  const codes = new Map<string, Grant>();
  const refreshTokens = new Map<string, Grant>();
  const people = new Map<string, Readonly<Record<string, unknown>>>();
  const refreshes: string[] = [];
  let forged: Readonly<Record<string, unknown>> = {};
  let keys: JWK[] = [];
  let signing: { readonly key: CryptoKey; readonly kid: string } | undefined;

  async function addKey(published: boolean): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    const kid = randomUUID();
    signing = { key: privateKey, kid };
    keys = published ? [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] : keys;
  }

  async function sign(claims: Readonly<Record<string, unknown>>, typ?: string): Promise<string> {
    if (!signing) throw new Error('no key');
    const now = Math.floor(Date.now() / 1_000);
    const header = { alg: 'RS256', kid: signing.kid, ...(typ !== undefined && { typ }) };
    return new SignJWT({ iss: url, aud: testClientId, iat: now, exp: now + 300, ...claims })
      .setProtectedHeader(header)
      .sign(signing.key);
  }

  async function answerToken(form: URLSearchParams): Promise<[number, unknown]> {
    const isRefresh = form.get('grant_type') === 'refresh_token';
    const given = form.get(isRefresh ? 'refresh_token' : 'code') ?? '';
    if (isRefresh) {
      refreshes.push(given);
      if (issuer.refreshing === 'fails') return [500, { error: 'server_error' }];
      if (typeof issuer.refreshing === 'object') {
        const { refusal } = issuer.refreshing;
        return refusal === 'challenge' ? [401, {}] : [400, { error: refusal }];
      }
    }
    const kept = isRefresh ? refreshTokens : codes;
    const grant = kept.get(given);
    kept.delete(given);
    const verifier = form.get('code_verifier') ?? '';
    const isProven = isRefresh || createHash('sha256').update(verifier).digest('base64url') === grant?.challenge;
    if (!grant || !isProven) return [400, { error: 'invalid_grant' }];
    const refreshToken = randomUUID();
    if (issuer.issuesRefreshTokens) refreshTokens.set(refreshToken, grant);
    const nonce = grant.nonce === null || isRefresh ? {} : { nonce: grant.nonce };
    const about = { sub: grant.subject, sid: `sid-${grant.subject}`, ...nonce, ...people.get(grant.subject) };
    return [
      200,
      {
        access_token: `acceso-${grant.subject}`,
        token_type: 'Bearer',
        id_token: await sign({ ...about, ...forged }),
        ...(issuer.issuesRefreshTokens && { refresh_token: refreshToken }),
      },
    ];
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown] | null> {
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration') {
      const of = (name: string): string => `${url}/${name}`;
      return [
        200,
        {
          issuer: url,
          authorization_endpoint: of('authorize'),
          token_endpoint: of('token'),
          userinfo_endpoint: of('userinfo'),
          jwks_uri: of('keys'),
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        },
      ];
    }
    if (pathname === '/keys') return [200, { keys }];
    if (pathname === '/userinfo' && issuer.userinfoFails) return [503, {}];
    if (pathname === '/userinfo') {
      const sub = (request.headers.authorization ?? '').replace('Bearer acceso-', '');
      return [200, { sub, ...people.get(sub) }];
    }
    if (pathname !== '/token') return [404, {}];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    return issuer.refreshing === 'away' && form.get('grant_type') === 'refresh_token' ? null : answerToken(form);
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const answered = await answer(request);
    if (!answered) {
      response.destroy();
      return;
    }
    const [status, body] = answered;
    if (status === 401) response.setHeader('www-authenticate', 'Basic realm="proveedor"');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    void respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await addKey(true);

  const issuer: TestIssuer = {
    url,
    refreshes,
    issuesRefreshTokens: false,
    refreshing: 'works',
    userinfoFails: false,
    authorize(authorizeUrl, subject, claims = {}) {
      const asked = new URL(authorizeUrl).searchParams;
      const code = randomUUID();
      people.set(subject, claims);
      codes.set(code, { subject, nonce: asked.get('nonce'), challenge: asked.get('code_challenge') });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: url }).toString();
      return back.href;
    },
    forge(claims) {
      forged = claims;
    },
    rotateKeys: addKey,
    listRefreshTokens: () => [...refreshTokens.keys()],
    setClaims: (subject, claims) => void people.set(subject, claims),
    signLogout: (claims) =>
      sign(
        { jti: randomUUID(), events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims },
        'logout+jwt',
      ),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return issuer;
}
