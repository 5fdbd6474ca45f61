/**
 * Writes build data beside the client for the server: every file's compressed forms, and the first files of each route.
 * The page can name these before a script requests them.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { consoleModule, consoleParts, firstLoads, loginModule, type FirstLoad } from './first-load-routes.ts';

/** A bundler's output file: https://rollupjs.org/plugin-development/#generatebundle */
interface BuiltFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly isEntry?: boolean;
  /** Absolute paths. */
  readonly moduleIds?: readonly string[];
  /** Files that the file imports statically. */
  readonly imports?: readonly string[];
}

/** A route's pattern and its files besides the entry's own. The server names all of them in the page's head (page-heads.ts). */
export interface FirstLoadFiles {
  readonly route: string;
  readonly files: readonly string[];
  /** Files that hold only parts, without which the screen is drawn: they do not count in its limit. */
  readonly partFiles: readonly string[];
}

const client = path.resolve(import.meta.dirname, '../src/client');

/** Files of these modules with all their imports, dependencies first. Throws for a module missing from the build. */
function filesOf(built: readonly BuiltFile[], modules: readonly string[]): readonly string[] {
  const names = modules.map((module) => {
    const file = built.find(({ moduleIds }) => moduleIds?.includes(path.join(client, module)));
    if (!file) throw new Error(`the build has no file of ${module}`);
    return file.fileName;
  });
  const files = new Set<string>();
  for (const name of names) {
    if (files.has(name)) continue;
    files.add(name);
    names.push(...(built.find(({ fileName }) => fileName === name)?.imports ?? []));
  }
  for (const { fileName, isEntry } of built) if (isEntry === true) files.delete(fileName);
  return [...files];
}

const modulesOf = ({ page }: FirstLoad): readonly string[] => (page === loginModule ? [page] : [consoleModule, page]);

/** Lists the files of a build that a browser fetches first, route by route. */
export function listFirstLoads(built: readonly BuiltFile[]): readonly FirstLoadFiles[] {
  return firstLoads.map((load) => {
    const files = filesOf(built, modulesOf(load));
    const parts = load.page === loginModule ? [] : [...consoleParts, ...load.parts];
    return { route: load.route, files, partFiles: filesOf(built, parts).filter((file) => !files.includes(file)) };
  });
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Writes each file of a folder also as .br and .gz at the highest level, so that no request pays for it. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = await readFile(file);
      await writeFile(
        `${file}.br`,
        await brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
      );
      await writeFile(`${file}.gz`, await zip(content, { level: constants.Z_BEST_COMPRESSION }));
    }),
  );
}

/** Vite plugin of the client's build. */
export function writeFirstLoads(): Plugin {
  return {
    name: 'vocero-first-loads',
    apply: 'build',
    generateBundle(_options, bundle) {
      this.emitFile({
        type: 'asset',
        fileName: '.vite/first-loads.json',
        source: JSON.stringify(listFirstLoads(Object.values(bundle))),
      });
    },
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      await compressFiles(dir);
      await compressFiles(path.join(dir, 'assets'));
    },
  };
}
