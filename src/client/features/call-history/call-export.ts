/**
 * Exports calls to a CSV file, one export at a time. It continues while other screens are open. The file arrives in
 * chunks, which the browser stores outside of JavaScript's memory, and is saved once complete.
 */
import { useSyncExternalStore } from 'react';
import type { ApiRequestPart } from '../../../contract/api.ts';
import { callExportLabels as labels } from '../../../labels/call-history-es.ts';
import { ConnectionError, getRequestErrorText } from '../../api/api-error.ts';
import { callApiForStream } from '../../api/client.ts';
import { downloadBlobAsFile } from '../../api/save-file.ts';
import { subscribeToTabWorkspace, getTabWorkspaceState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import { createCsvRowCounter } from './csv-rows.ts';

export interface CallExportRequest {
  readonly query: ApiRequestPart<'exportCalls', 'query'>;
  /** Function that writes a number in the workspace's number format. */
  readonly write: (count: number) => string;
}

export type CallExportState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'running';
      readonly rows: number;
      /**
       * Number of calls to export. Null until the server responds, and if there are too many calls for the server to
       * count.
       */
      readonly total: number | null;
      /** Estimated seconds left; null if unknown. */
      readonly secondsLeft: number | null;
    }
  | { readonly kind: 'failed'; readonly message: string; readonly order: CallExportRequest };

const idle: CallExportState = { kind: 'idle' };
const publishEveryMs = 200;
const blobBytes = 8 * 1024 * 1024;

let state: CallExportState = idle;
let running: AbortController | null = null;
/** Unsubscribes the listener that cancels the export when the tab switches its workspace. */
let forgetElsewhere = (): void => undefined;
const listeners = new Set<() => void>();

function publish(next: CallExportState): void {
  state = next;
  for (const listener of listeners) listener();
}

/**
 * Estimated seconds until the export is complete. Null in the first second, which is too short to estimate, and if the
 * number of calls to export is unknown.
 */
export function estimateExportSecondsLeft(rows: number, total: number | null, elapsedMs: number): number | null {
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

/**
 * Reads the export's response as a stream and reports the progress. If `signal` aborts, the returned file is
 * incomplete.
 */
async function receive(
  response: Response,
  signal: AbortSignal,
): Promise<{ readonly file: Blob; readonly rows: number }> {
  const total = totalOf(response);
  const counter = createCsvRowCounter();
  const startedAt = performance.now();
  const blobs: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let publishedAt = startedAt;
  const settle = () => {
    // Moves the received chunks into a Blob, which the browser may keep on disk instead of in memory.
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
      secondsLeft: estimateExportSecondsLeft(counter.rows(), total, now - startedAt),
    });
  }
  settle();
  return { file: new Blob(blobs, { type: 'text/csv;charset=utf-8' }), rows: counter.rows() };
}

async function run(order: CallExportRequest, signal: AbortSignal): Promise<void> {
  try {
    const response = await callApiForStream('exportCalls', {
      query: order.query,
      headers: { accept: 'text/csv' },
      signal,
    });
    const { file, rows } = await receive(response, signal);
    // Save no file if the user cancelled the export, even if the download was completed meanwhile.
    if (signal.aborted) return;
    const name = fileNameOf(response);
    downloadBlobAsFile(file, name);
    publish(idle);
    toast.good(labels.doneTitle, labels.doneText(name, order.write(rows), rows === 1));
  } catch (error) {
    if (signal.aborted) return;
    // If the download breaks off, report a lost connection.
    const failure = error instanceof TypeError ? new ConnectionError(error) : error;
    publish({ kind: 'failed', message: getRequestErrorText(failure), order });
    // Show the failed export's message as a toast if no mounted component displays the state of the export.
    if (listeners.size === 0) toast.bad(labels.failedTitle, getRequestErrorText(failure));
  }
}

const askBeforeClosing = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Starts an export, unless one is running. */
export async function startCallExport(order: CallExportRequest): Promise<void> {
  if (running) return;
  const controller = new AbortController();
  running = controller;
  const { workspaceId } = getTabWorkspaceState();
  // Cancel the export if the tab switches its workspace or the user signs out.
  forgetElsewhere();
  forgetElsewhere = subscribeToTabWorkspace(() => {
    if (getTabWorkspaceState().workspaceId !== workspaceId) cancelCallExport();
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

/** Cancels the running export, or dismisses the error of a failed one. */
export function cancelCallExport(): void {
  if (running) toast.info(labels.cancelled);
  running?.abort();
  running = null;
  forgetElsewhere();
  publish(idle);
}

export function useCallExport(): CallExportState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}
