/**
 * A real identity provider (oidc-provider) as a separate process: `node oidc-provider-process.ts PORT CONSOLE_URL`. The
 * parent process adds and removes people by messages. A person signs in by typing their name.
 */
import { Provider } from 'oidc-provider';

const [port = '', consoleUrl = ''] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const people = new Map<string, Readonly<Record<string, unknown>>>();
const scope = 'openid profile email groups';

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: 'vocero',
      client_secret: 'una clave de cliente',
      redirect_uris: [`${consoleUrl}/api/auth/oidc/callback`],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      backchannel_logout_uri: `${consoleUrl}/api/auth/oidc/backchannel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  scopes: [...scope.split(' '), 'offline_access'],
  claims: {
    openid: ['sub'],
    profile: ['preferred_username', 'given_name', 'family_name'],
    email: ['email', 'email_verified'],
    groups: ['groups'],
  },
  conformIdTokenClaims: false,
  cookies: { keys: ['una clave de galletas'] },
  features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
  // The default agent refuses addresses of this machine, where the console runs.
  fetch(url, options) {
    const { method, headers, body, signal } = options ?? {};
    return fetch(url, { method: method ?? 'GET', headers: headers ?? {}, body: body ?? null, signal: signal ?? null });
  },
  pkce: { required: () => true },
  issueRefreshToken: () => Promise.resolve(true),
  findAccount: (_, id) => {
    const claims = people.get(id);
    return claims && { accountId: id, claims: () => Promise.resolve({ sub: id, ...claims }) };
  },
  // No consent is asked for the console's scopes.
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({
      clientId: oidc.client?.clientId ?? '',
      accountId: oidc.session?.accountId ?? '',
    });
    grant.addOIDCScope(scope);
    await grant.save();
    return grant;
  },
});

process.on('message', ({ sub, claims }: { sub: string; claims: Readonly<Record<string, unknown>> | null }) => {
  if (claims === null) people.delete(sub);
  else people.set(sub, claims);
  process.send?.({ done: sub });
});
process.on('disconnect', () => process.exit());
provider.listen(Number(port), '127.0.0.1', () => process.send?.({ done: 'listening' }));
