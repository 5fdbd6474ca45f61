/** Chooses the tests that judge a change: by imports, the nearest first. */
import path from 'node:path';
import ts from 'typescript';

/**
 * Modules that put the whole product together. Nearly every feature test starts the product through them, so that an import chain
 * through one of them says nothing about what a test is for.
 */
const roots =
  /^src\/(server\/(app|run-server|main)|server\/testing\/start-test-app|client\/app\/(app|routes|signed-in))\.tsx?$/;
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** Relative imports of each file, static and dynamic, as paths from the project's root. */
function readImports(file: string, text: string): readonly string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName));
}

/**
 * Test files that reach a changed file by imports, or are in its folder. Nearest first: the test itself, tests of the folder, then by the
 * length of the import chain. Chains through the modules that put the product together do not count.
 */
export function chooseTests(sources: ReadonlyMap<string, string>, changed: readonly string[]): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const [file, text] of sources)
    for (const imported of readImports(file, text)) {
      const known = importers.get(imported);
      if (known) known.push(file);
      else importers.set(imported, [file]);
    }
  const reached = new Set(changed);
  for (const file of reached)
    if (!roots.test(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
  const folders = new Set(changed.map((file) => path.posix.dirname(file)));
  const beside = [...sources.keys()].filter((file) => folders.has(path.posix.dirname(file)));
  const own = changed.filter((file) => sources.has(file));
  return [...new Set([...own, ...beside, ...reached])].filter(isTest);
}
