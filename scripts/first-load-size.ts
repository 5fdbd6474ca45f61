/** Sizes of the JavaScript that a browser fetches before a route can be used, as `npm run build:client` left the files in dist/client. */
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FirstLoadFiles } from './first-load-files.ts';
import { firstLoads } from './first-load-routes.ts';

export interface FirstLoadSize {
  readonly route: string;
  readonly limitKiB: number;
  /** Gzipped, without the parts that the screen is drawn without. */
  readonly kiB: number;
  /** The files that count in `kiB`, the heaviest first. */
  readonly files: readonly { readonly file: string; readonly kiB: number }[];
  /** Scripts and styles that the route fetches: the files, the files of parts, theme.js and the style sheet. */
  readonly fetchedFiles: number;
}

const dist = path.resolve(import.meta.dirname, '../dist/client');
const entryScript = /<script type="module".* src="\/(.+?)"/;

/** Reads the size of each route's first load. Throws if the client was not built, or a route is missing in the build. */
export function readFirstLoadSizes(): readonly FirstLoadSize[] {
  const [, entry = ''] = entryScript.exec(readFileSync(path.join(dist, 'index.html'), 'utf8')) ?? [];
  const built = JSON.parse(
    readFileSync(path.join(dist, '.vite/first-loads.json'), 'utf8'),
  ) as readonly FirstLoadFiles[];
  return firstLoads.map(({ route, limitKiB }) => {
    const load = built.find((each) => each.route === route);
    if (!load) throw new Error(`the build has no first load of ${route}`);
    const files = [entry, ...load.files]
      .map((file) => ({ file, kiB: statSync(path.join(dist, `${file}.gz`)).size / 1_024 }))
      .toSorted((a, b) => b.kiB - a.kiB);
    const kiB = files.reduce((sum, each) => sum + each.kiB, 0);
    return { route, limitKiB, kiB, files, fetchedFiles: files.length + load.partFiles.length + 2 };
  });
}
