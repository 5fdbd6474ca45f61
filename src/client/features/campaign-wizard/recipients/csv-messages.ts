/** Messages between the page and the Web Worker that parses recipient files. Blobs avoid copying large data. */
import type { RegionalFormatSettings } from '../../../format/regional.ts';
import type { RecipientParsingChoices } from './reading-choices.ts';
import type { RecipientFileSummary } from './recipient-summary.ts';

/** Where recipients come from: a file, pasted text, or another campaign's JSON. IndexedDB can store it as it is. */
export type RecipientSource =
  | { readonly kind: 'file' | 'campaign'; readonly content: Blob }
  | { readonly kind: 'paste'; readonly content: string };

export type CsvWorkerRequest =
  | {
      readonly type: 'read';
      readonly source: RecipientSource;
      readonly choices: RecipientParsingChoices;
      readonly regional: RegionalFormatSettings;
    }
  /**
   * Requests to the worker about the parsed recipient file, allowed only after its response 'summary'. `choose` parses
   * the file again.
   */
  | { readonly type: 'choose'; readonly choices: RecipientParsingChoices }
  | { readonly type: 'payload' }
  | { readonly type: 'phoneNumbers' }
  | { readonly type: 'rejectedRowsCsv' };

/** JSON of the request's two arrays (recipient-payload.ts). */
export interface RecipientRequestJsonBlobs {
  readonly recipients: Blob;
  readonly rejectedRows: Blob;
}

export type CsvWorkerResponse =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'summary'; readonly summary: RecipientFileSummary }
  | { readonly type: 'unreadable' }
  | ({ readonly type: 'payload' } & RecipientRequestJsonBlobs)
  | { readonly type: 'phoneNumbers'; readonly phoneNumbers: Blob }
  | { readonly type: 'rejectedRowsCsv'; readonly csv: Blob };
