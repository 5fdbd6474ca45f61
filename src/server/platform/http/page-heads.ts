/**
 * Composes the console's HTML page for each screen's address, once at the server's start. The page's head lists all
 * files and data that the screen loads first, so that the browser fetches them at once.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { apiRoutes, type ApiRouteName } from '../../../contract/routes.ts';

export interface ComposedHtmlPage {
  readonly html: string;
  /** The ETag, computed from the content alone. */
  readonly etag: string;
}

/** Files that each screen loads first, by address pattern, as written by the build (scripts/first-load-files.ts). */
type FirstLoads = readonly {
  readonly route: string;
  readonly files: readonly string[];
  readonly partFiles: readonly string[];
}[];

const loginRoute = '/login';
/**
 * API requests that the console sends first: `anybodysReads` for every visitor, and in addition `signedInReads` for
 * signed-in users.
 */
const anybodysReads = ['currentUser', 'appInfo'] as const satisfies readonly ApiRouteName[];
const signedInReads = ['currentWorkspace', 'listWorkspaces'] as const satisfies readonly ApiRouteName[];

/** HTML tag that preloads an API request. The console's fetch reuses the response if mode and credentials match. */
const readTag = (name: ApiRouteName): string =>
  `<link rel="preload" as="fetch" crossorigin href="${apiRoutes[name].path}" />`;
const fileTag = (file: string): string => `<link rel="modulepreload" href="/${file}" />`;

function compose(page: string, tags: readonly string[]): ComposedHtmlPage {
  const html = page.replace('</head>', `${tags.map((tag) => `  ${tag}\n`).join('')}  </head>`);
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"` };
}

function matches(route: string, address: string): boolean {
  const wanted = route.split('/');
  const given = address.split('/');
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index]);
}

/** Returns a function that chooses the HTML page for an address. `hasSession`: the request has a session cookie. */
export function createHtmlPagePicker(root: string): (address: string, hasSession: boolean) => ComposedHtmlPage {
  const page = readFileSync(path.join(root, 'index.html'), 'utf8');
  const listed = path.join(root, '.vite/first-loads.json');
  const loads = existsSync(listed) ? (JSON.parse(readFileSync(listed, 'utf8')) as FirstLoads) : [];
  const login = loads.find(({ route }) => route === loginRoute);
  const signIn = compose(page, [...anybodysReads.map(readTag), ...(login?.files ?? []).map(fileTag)]);
  const unknown = compose(page, [...anybodysReads, ...signedInReads].map(readTag));
  const screens = loads
    .filter((load) => load !== login)
    .map(({ route, files, partFiles }) => ({
      route,
      page: compose(page, [
        ...[...anybodysReads, ...signedInReads].map(readTag),
        ...[...files, ...partFiles].map(fileTag),
      ]),
    }));
  return (address, hasSession) => {
    if (!hasSession || address === loginRoute) return signIn;
    return screens.find(({ route }) => matches(route, address))?.page ?? unknown;
  };
}
