/** The worker that reads a recipients' file and keeps its rows, so that the page never has to. One per file. */
import type { Regional } from '../../format/regional.ts';
import type { ReaderAnswer, ReaderRequest } from './csv-messages.ts';
import { readPastedRecipients, readRecipientFile, type RecipientFile } from './csv-reading.ts';
import { recipientsJson, rejectedRowsCsv, rejectedRowsJson } from './recipient-payload.ts';

const sliceBytes = 4 * 1024 * 1024;
/** Of the progress: fetching the bytes, before parsing them. */
const fetchingShare = 0.3;

let file: RecipientFile | null = null;

const answer = (message: ReaderAnswer): void => postMessage(message);

async function readBytes(source: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.size);
  for (let from = 0; from < source.size; from += sliceBytes) {
    bytes.set(new Uint8Array(await source.slice(from, from + sliceBytes).arrayBuffer()), from);
    answer({ type: 'progress', share: (fetchingShare * Math.min(from + sliceBytes, source.size)) / source.size });
  }
  return bytes;
}

async function read(source: Blob | string, regional: Regional): Promise<RecipientFile> {
  if (typeof source === 'string') return readPastedRecipients(source, regional);
  const bytes = await readBytes(source);
  return readRecipientFile(bytes, (share) => answer({ type: 'progress', share: fetchingShare + (1 - fetchingShare) * share }), regional);
}

async function serve(request: ReaderRequest): Promise<void> {
  if (request.type === 'read') {
    try {
      file = await read(request.source, request.regional);
      answer({ type: 'summary', summary: file.summary });
    } catch {
      // The file was moved, is locked by another program, or is longer than a string may be.
      answer({ type: 'unreadable' });
    }
  } else if (file) {
    if (request.type === 'payload') answer({ type: 'payload', recipients: recipientsJson(file), rejectedRows: rejectedRowsJson(file) });
    else answer({ type: 'rejectedRowsCsv', csv: rejectedRowsCsv(file) });
  }
}

addEventListener('message', (event: MessageEvent<ReaderRequest>) => void serve(event.data));
