/** One reading of the provider's status page (Atlassian Statuspage, summary.json): bounded in time and size. */
import type { ServiceState } from '../../../contract/alerts.ts';
import { parseWireStatusPage } from '../../../retell/wire-status-page.ts';

export interface PageReading {
  readonly status: ServiceState;
  /** In the page's own words. */
  readonly description: string;
}

const maxBytes = 1024 * 1024;

const states: ReadonlyMap<string, ServiceState> = new Map([
  ['none', 'operational'],
  ['minor', 'degraded'],
  ['major', 'major_outage'],
  ['critical', 'major_outage'],
  ['maintenance', 'maintenance'],
]);

/** Throws when the page does not answer, or with anything but a summary. An indicator of tomorrow reads as unknown. */
export async function readStatusPage(url: string, signal: AbortSignal): Promise<PageReading> {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the status page answered ${response.status}`);
  }
  const page = parseWireStatusPage(JSON.parse(await readText(response)));
  if (!page) throw new Error('the status page answered no summary');
  const { indicator, description } = page.status;
  return { status: states.get(indicator) ?? 'unknown', description: storable(description ?? '') };
}

/** Alerts keep it: half a character or a NUL would not be stored, and no alert with it. */
function storable(text: string): string {
  return text.slice(0, 300).toWellFormed().replaceAll('\u0000', '');
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the rest.
    if (bytes > maxBytes) throw new Error('the status page answers without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
