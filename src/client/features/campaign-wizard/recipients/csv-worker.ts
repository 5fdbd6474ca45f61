/** Web Worker that parses a recipient file and keeps its rows out of the page's memory. There is one per file. */
import { defaultRegionalSettings, type RegionalFormatSettings } from '../../../format/regional.ts';
import type { CsvWorkerResponse, CsvWorkerRequest, RecipientSource } from './csv-messages.ts';
import { parseRecipientFile, type ParsedRecipientFile } from './csv-reading.ts';
import {
  parseCopiedCampaignRecipients,
  parseRecipientFileBytes,
  parsePastedRecipients,
  type ParsedRecipientSource,
} from './csv-sources.ts';
import type { RecipientParsingChoices } from './reading-choices.ts';
import {
  createPhoneNumbersJsonBlob,
  createRecipientsJsonBlob,
  createRejectedRowsCsvBlob,
  createRejectedRowsJsonBlob,
} from './recipient-payload.ts';

const sliceBytes = 4 * 1024 * 1024;
/** Share of the progress bar, 0 to 1, for reading the file before it is parsed. */
const fetchingShare = 0.3;

let regional: RegionalFormatSettings = defaultRegionalSettings;
/**
 * The recipient file that was parsed last; null before the first one is parsed. `layout`: JSON of the sheet and header
 * row that were used for parsing.
 */
let parsed: (ParsedRecipientSource & { readonly from: RecipientSource; readonly layout: string }) | null = null;
let file: ParsedRecipientFile | null = null;

const answer = (message: CsvWorkerResponse): void => postMessage(message);

/**
 * Sends the page the progress of reading a recipient file. A small file, which is read in one slice, causes no message.
 */
function tellProgress({ size }: Blob, share: number): void {
  if (size > sliceBytes) answer({ type: 'progress', share });
}

async function readBytes(source: Blob): Promise<Uint8Array> {
  const bytes = new Uint8Array(source.size);
  for (let from = 0; from < source.size; from += sliceBytes) {
    bytes.set(new Uint8Array(await source.slice(from, from + sliceBytes).arrayBuffer()), from);
    tellProgress(source, (fetchingShare * Math.min(from + sliceBytes, source.size)) / source.size);
  }
  return bytes;
}

async function parse(source: RecipientSource, choices: RecipientParsingChoices): Promise<ParsedRecipientSource> {
  if (source.kind === 'paste') return parsePastedRecipients(source.content, choices);
  if (source.kind === 'campaign') return parseCopiedCampaignRecipients(await source.content.text());
  const bytes = await readBytes(source.content);
  return parseRecipientFileBytes(bytes, choices, (share) =>
    tellProgress(source.content, fetchingShare + (1 - fetchingShare) * share),
  );
}

async function read(source: RecipientSource, choices: RecipientParsingChoices): Promise<void> {
  const layout = JSON.stringify([choices.sheet, choices.headerRow]);
  try {
    if (parsed?.from !== source || parsed.layout !== layout)
      parsed = { ...(await parse(source, choices)), from: source, layout };
    file = parseRecipientFile(parsed, choices, regional);
    answer({ type: 'summary', summary: file.summary });
  } catch {
    // Reading fails, for example, if the recipient file was moved, is locked by another program, or is too long for a
    // JavaScript string.
    answer({ type: 'unreadable' });
  }
}

async function serve(request: CsvWorkerRequest): Promise<void> {
  if (request.type === 'read') {
    regional = request.regional;
    await read(request.source, request.choices);
  } else if (parsed && file) {
    if (request.type === 'choose') await read(parsed.from, request.choices);
    else if (request.type === 'phoneNumbers')
      answer({ type: 'phoneNumbers', phoneNumbers: createPhoneNumbersJsonBlob(file) });
    else if (request.type === 'rejectedRowsCsv')
      answer({ type: 'rejectedRowsCsv', csv: createRejectedRowsCsvBlob(file) });
    else
      answer({
        type: 'payload',
        recipients: createRecipientsJsonBlob(file),
        rejectedRows: createRejectedRowsJsonBlob(file),
      });
  }
}

addEventListener('message', (event: MessageEvent<CsvWorkerRequest>) => void serve(event.data));
