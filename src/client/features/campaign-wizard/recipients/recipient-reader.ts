/** The page's side of the reading worker: starts it for a list, reports progress, requests results, ends it. */
import { readerFailures } from '../../../../labels/wizard-es.ts';
import type { Regional } from '../../../format/regional.ts';
import type { ReaderAnswer, ReaderRequest, RecipientSource, RecipientsPayload } from './csv-messages.ts';
import { startCsvWorker } from './csv-worker-start.ts';
import type { ReadingChoices } from './reading-choices.ts';
import type { RecipientSummary } from './recipient-summary.ts';

export const maximumFileBytes = 50 * 1024 * 1024;

export interface RecipientReader {
  /** The list's summary. Rejects with an Error whose message is fit to show. */
  readonly summary: Promise<RecipientSummary>;
  /** Reads the rows again by other choices, once `summary` is there. Rejects as `summary` does. */
  choose: (choices: ReadingChoices) => Promise<RecipientSummary>;
  /** JSON of the numbers of all accepted rows. */
  readPhoneNumbers: () => Promise<Blob>;
  /** The request's two arrays, as JSON. */
  readPayload: () => Promise<RecipientsPayload>;
  readRejectedRowsCsv: () => Promise<Blob>;
  /** Ends the worker at once. Promises still pending never settle. */
  close: () => void;
}

type FinalAnswer = Exclude<ReaderAnswer['type'], 'progress' | 'unreadable'>;

interface ReaderStart {
  readonly source: RecipientSource;
  readonly choices: ReadingChoices;
  /** Number format for the counts in error messages. */
  readonly regional: Regional;
  /** Called with the progress of reading, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export function startRecipientReader({ source, choices, regional, onProgress }: ReaderStart): RecipientReader {
  const worker = startCsvWorker();

  function ask<T extends FinalAnswer>(request: ReaderRequest, wanted: T): Promise<Extract<ReaderAnswer, { type: T }>> {
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const { signal } = listening;
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<ReaderAnswer>) => {
          if (data.type === 'progress') return onProgress(data.share);
          if (data.type === 'unreadable') reject(new Error(readerFailures.unreadable));
          else if (data.type === wanted) resolve(data as Extract<ReaderAnswer, { type: T }>);
          else return;
          listening.abort();
        },
        { signal },
      );
      worker.addEventListener(
        'error',
        () => {
          reject(new Error(readerFailures.readerFailed));
          listening.abort();
        },
        { signal },
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(request);
    });
  }

  const summary = ask({ type: 'read', source, choices, regional }, 'summary').then((answer) => answer.summary);
  // One request at a time, because an answer does not name its request.
  let chosen = summary;
  return {
    summary,
    choose: (changed) => {
      chosen = chosen.then(() => ask({ type: 'choose', choices: changed }, 'summary')).then((answer) => answer.summary);
      return chosen;
    },
    readPhoneNumbers: () => ask({ type: 'phoneNumbers' }, 'phoneNumbers').then(({ phoneNumbers }) => phoneNumbers),
    readPayload: () => ask({ type: 'payload' }, 'payload'),
    readRejectedRowsCsv: () => ask({ type: 'rejectedRowsCsv' }, 'rejectedRowsCsv').then(({ csv }) => csv),
    close: () => worker.terminate(),
  };
}
