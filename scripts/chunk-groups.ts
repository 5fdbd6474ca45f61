/** Which modules of the client stand together in a file: a screen is a handful of files, and no file weighs on a route that needs little of it. */
import path from 'node:path';
import { consoleModule, consoleName, dashboardModule, firstLoads, loginModule } from './first-load-routes.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const sources = path.resolve(import.meta.dirname, '../src');
const client = path.join(sources, 'client');
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
const isInOthers = (id: string, graph: ModuleGraph): boolean => others.some((page) => isIn(page, id, graph));
const dashboardParts = firstLoads.find(({ page }) => page === dashboardModule)?.parts ?? [];

const icons = /lucide-react.dist.esm.icons/;
/** The empty state of the dashboard's calls, which other screens have too. */
const dashboardIcon = /icons.phone-off/;
/** Modules that the socket shares with screens of live calls. */
const socketPieces = /src.(client.api.socket-line|contract.realtime)\./;
/** Small, and in many screens. */
const pieces =
  /src.(contract.calendar-days|client.(ui.(outcome-icon|result-badge|pagination|page-numbers|progress)|help.help-tip|hooks.(use-media-query|use-leave-guard)|api.save-file|ui.checkbox|format.text-search)|labels.webhook-address-es)\./;
/** Of lists by days and metrics. */
const listPieces = /src.(contract.regional|labels.copc-metrics-es|client.ui.(table|column-table))\./;
const chartPieces = /src.client.(ui.(chart|chart-box|chart-labels|chart-plot)|hooks.use-chart-cursor)\./;
/** Of charts, in a screen itself. */
const chartWords = /src.(labels.chart-es|client.ui.line-path)\./;
/** Whether a figure moved beyond chance, and its words. */
const movementPieces = /src.(contract.rate-changes|labels.movements-es)\./;
/** Of charts by where calls come from. */
const seriesPieces = /src.client.(ui.(chart-table|series-looks|series-rows)|layout.campaign-starts)\./;
/** Words of options, which every screen of campaigns has. */
const optionWords = /src.labels.(weight-es|best-hour-es)\./;
/** Of a campaign's page and the wizard. */
const optionPieces = /src.(client.ui.weight-select|labels.(retry-limits-es|add-recipients-es))\./;
/** Pieces of sign-in and of forms with secrets; the dashboard has none. */
const secretPieces = /src.client.ui.password-input\./;
const isPiece = (id: string): boolean => [pieces, chartPieces, chartWords, seriesPieces].some((each) => each.test(id));

function is(pattern: RegExp): (id: string) => boolean {
  return (id) => pattern.test(id);
}

/**
 * For `output.codeSplitting`. The console is only ever opened from the entry, and a screen from the console: what these need
 * stands in one file each. Each group takes along what its modules import, unless a group of higher priority has it.
 */
export const chunkGroups = [
  { name: 'entry', tags: ['$initial' as const], priority: 10 },
  {
    // What sign-in and console share.
    debugName: 'shared',
    name: (id: string, graph: ModuleGraph) =>
      isIn(loginModule, id, graph) &&
      !secretPieces.test(id) &&
      ([consoleModule, dashboardModule].some((part) => isIn(part, id, graph)) || isInOthers(id, graph))
        ? 'shared'
        : null,
    priority: 9,
  },
  {
    name: consoleName,
    test: (id: string) => id === path.join(client, consoleModule) || dashboardIcon.test(id) || socketPieces.test(id),
    priority: 8,
  },
  {
    // What the dashboard does with other screens.
    debugName: 'common',
    name: (id: string, graph: ModuleGraph) =>
      isIn(dashboardModule, id, graph) && isInOthers(id, graph) ? 'common' : null,
    priority: 7,
  },
  {
    // Its own, which its parts need too; the screen itself keeps the name that a manifest finds it by.
    debugName: 'dashboard',
    name: (id: string, graph: ModuleGraph) =>
      id !== path.join(client, dashboardModule) && isIn(dashboardModule, id, graph) ? 'dashboard' : null,
    priority: 6,
  },
  { name: 'secret-pieces', test: is(secretPieces), priority: 5 },
  { name: 'chart-pieces', test: is(chartPieces), priority: 5 },
  // One file is smaller than twenty of an icon each.
  { name: 'icons', test: is(icons), minShareCount: 3, priority: 4 },
  { name: 'pieces', test: is(pieces), priority: 3 },
  { name: 'option-words', test: is(optionWords), priority: 3 },
  { name: 'option-pieces', test: is(optionPieces), priority: 3 },
  { name: 'list-pieces', test: is(listPieces), priority: 3 },
  { name: 'chart-words', test: is(chartWords), priority: 3 },
  { name: 'movement-pieces', test: is(movementPieces), priority: 3 },
  { name: 'series-pieces', test: is(seriesPieces), priority: 2 },
  {
    debugName: 'dashboard-parts',
    name: (id: string, graph: ModuleGraph) =>
      dashboardParts.some((part) => isIn(part, id, graph)) && !isInOthers(id, graph) && !isPiece(id)
        ? 'dashboard-parts'
        : null,
    priority: 1,
  },
];
