/**
 * Writes beside the built client what a server need not find out: which files each route begins with, so that the page
 * can name them before a script asks for them, and every file in the forms in which it goes over the wire.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { consoleModule, consoleParts, firstLoads, loginModule, type FirstLoad } from './first-load-routes.ts';

/** What the bundler tells of a file: https://rollupjs.org/plugin-development/#generatebundle */
interface BuiltFile {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly isEntry?: boolean;
  /** Absolute. */
  readonly moduleIds?: readonly string[];
  /** The files that it imports as it begins. */
  readonly imports?: readonly string[];
}

/** Each route's pattern, and its files besides the entry's own: the server reads it (static-files.ts). */
type FirstLoadFiles = readonly { readonly route: string; readonly files: readonly string[] }[];

const client = path.resolve(import.meta.dirname, '../src/client');

/** The files that hold these modules, and all that they import; what must be there first stands first. Throws for a module that the build does not know. */
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

const modulesOf = ({ page, parts }: FirstLoad): readonly string[] =>
  page === loginModule ? [page] : [consoleModule, page, ...consoleParts, ...parts];

/** What a browser fetches of a build, route by route. */
export function listFirstLoads(built: readonly BuiltFile[]): FirstLoadFiles {
  return firstLoads.map((load) => ({ route: load.route, files: filesOf(built, modulesOf(load)) }));
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Each file of a folder also as .br and .gz, as small as they get: no request pays for it. */
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

/** For the build of the client. */
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
