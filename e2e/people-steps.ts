/** People of a workspace and failing answers, for the tests of members and users. */
import type { Page } from '@playwright/test';
import type { Role } from '../src/contract/endpoint.ts';
import type { Console, ConsoleWorkspace } from './console-fixture.ts';

interface Person {
  readonly username: string;
  readonly role?: Role;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** Home of the person; by default the workspace. */
  readonly home?: ConsoleWorkspace;
}

/** Creates a user who is a member of the workspace, with its password. @returns the id. */
export async function addPerson(vocero: Console, workspace: ConsoleWorkspace, person: Person): Promise<string> {
  const { access } = vocero.server.app.features;
  const { username, role = 'operator', home = workspace, ...profile } = person;
  const id = await vocero.createUser(username, { ...profile, homeWorkspaceId: home.id });
  await access.addMember(workspace.id, id, role);
  return id;
}

/** Answers matching requests like a balancer without a server behind it. Returns a function that ends this. */
export async function breakRequests(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  const isMeant = (url: URL) => path.test(url.pathname);
  await page.route(isMeant, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' })
      : route.fallback(),
  );
  return () => page.unroute(isMeant);
}
