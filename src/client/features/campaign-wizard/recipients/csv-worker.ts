/** The worker that reads a recipients' list and keeps its rows, so that the page never has to. One per list. */
import { defaultRegional, type Regional } from '../../../format/regional.ts';
import type { ReaderAnswer, ReaderRequest, RecipientSource } from './csv-messages.ts';
import { readRecipients, type ReadingChoices, type RecipientFile } from './csv-reading.ts';
import { parseCampaign, parseFile, parsePasted, type ParsedSource } from './csv-sources.ts';
import { phoneNumbersJson, recipientsJson, rejectedRowsCsv, rejectedRowsJson } from './recipient-payload.ts';

const sliceBytes = 4 * 1024 * 1024;
/** Of the progress: fetching the bytes, before parsing them. */
const fetchingShare = 0.3;

let regional: Regional = defaultRegional;
let parsed: ParsedSource | null = null;
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

async function parse(source: RecipientSource): Promise<ParsedSource> {
  if (source.kind === 'paste') return parsePasted(source.content);
  if (source.kind === 'campaign') return parseCampaign(await source.content.text());
  const bytes = await readBytes(source.content);
  return parseFile(bytes, (share) => answer({ type: 'progress', share: fetchingShare + (1 - fetchingShare) * share }));
}

function understand(source: ParsedSource, choices: ReadingChoices): void {
  file = readRecipients(source, choices, regional);
  answer({ type: 'summary', summary: file.summary });
}

async function read(source: RecipientSource, choices: ReadingChoices): Promise<void> {
  try {
    parsed = await parse(source);
    understand(parsed, choices);
  } catch {
    // The file was moved, is locked by another program, or is longer than a string may be.
    answer({ type: 'unreadable' });
  }
}

async function serve(request: ReaderRequest): Promise<void> {
  if (request.type === 'read') {
    regional = request.regional;
    await read(request.source, request.choices);
  } else if (parsed && file) {
    if (request.type === 'choose') understand(parsed, request.choices);
    else if (request.type === 'phoneNumbers') answer({ type: 'phoneNumbers', phoneNumbers: phoneNumbersJson(file) });
    else if (request.type === 'rejectedRowsCsv') answer({ type: 'rejectedRowsCsv', csv: rejectedRowsCsv(file) });
    else answer({ type: 'payload', recipients: recipientsJson(file), rejectedRows: rejectedRowsJson(file) });
  }
}

addEventListener('message', (event: MessageEvent<ReaderRequest>) => void serve(event.data));
