/**
 * Which modules of the client share a file, derived from the screens of screens.ts: modules that the same screens need at first
 * share one. What the dashboard needs is in five files, so that it comes in few round trips.
 */
import path from 'node:path';
import { consoleModule, consoleParts, dashboardModule, firstLoads, loginModule } from './first-load-routes.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly importers: readonly string[] } | null;
}

const sources = path.resolve(import.meta.dirname, '../src');
const closures = new Map<string, ReadonlySet<string>>();

/** Our modules that a part imports statically, itself included. */
function modulesOf(part: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = closures.get(part);
  if (known) return known;
  const found = new Set<string>();
  const waiting = [path.join(sources, 'client', part)];
  for (const id of waiting) {
    if (found.has(id) || !id.startsWith(sources)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  closures.set(part, found);
  return found;
}

const dashboardParts = firstLoads.find(({ page }) => page === dashboardModule)?.parts ?? [];

/**
 * Modules that the dashboard loads after itself and waits for. Code of other screens in their files would delay it, and
 * may load more files as soon as it runs.
 */
const laterModules: readonly string[] = [
  'app/dashboard-now.tsx',
  'features/campaigns/campaigns-now.tsx',
  'features/dashboard/verdict-line.tsx',
];

/** The file of a module; null leaves the module to the bundler. */
function fileOf(id: string, graph: ModuleGraph): string | null {
  const isIn = (parts: readonly string[]): boolean => parts.some((part) => modulesOf(part, graph).has(id));
  const users = [...firstLoads.map(({ page }) => page), ...laterModules].flatMap((page, index) =>
    isIn(page === loginModule || laterModules.includes(page) ? [page] : [consoleModule, page]) ? [{ page, index }] : [],
  );
  const isUsedBy = (module: string): boolean => users.some(({ page }) => page === module);
  const isShared = users.length > 1;
  if (isUsedBy(loginModule)) {
    // Windows that are loaded later import pieces of the sign-in too.
    const importers = graph.getModuleInfo(id)?.importers ?? [];
    return isShared || importers.some((importer) => !modulesOf(loginModule, graph).has(importer)) ? 'shared' : null;
  }
  if (isIn([consoleModule])) return 'console';
  if (isUsedBy(dashboardModule))
    return users.every(({ page }) => page === dashboardModule || laterModules.includes(page)) ? 'dashboard' : 'common';
  if (isIn(consoleParts)) return 'socket';
  if (isIn(dashboardParts)) return users.length > 0 ? 'common' : 'dashboard-parts';
  return isShared ? `screens-${users.map(({ index }) => index.toString(36)).join('')}` : null;
}

const named = (name: string) => ({
  debugName: name,
  name: (id: string, graph: ModuleGraph) => (fileOf(id, graph) === name ? name : null),
});

/** For `output.codeSplitting`, the first group before the next. The named files take the libraries along that their modules import. */
export const chunkGroups = [
  { name: 'entry', tags: ['$initial' as const] },
  ...['shared', 'console', 'common', 'socket', 'dashboard'].map(named),
  // One file is smaller than a hundred of an icon each.
  { name: 'icons', test: /lucide-react.dist.esm.icons/, minShareCount: 3 },
  {
    debugName: 'screens',
    name: (id: string, graph: ModuleGraph) => {
      const file = fileOf(id, graph);
      return file?.startsWith('screens-') === true ? file : null;
    },
    includeDependenciesRecursively: false,
  },
  named('dashboard-parts'),
].map((group, index, { length }) => ({ ...group, priority: length - index }));
