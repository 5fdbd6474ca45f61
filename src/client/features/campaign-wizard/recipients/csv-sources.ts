/** Parses recipients from a file, pasted text or another campaign into one form of table. Pure, for a Web Worker. */
import type { CampaignDraft } from '../../../../contract/campaigns.ts';
import { emptyTable, type FileTable, type ReadChoices } from '../../../../files/file-table.ts';
import { readFile, readPasted } from '../../../../files/read-file.ts';
import { fileProblems } from '../../../../labels/files-es.ts';
import { readerMessages } from '../recipient-list-es.ts';
import { createNumberParserCache, type NumberParserCache } from './recipient-numbers.ts';

/** An earlier campaign's draft without its recipients. */
export type CampaignDetails = Omit<CampaignDraft, 'recipients'>;

export interface ParsedSource {
  readonly table: FileTable;
  /** Error message if the recipients can't be read as a table; otherwise null. */
  readonly problem: string | null;
  /** Settings of the campaign from which the recipients were copied; null if they come from a file or paste. */
  readonly campaign: CampaignDetails | null;
  /** Cache of cells parsed as phone numbers. */
  readonly readings: NumberParserCache;
}

/** Parses the bytes of a recipient file. `onProgress` is called with 0 to 1. */
export async function parseFile(
  bytes: Uint8Array,
  choices: ReadChoices = {},
  onProgress?: (share: number) => void,
): Promise<ParsedSource> {
  const read = await readFile(bytes, choices, onProgress);
  return typeof read === 'string' ? listOf(emptyTable, fileProblems[read]) : listOf(read);
}

/** Parses recipients pasted from the clipboard. Cells copied from a spreadsheet are separated by tabs. */
export const parsePasted = (text: string, choices: ReadChoices = {}): ParsedSource =>
  listOf(readPasted(text, choices), null, readerMessages.pastedEmpty);

function listOf(table: FileTable, problem: string | null = null, whenEmpty: string = fileProblems.empty): ParsedSource {
  const isEmpty = table.rows.length === 0 && table.header.every((name) => name.trim() === '');
  return {
    table,
    problem: problem ?? (isEmpty ? whenEmpty : null),
    campaign: null,
    readings: createNumberParserCache(),
  };
}

/** Parses the JSON of GET /api/campaigns/:id/draft as a table of recipients. */
export function parseCampaign(json: string): ParsedSource {
  const { recipients, ...campaign } = JSON.parse(json) as CampaignDraft;
  const columns = new Set<string>();
  for (const recipient of recipients) for (const column of Object.keys(recipient)) columns.add(column);
  const header = [...columns];
  const rows = recipients.map((recipient, index) => ({
    row: index + 2,
    cells: header.map((column) => recipient[column] ?? ''),
    malformed: false,
  }));
  const problem = rows.length === 0 ? readerMessages.campaignEmpty : null;
  return { table: { ...emptyTable, header, rows }, problem, campaign, readings: createNumberParserCache() };
}
