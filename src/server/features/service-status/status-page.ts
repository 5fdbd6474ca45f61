/** Reads the provider's status page (Atlassian Statuspage, summary.json), with a limit of time and size. */
import type { ProviderServiceState } from '../../../contract/alerts.ts';
import { parseWireStatusPage } from '../../../retell/wire-status-page.ts';

export interface ProviderStatusPage {
  readonly status: ProviderServiceState;
  /** The state in the page's own words. */
  readonly description: string;
}

const maxBytes = 1024 * 1024;

const states: ReadonlyMap<string, ProviderServiceState> = new Map([
  ['none', 'operational'],
  ['minor', 'degraded'],
  ['major', 'major_outage'],
  ['critical', 'major_outage'],
  ['maintenance', 'maintenance'],
]);

/** Reads the status page. Throws if it does not respond or is invalid. Unknown indicators give `unknown`. */
export async function fetchProviderStatusPage(url: string, signal: AbortSignal): Promise<ProviderStatusPage> {
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

/** Replaces lone surrogates and removes null characters, because PostgreSQL can't store them in an alert. */
function storable(text: string): string {
  return text.slice(0, 300).toWellFormed().replaceAll('\u0000', '');
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the download.
    if (bytes > maxBytes) throw new Error('the status page answers without end');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
