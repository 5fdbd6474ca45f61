// Builds the browser's half into dist/client. `server.proxy` is for `vite dev` beside a running server.
import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { consoleModule, consoleName, dashboardModule, firstLoads, loginModule } from './scripts/first-load-routes.ts';

const apiServer = process.env['API_SERVER'] ?? 'http://127.0.0.1:3000';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const sources = path.resolve(import.meta.dirname, 'src');
const client = path.resolve(import.meta.dirname, 'src/client');
const modulesOfParts = new Map<string, ReadonlySet<string>>();

/** Ours among what a module imports, itself included, without what it fetches later. */
function modulesOf(part: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = modulesOfParts.get(part);
  if (known) return known;
  const found = new Set<string>();
  const waiting = [path.join(client, part)];
  for (const id of waiting) {
    if (found.has(id) || !id.startsWith(sources)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  modulesOfParts.set(part, found);
  return found;
}

const isIn = (part: string, id: string, graph: ModuleGraph): boolean => modulesOf(part, graph).has(id);
const others = firstLoads.map(({ page }) => page).filter((page) => page !== loginModule && page !== dashboardModule);

/**
 * One file is smaller than twenty of its parts. The console is only ever opened from the entry, and a screen from the
 * console: what these need stands in one file each. Then what sign-in and console share, and what the dashboard does
 * with other screens. Each takes along what its modules import.
 */
const groups = [
  { name: 'entry', tags: ['$initial' as const], priority: 4 },
  {
    name: (id: string, graph: ModuleGraph) =>
      isIn(loginModule, id, graph) && [consoleModule, dashboardModule, ...others].some((part) => isIn(part, id, graph)) ? 'shared' : null,
    priority: 3,
  },
  { name: consoleName, test: (id: string) => id === path.join(client, consoleModule), priority: 2 },
  {
    name: (id: string, graph: ModuleGraph) =>
      isIn(dashboardModule, id, graph) && others.some((page) => isIn(page, id, graph)) ? 'common' : null,
    priority: 1,
  },
];

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss()],
  // React has had its own since 18; wouter asks for what stands in before that.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // scripts/first-load.ts weighs each route by it.
    manifest: true,
    // No list in the entry of what each chunk imports, which would weigh 3 KiB: the screens are fetched ahead as a whole.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': { target: apiServer, changeOrigin: true },
      '/ws': { target: apiServer, ws: true, changeOrigin: true },
    },
  },
});
