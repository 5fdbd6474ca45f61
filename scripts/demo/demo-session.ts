// A signed-in client of the demo's own server. The demo does everything over HTTP, like a browser.
import type { RunningServer } from '../../src/server/run-server.ts';
import type { Demo } from './demo-file.ts';

export interface DemoSession {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put(path: string, body?: unknown): Promise<void>;
}

/**
 * Signs one of the demo's people in and makes a workspace current, if the person has any. A second factor that somebody set up while they tried the
 * console is taken away: the demo has no code of it.
 */
export async function signInToDemo(
  { url, app }: Pick<RunningServer, 'url' | 'app'>,
  demo: Pick<Demo, 'people'>,
  username: string,
): Promise<DemoSession> {
  const person = demo.people.find((each) => each.username === username);
  let cookie = '';

  async function send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}: ${text}`);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return text === '' ? undefined : JSON.parse(text);
  }

  const login = async (): Promise<object> =>
    (await send('POST', '/api/auth/login', { username, password: person?.password })) as object;
  if ('challenge' in (await login())) {
    await app.features.access.resetSecondFactor(username);
    process.stdout.write(`${username} ya no tiene segundo factor: la demo entra con su contraseña.\n`);
    await login();
  }
  const workspaces = (await send('GET', '/api/workspaces')) as unknown[];
  if (workspaces.length > 0) await send('POST', '/api/auth/auto-assign-workspace');
  return {
    get: async <T>(path: string) => (await send('GET', path)) as T,
    post: async <T>(path: string, body?: unknown) => (await send('POST', path, body)) as T,
    put: async (path, body) => void (await send('PUT', path, body)),
  };
}
