/**
 * The export of calls to a file. One runs at a time; it belongs to the tab, so that it goes on while other screens are
 * open. The file arrives in pieces, which the browser keeps outside of our memory, and is saved once complete.
 */
import { useSyncExternalStore } from 'react';
import type { ApiInput } from '../../../contract/api.ts';
import { callExportLabels as labels } from '../../../labels/call-history-es.ts';
import { ConnectionError, shownMessage } from '../../api/api-error.ts';
import { callStream } from '../../api/client.ts';
import { saveFile } from '../../api/save-file.ts';
import { subscribeToTabState, tabState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import { createRowCounter } from './csv-rows.ts';

export interface ExportOrder {
  readonly query: ApiInput<'exportCalls', 'query'>;
  /** Formats a count as the workspace writes it. */
  readonly write: (count: number) => string;
}

export type ExportState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly rows: number;
      /** Number of calls to export; null until the server has answered, or if it stopped counting. */
      readonly total: number | null;
      /** Estimated seconds left; null if unknown. */
      readonly secondsLeft: number | null;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly order: ExportOrder };

const idle: ExportState = { kind: 'idle' };
const publishEveryMs = 200;
const blobBytes = 8 * 1024 * 1024;

let state: ExportState = idle;
let running: AbortController | null = null;
/** Stops watching for a change of workspace, which cancels the export. */
let forgetElsewhere = (): void => undefined;
const listeners = new Set<() => void>();

function publish(next: ExportState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Estimated seconds left, at the pace so far; null in the first second, which is too short to judge. */
export function secondsLeft(rows: number, total: number | null, elapsedMs: number): number | null {
  if (total === null || rows === 0 || elapsedMs < 1_000) return null;
  return Math.ceil((Math.max(0, total - rows) * elapsedMs) / rows / 1_000);
}

function fileNameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? labels.fileName;
}

function totalOf({ headers }: Response): number | null {
  const total = headers.get('x-total-count');
  return total === null || headers.get('x-total-count-capped') === 'true' ? null : Number(total);
}

/** Reads the answer and reports its progress. The file is complete unless `signal` ends it. */
async function receive(
  response: Response,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly rows: number }> {
  const total = totalOf(response);
  const counter = createRowCounter();
  const startedAt = performance.now();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let publishedAt = startedAt;
  const settle = () => {
    // The browser may keep a Blob on disk, while the pieces are in memory.
    blobs.push(new Blob(pieces));
    pieces = [];
    bytes = 0;
  };
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done && !signal.aborted; read = await reader?.read()) {
    counter.add(read.value);
    pieces.push(read.value);
    bytes += read.value.length;
    if (bytes >= blobBytes) settle();
    const now = performance.now();
    if (now - publishedAt < publishEveryMs) continue;
    publishedAt = now;
    publish({
      kind: 'running',
      rows: counter.rows(),
      total,
      secondsLeft: secondsLeft(counter.rows(), total, now - startedAt),
    });
  }
  settle();
  return { file: new Blob(blobs, { type: 'text/csv;charset=utf-8' }), rows: counter.rows() };
}

async function run(order: ExportOrder, signal: AbortSignal): Promise<void> {
  try {
    const response = await callStream('exportCalls', { query: order.query, headers: { accept: 'text/csv' }, signal });
    const { file, rows } = await receive(response, signal);
    // A cancelled file is incomplete, or complete too late.
    if (signal.aborted) return;
    const name = fileNameOf(response);
    saveFile(file, name);
    publish(idle);
    toast.good(labels.doneTitle, labels.doneText(name, order.write(rows), rows === 1));
  } catch (error) {
    if (signal.aborted) return;
    // A file that breaks off is reported as a lost connection.
    const failure = error instanceof TypeError ? new ConnectionError(error) : error;
    publish({ kind: 'failed', message: shownMessage(failure), order });
    // If the export's screen is open, it shows the failure itself.
    if (listeners.size === 0) toast.bad(labels.failedTitle, shownMessage(failure));
  }
}

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Starts an export, unless one is running. */
export async function startExport(order: ExportOrder): Promise<void> {
  if (running) return;
  const controller = new AbortController();
  running = controller;
  const { workspaceId } = tabState();
  // The export ends if the tab changes its workspace or the person signs out.
  forgetElsewhere();
  forgetElsewhere = subscribeToTabState(() => {
    if (tabState().workspaceId !== workspaceId) cancelExport();
  });
  window.addEventListener('beforeunload', askBeforeClosing);
  publish({ kind: 'running', rows: 0, total: null, secondsLeft: null });
  try {
    await run(order, controller.signal);
  } finally {
    window.removeEventListener('beforeunload', askBeforeClosing);
    if (running === controller) running = null;
  }
}

/** Cancels the running export, or dismisses the message of a failed one. */
export function cancelExport(): void {
  if (running) toast.info(labels.cancelled);
  running?.abort();
  running = null;
  forgetElsewhere();
  publish(idle);
}

export function useCallExport(): ExportState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
