/** What the page and the reading worker say to each other. Big things travel as Blobs, which are not copied. */
import type { Regional } from '../../format/regional.ts';
import type { RecipientSummary } from './csv-reading.ts';

export type ReaderRequest =
  | { readonly type: 'read'; readonly source: Blob | string; readonly regional: Regional }
  /** After 'summary' only. */
  | { readonly type: 'payload' }
  | { readonly type: 'rejectedRowsCsv' };

/** JSON of the request's two arrays (recipient-payload.ts). */
export interface RecipientsPayload {
  readonly recipients: Blob;
  readonly rejectedRows: Blob;
}

export type ReaderAnswer =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'summary'; readonly summary: RecipientSummary }
  | { readonly type: 'unreadable' }
  | ({ readonly type: 'payload' } & RecipientsPayload)
  | { readonly type: 'rejectedRowsCsv'; readonly csv: Blob };
