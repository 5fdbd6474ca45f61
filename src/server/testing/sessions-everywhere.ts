/** Proves that a person's session and rights are the same on several servers at once. */
import { randomUUID } from 'node:crypto';
import { createHttpClient, type HttpClient } from './http-client.ts';

const attemptsAtMost = 5;

/**
 * A new person signs in at the first server, uses all of them, gains and loses a role, guesses passwords, logs out, and
 * is deactivated, each time at another server. `admin` is signed in to the workspace.
 * @throws if a server ignores a change made at another.
 */
export async function proveSessionsEverywhere(
  urls: readonly string[],
  admin: HttpClient,
  workspaceId: string,
): Promise<void> {
  const at = (index: number): string => urls[index % urls.length] ?? '';
  const person = { username: `persona-${randomUUID()}`, password: 'una clave de prueba' };
  const asAdmin = <T>(index: number, method: string, path: string, body?: unknown): Promise<T> =>
    ask<T>(at(index), method, path, admin.cookie, body);
  const { id } = await asAdmin<{ id: string }>(0, 'POST', '/api/users', { ...person, email: '' });

  const signIn = async (index: number): Promise<string> => {
    const client = createHttpClient(at(index));
    await client.post('/api/auth/login', person);
    await client.put(`/api/workspaces/${workspaceId}/switch`);
    return client.cookie;
  };
  const everywhere = async (what: string, path: string, cookie: string, status: number): Promise<void> => {
    for (const url of urls) {
      const answer = await fetch(url + path, { headers: { cookie } });
      if (answer.status !== status) throw new Error(`${what}: ${url} answers ${answer.status}, not ${status}`);
    }
  };

  const cookie = await signIn(0);
  await everywhere('a session', '/api/calls/active', cookie, 200);
  await everywhere('an operator', '/api/users', cookie, 403);
  await asAdmin(1, 'PUT', `/api/workspaces/${workspaceId}/members/${id}`, { role: 'editor' });
  await everywhere('an editor', '/api/users', cookie, 200);
  await asAdmin(2, 'PUT', `/api/workspaces/${workspaceId}/members/${id}`, { role: 'operator' });
  await everywhere('an operator again', '/api/users', cookie, 403);

  const other = await signIn(1);
  await ask(at(2), 'POST', '/api/auth/logout', other);
  await everywhere('a session that logged out', '/api/calls/active', other, 401);
  await proveGuessesCounted(urls, person.username);

  const { username } = person;
  await asAdmin(3, 'PUT', `/api/users/${id}`, { username, email: '', firstName: '', lastName: '', isActive: 'false' });
  await everywhere('a deactivated person', '/api/calls/active', cookie, 401);
}

/** Proves that guesses count together, however they are spread over servers. */
async function proveGuessesCounted(urls: readonly string[], username: string): Promise<void> {
  const statuses: number[] = [];
  for (let guess = 0; guess <= attemptsAtMost; guess += 1) {
    const body = JSON.stringify({ username, password: `otra ${guess}` });
    const answer = await fetch(`${urls[guess % urls.length] ?? ''}/api/auth/login`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    statuses.push(answer.status);
  }
  const refused = statuses.indexOf(429);
  if (refused !== attemptsAtMost)
    throw new Error(`guesses at ${urls.length} servers were answered ${statuses.join(', ')}`);
}

async function ask<T>(url: string, method: string, path: string, cookie: string, body?: unknown): Promise<T> {
  const answer = await createHttpClient(url).request(method, path, { body, headers: { cookie } });
  if (!answer.ok) throw new Error(`${method} ${path} at ${url} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
