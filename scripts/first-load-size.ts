/** Computes from Vite's manifest the size of a route's first load. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { consoleName, loginModule, type FirstLoad } from './first-load-routes.ts';

/** A chunk, by its first module: https://vite.dev/guide/backend-integration */
interface ManifestChunk {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly isDynamicEntry?: boolean;
}
export type Manifest = Readonly<Record<string, ManifestChunk>>;

export interface Weighed {
  readonly route: string;
  readonly limitKiB: number;
  /** Size, gzipped. */
  readonly kiB: number;
  /** Each file with its size, largest first. */
  readonly files: readonly { readonly file: string; readonly kiB: number }[];
}

export function readManifest(dist: string): Manifest {
  return JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
}

/** Files of these modules with all their imports. Throws for a module missing from the build. */
export function filesOf(manifest: Manifest, modules: readonly string[]): readonly string[] {
  const files = new Set<string>();
  const waiting = [...modules];
  for (const name of waiting) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`the build has no chunk of ${name}`);
    if (files.has(chunk.file)) continue;
    files.add(chunk.file);
    waiting.push(...(chunk.imports ?? []));
  }
  return [...files];
}

/** Size of a route's first load: the entry, the console for signed-in screens, and the screen. */
export function weigh(dist: string, manifest: Manifest, { route, page, limitKiB }: FirstLoad): Weighed {
  const [consoleChunk] = Object.entries(manifest).find(([, { name }]) => name === consoleName) ?? [];
  if (consoleChunk === undefined) throw new Error(`the build has no chunk ${consoleName}`);
  const modules = ['index.html', ...(page === loginModule ? [] : [consoleChunk]), page];
  const files = filesOf(manifest, modules)
    .map((file) => ({ file, kiB: gzipSync(readFileSync(path.join(dist, file))).length / 1_024 }))
    .toSorted((a, b) => b.kiB - a.kiB);
  return { route, limitKiB, kiB: files.reduce((sum, each) => sum + each.kiB, 0), files };
}

/** Screens of the build that have no limit in the table. */
export function unweighedPages(manifest: Manifest, loads: readonly FirstLoad[]): readonly string[] {
  const known = new Set(loads.map(({ page }) => page));
  return Object.entries(manifest)
    .filter(
      ([name, { isDynamicEntry }]) =>
        isDynamicEntry === true && /^(features\/[^/]+|app)\/[^/]+-page\.tsx$/.test(name) && !known.has(name),
    )
    .map(([name]) => name);
}
