/** Grouping of the client's modules into files: few for each screen, and none with much that it does not need. */
import path from 'node:path';
import { consoleModule, consoleName, dashboardModule, firstLoads, loginModule } from './first-load-routes.ts';

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const sources = path.resolve(import.meta.dirname, '../src');
const client = path.join(sources, 'client');
const modulesOfParts = new Map<string, ReadonlySet<string>>();

/** Our modules that a module imports directly or indirectly, itself included, without dynamic imports. */
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
/** Icon of the dashboard's empty list of calls, shared with other screens. */
const dashboardIcon = /icons.phone-off/;
/** Modules shared by the socket and the screens of live calls. */
const socketPieces = /src.(client.api.socket-line|contract.realtime)\./;
/** Small modules of many screens. */
const pieces =
  /src.(contract.calendar-days|client.(ui.(outcome-icon|result-badge|pagination|page-numbers|progress)|help.help-tip|hooks.(use-media-query|use-leave-guard)|api.save-file|ui.checkbox|format.text-search)|labels.webhook-address-es)\./;
/** Modules of lists by days and metrics. */
const listPieces = /src.(contract.regional|labels.copc-metrics-es|client.ui.(table|column-table))\./;
const chartPieces = /src.client.(ui.(chart|chart-box|chart-labels|chart-plot)|hooks.use-chart-cursor)\./;
/** Modules of charts that a screen itself imports. */
const chartWords = /src.(labels.chart-es|client.ui.line-path)\./;
/** Modules of changes beyond chance, with their words. */
const movementPieces = /src.(contract.rate-changes|labels.movements-es)\./;
/** Modules of charts by origin of calls. */
const seriesPieces = /src.client.(ui.(chart-table|series-looks|series-rows)|layout.campaign-starts)\./;
/** Words of campaign options, shared by all screens of campaigns. */
const optionWords = /src.labels.(weight-es|best-hour-es)\./;
/** Modules of a campaign's page and the wizard. */
const optionPieces = /src.(client.ui.weight-select|labels.(retry-limits-es|add-recipients-es))\./;
/** Modules of sign-in and of forms with secrets; the dashboard needs none. */
const secretPieces = /src.client.ui.password-input\./;
const isPiece = (id: string): boolean => [pieces, chartPieces, chartWords, seriesPieces].some((each) => each.test(id));

function is(pattern: RegExp): (id: string) => boolean {
  return (id) => pattern.test(id);
}

/**
 * Groups for `output.codeSplitting`. The console opens only from the entry, and a screen only from the console, so each
 * has one file. A group includes its modules' imports, unless a group of higher priority has them.
 */
export const chunkGroups = [
  { name: 'entry', tags: ['$initial' as const], priority: 10 },
  {
    // Modules shared by sign-in and console.
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
    // Modules shared by the dashboard and other screens.
    debugName: 'common',
    name: (id: string, graph: ModuleGraph) =>
      isIn(dashboardModule, id, graph) && isInOthers(id, graph) ? 'common' : null,
    priority: 7,
  },
  {
    // The dashboard's own modules, also for its parts. The screen's module keeps its name in the manifest.
    debugName: 'dashboard',
    name: (id: string, graph: ModuleGraph) =>
      id !== path.join(client, dashboardModule) && isIn(dashboardModule, id, graph) ? 'dashboard' : null,
    priority: 6,
  },
  { name: 'secret-pieces', test: is(secretPieces), priority: 5 },
  { name: 'chart-pieces', test: is(chartPieces), priority: 5 },
  // One file is smaller than twenty of one icon each.
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
