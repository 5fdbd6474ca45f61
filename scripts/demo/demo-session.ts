// A signed-in client of the demo's own server. The demo does everything over HTTP, like a browser.
import type { Demo } from './demo-file.ts';

export interface DemoSession {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  put(path: string, body?: unknown): Promise<void>;
}

/** Signs a demo person in and makes one of their workspaces current, if there is any. */
export async function signInToDemo(url: string, demo: Demo, username: string): Promise<DemoSession> {
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

  await send('POST', '/api/auth/login', { username, password: person?.password });
  const workspaces = (await send('GET', '/api/workspaces')) as unknown[];
  if (workspaces.length > 0) await send('POST', '/api/auth/auto-assign-workspace');
  return {
    get: async <T>(path: string) => (await send('GET', path)) as T,
    post: async <T>(path: string, body?: unknown) => (await send('POST', path, body)) as T,
    put: async (path, body) => void (await send('PUT', path, body)),
  };
}
