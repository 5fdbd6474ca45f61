/** Exports a list of calls as a CSV file. Every download is audited. */
import { callsEndpoints, type CallFilters } from '../../../../contract/calls.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { JsonObject } from '../../../platform/db/schema.ts';
import { sendCsv } from '../../../platform/http/csv-download.ts';
import type { EndpointBinder } from '../../../platform/http/route.ts';
import { buildCallExportFileName } from '../call-export-es.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { SettingsFeature } from '../../settings/index.ts';
import { createCallCsvRowFormatter, buildCallExportHeadingCells, type CallExportCells } from './call-export-cells.ts';
import { openCallExport, readAgentAndCampaignNames, type ExportedCall } from './call-export-query.ts';
import type { CallListDeps } from './call-list-page-query.ts';
import { resolveCallFilters } from '../state/call-list-query.ts';

export interface CallExportDeps extends CallListDeps {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly settings: Pick<SettingsFeature, 'read'>;
}

export function registerCallExportRoute(binder: EndpointBinder, deps: CallExportDeps): void {
  binder.bind(callsEndpoints.exportCalls, async ({ identity, workspaceId, query, request, reply }) => {
    const { q, sort, ...given } = query;
    const settings = await deps.settings.read(workspaceId);
    const filters = await resolveCallFilters(
      { db: deps.db, zoneOf: async () => settings.timeZone },
      workspaceId,
      given,
    );
    const names = await readAgentAndCampaignNames(deps, workspaceId);
    const { total, capped, pages } = await openCallExport(deps, workspaceId, { filters, q, sort });
    const { userId, username } = identity;
    await deps.audit.record({
      workspaceId,
      userId,
      username,
      address: request.ip,
      action: 'call.exported',
      details: describe(query, total, capped),
    });
    reply.header('x-total-count', total);
    if (capped) reply.header('x-total-count-capped', 'true');
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: settings.timeZone }).format(deps.clock.now());
    return sendCsv(
      reply,
      buildCallExportFileName(day),
      linesOf(buildCallExportHeadingCells(settings), readAhead(pages), createCallCsvRowFormatter(settings, names)),
    );
  });
}

/**
 * Describes the exported list for the audit log. A search text with digits is left out, because it may be a phone
 * number.
 */
function describe({ q, sort, ...filters }: CallFilters, calls: number, capped: boolean): JsonObject {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)) as JsonObject;
  return {
    calls,
    ...(capped && { capped }),
    ...(Object.keys(given).length > 0 && { filters: given }),
    ...(q !== undefined && { search: /\d/.test(q) ? true : q }),
    sort,
  };
}

async function* linesOf(
  heading: CallExportCells,
  pages: AsyncIterable<ExportedCall[]>,
  write: (call: ExportedCall) => CallExportCells,
): AsyncGenerator<CallExportCells[]> {
  yield [heading];
  for await (const page of pages) yield page.map(write);
}

/** Reads the next page of an export while the current page is being written. */
async function* readAhead<T>(pages: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = pages.next();
  try {
    for (;;) {
      const page = await next;
      if (page.done) return;
      next = pages.next();
      // Prevent an unhandled rejection of `next`, the promise of the following page. Nobody awaits it if the export
      // stops early.
      next.catch(() => undefined);
      yield page.value;
    }
  } finally {
    await pages.return(undefined);
  }
}
