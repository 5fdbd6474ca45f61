/** The page's client of the Web Worker that parses a recipient file: starts it, reports progress, requests results. */
import { recipientFileFailureTexts } from '../../../../labels/wizard-es.ts';
import type { RegionalFormatSettings } from '../../../format/regional.ts';
import type {
  CsvWorkerResponse,
  CsvWorkerRequest,
  RecipientSource,
  RecipientRequestJsonBlobs,
} from './csv-messages.ts';
import { startCsvWorker } from './csv-worker-start.ts';
import type { RecipientParsingChoices } from './reading-choices.ts';
import type { RecipientFileSummary } from './recipient-summary.ts';

export const maximumRecipientFileBytes = 50 * 1024 * 1024;

export interface RecipientFileReader {
  /** Resolves to the recipient file's summary. Rejects with an Error whose message can be shown to the user. */
  readonly summary: Promise<RecipientFileSummary>;
  /** Parses the recipient file again with another sheet or other columns. Call it only after `summary` has resolved. */
  choose: (choices: RecipientParsingChoices) => Promise<RecipientFileSummary>;
  /** JSON array with the phone numbers of all rows to call. */
  readPhoneNumbers: () => Promise<Blob>;
  /** The request's two arrays, as JSON. */
  readPayload: () => Promise<RecipientRequestJsonBlobs>;
  readRejectedRowsCsv: () => Promise<Blob>;
  /** Terminates the Web Worker immediately. Pending promises never settle. */
  close: () => void;
}

type FinalAnswer = Exclude<CsvWorkerResponse['type'], 'progress' | 'unreadable'>;

interface ReaderStart {
  readonly source: RecipientSource;
  readonly choices: RecipientParsingChoices;
  /**
   * Regional settings. Their number format is used in messages. Their time zone gives the country of local phone
   * numbers.
   */
  readonly regional: RegionalFormatSettings;
  /** Callback that gets the progress of parsing, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export function startRecipientFileReader({ source, choices, regional, onProgress }: ReaderStart): RecipientFileReader {
  const worker = startCsvWorker();

  function ask<T extends FinalAnswer>(
    request: CsvWorkerRequest,
    wanted: T,
  ): Promise<Extract<CsvWorkerResponse, { type: T }>> {
    return new Promise((resolve, reject) => {
      const listening = new AbortController();
      const { signal } = listening;
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<CsvWorkerResponse>) => {
          if (data.type === 'progress') return onProgress(data.share);
          if (data.type === 'unreadable') reject(new Error(recipientFileFailureTexts.unreadable));
          else if (data.type === wanted) resolve(data as Extract<CsvWorkerResponse, { type: T }>);
          else return;
          listening.abort();
        },
        { signal },
      );
      worker.addEventListener(
        'error',
        () => {
          reject(new Error(recipientFileFailureTexts.readerFailed));
          listening.abort();
        },
        { signal },
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(request);
    });
  }

  const summary = ask({ type: 'read', source, choices, regional }, 'summary').then((answer) => answer.summary);
  // Send one request to the Web Worker at a time, because its responses do not say which request they belong to.
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
