/** The three places that recipients come from, each cut into the same table: a file, a paste, an earlier campaign. Pure. */
import type { CampaignDraft } from '../../../../contract/campaigns.ts';
import { readerMessages } from '../../../../labels/wizard-es.ts';
import { decodeCsv, isSpreadsheet, normalised } from './csv-decoding.ts';
import { parseCsv, type CsvTable } from './csv-rows.ts';

/** All of an earlier campaign that is not a recipient. */
export type CampaignDetails = Omit<CampaignDraft, 'recipients'>;

export interface ParsedSource {
  readonly table: CsvTable;
  /** Why it is no list at all; null as a rule. */
  readonly problem: string | null;
  /** Of an earlier campaign. */
  readonly campaign: CampaignDetails | null;
}

const nothing: CsvTable = { header: [], rows: [], unclosedRow: null };

/** A file's bytes. `onProgress` gets 0 to 1. */
export function parseFile(bytes: Uint8Array, onProgress?: (share: number) => void): ParsedSource {
  if (isSpreadsheet(bytes)) return { table: nothing, problem: readerMessages.spreadsheet, campaign: null };
  return listOf(parseCsv(decodeCsv(bytes), onProgress), readerMessages.empty);
}

/** Text from the clipboard; a spreadsheet puts tabs between its cells. */
export const parsePasted = (text: string): ParsedSource =>
  listOf(parseCsv(normalised(text)), readerMessages.pastedEmpty);

function listOf(table: CsvTable, whenEmpty: string): ParsedSource {
  const isEmpty = table.rows.length === 0 && table.header.every((name) => name.trim() === '');
  return { table, problem: isEmpty ? whenEmpty : null, campaign: null };
}

/** The answer of GET /api/campaigns/:id/draft. */
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
  return {
    table: { header, rows, unclosedRow: null },
    problem: rows.length === 0 ? readerMessages.campaignEmpty : null,
    campaign,
  };
}
