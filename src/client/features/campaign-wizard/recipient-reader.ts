/** The page's end of the reading worker: starts one for a file, tells its progress, asks it for results, ends it. */
import { readerMessages } from '../../../labels/wizard-es.ts';
import type { Regional } from '../../format/regional.ts';
import type { ReaderAnswer, ReaderRequest, RecipientsPayload } from './csv-messages.ts';
import type { RecipientSummary } from './csv-reading.ts';

export const maximumFileBytes = 50 * 1024 * 1024;

export interface RecipientReader {
  /** Rejects with an Error whose message is fit to show. */
  readonly summary: Promise<RecipientSummary>;
  /** The parts of the request, once the summary is there. Rejects likewise. */
  readPayload: () => Promise<RecipientsPayload>;
  readRejectedRowsCsv: () => Promise<Blob>;
  /** Ends the worker at once, in whatever it does; what is still awaited never settles. */
  close: () => void;
}

type FinalAnswer = Exclude<ReaderAnswer['type'], 'progress' | 'unreadable'>;

/** `onProgress` gets 0 to 1; the file's errors write their counts as `regional` does. */
export function startRecipientReader(source: Blob | string, regional: Regional, onProgress: (share: number) => void): RecipientReader {
  const worker = new Worker(new URL('csv-worker.ts', import.meta.url), { type: 'module' });

  function ask<T extends FinalAnswer>(request: ReaderRequest, wanted: T): Promise<Extract<ReaderAnswer, { type: T }>> {
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const { signal } = listening;
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<ReaderAnswer>) => {
          if (data.type === 'progress') return onProgress(data.share);
          if (data.type === 'unreadable') reject(new Error(readerMessages.unreadable));
          else if (data.type === wanted) resolve(data as Extract<ReaderAnswer, { type: T }>);
          else return;
          listening.abort();
        },
        { signal },
      );
      worker.addEventListener(
        'error',
        () => {
          reject(new Error(readerMessages.readerFailed));
          listening.abort();
        },
        { signal },
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(request);
    });
  }

  return {
    summary: ask({ type: 'read', source, regional }, 'summary').then(({ summary }) => summary),
    readPayload: () => ask({ type: 'payload' }, 'payload'),
    readRejectedRowsCsv: () => ask({ type: 'rejectedRowsCsv' }, 'rejectedRowsCsv').then(({ csv }) => csv),
    close: () => worker.terminate(),
  };
}
