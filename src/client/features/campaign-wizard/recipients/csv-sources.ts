/** Reads the three sources of recipients (file, paste, earlier campaign) as the same kind of table. Pure; runs in the worker. */
import type { CampaignDraft } from '../../../../contract/campaigns.ts';
import { emptyTable, type FileTable, type ReadChoices } from '../../../../files/file-table.ts';
import { readFile, readPasted } from '../../../../files/read-file.ts';
import { fileProblems } from '../../../../labels/files-es.ts';
import { readerMessages } from '../recipient-list-es.ts';
import { createListReadings, type ListReadings } from './recipient-numbers.ts';

/** An earlier campaign's draft without its recipients. */
export type CampaignDetails = Omit<CampaignDraft, 'recipients'>;

export interface ParsedSource {
  readonly table: FileTable;
  /** Why the source is no list; null if it is one. */
  readonly problem: string | null;
  /** Details of the earlier campaign, if that is the source. */
  readonly campaign: CampaignDetails | null;
  /** Cached readings of the list's cells as numbers. */
  readonly readings: ListReadings;
}

/** Parses a file's bytes. `onProgress` gets 0 to 1. */
export async function parseFile(
  bytes: Uint8Array,
  choices: ReadChoices = {},
  onProgress?: (share: number) => void,
): Promise<ParsedSource> {
  const read = await readFile(bytes, choices, onProgress);
  return typeof read === 'string' ? listOf(emptyTable, fileProblems[read]) : listOf(read);
}

/** Parses text from the clipboard; a spreadsheet separates cells by tabs. */
export const parsePasted = (text: string, choices: ReadChoices = {}): ParsedSource =>
  listOf(readPasted(text, choices), null, readerMessages.pastedEmpty);

function listOf(table: FileTable, problem: string | null = null, whenEmpty: string = fileProblems.empty): ParsedSource {
  const isEmpty = table.rows.length === 0 && table.header.every((name) => name.trim() === '');
  return { table, problem: problem ?? (isEmpty ? whenEmpty : null), campaign: null, readings: createListReadings() };
}

/** Parses the answer of GET /api/campaigns/:id/draft. */
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
  return { table: { ...emptyTable, header, rows }, problem, campaign, readings: createListReadings() };
}
