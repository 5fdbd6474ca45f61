/** Parses recipients from a file, pasted text or another campaign into one form of table. Pure, for a Web Worker. */
import type { CopiedCampaignDraft } from '../../../../contract/campaigns.ts';
import { emptyFileTable, type FileTable, type FileReadChoices } from '../../../../files/file-table.ts';
import { parseTableFile, parsePastedTable } from '../../../../files/read-file.ts';
import { fileProblemTexts } from '../../../../labels/files-es.ts';
import { recipientFileMessages } from '../recipient-list-es.ts';
import { createPhoneNumberParserCache, type PhoneNumberParserCache } from './recipient-numbers.ts';

/** An earlier campaign's draft without its recipients. */
export type CopiedCampaignSettings = Omit<CopiedCampaignDraft, 'recipients'>;

export interface ParsedRecipientSource {
  readonly table: FileTable;
  /** Error message if the recipients can't be read as a table; otherwise null. */
  readonly problem: string | null;
  /** Settings of the campaign from which the recipients were copied; null if they come from a file or paste. */
  readonly campaign: CopiedCampaignSettings | null;
  /** Cache of cells parsed as phone numbers. */
  readonly readings: PhoneNumberParserCache;
}

/** Parses the bytes of a recipient file. `onProgress` is called with 0 to 1. */
export async function parseRecipientFileBytes(
  bytes: Uint8Array,
  choices: FileReadChoices = {},
  onProgress?: (share: number) => void,
): Promise<ParsedRecipientSource> {
  const read = await parseTableFile(bytes, choices, onProgress);
  return typeof read === 'string' ? listOf(emptyFileTable, fileProblemTexts[read]) : listOf(read);
}

/** Parses recipients pasted from the clipboard. Cells copied from a spreadsheet are separated by tabs. */
export const parsePastedRecipients = (text: string, choices: FileReadChoices = {}): ParsedRecipientSource =>
  listOf(parsePastedTable(text, choices), null, recipientFileMessages.pastedEmpty);

function listOf(
  table: FileTable,
  problem: string | null = null,
  whenEmpty: string = fileProblemTexts.empty,
): ParsedRecipientSource {
  const isEmpty = table.rows.length === 0 && table.header.every((name) => name.trim() === '');
  return {
    table,
    problem: problem ?? (isEmpty ? whenEmpty : null),
    campaign: null,
    readings: createPhoneNumberParserCache(),
  };
}

/** Parses the JSON of GET /api/campaigns/:id/draft as a table of recipients. */
export function parseCopiedCampaignRecipients(json: string): ParsedRecipientSource {
  const { recipients, ...campaign } = JSON.parse(json) as CopiedCampaignDraft;
  const columns = new Set<string>();
  for (const recipient of recipients) for (const column of Object.keys(recipient)) columns.add(column);
  const header = [...columns];
  const rows = recipients.map((recipient, index) => ({
    row: index + 2,
    cells: header.map((column) => recipient[column] ?? ''),
    malformed: false,
  }));
  const problem = rows.length === 0 ? recipientFileMessages.campaignEmpty : null;
  return { table: { ...emptyFileTable, header, rows }, problem, campaign, readings: createPhoneNumberParserCache() };
}
