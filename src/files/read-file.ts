/** Reads a file or pasted text as a table. Reading a long file takes long, so browsers do it in a worker. */
import { UnreadableFileError } from './file-failure.ts';
import {
  emptyFileTable,
  type UnreadableFileReason,
  type FileRow,
  type FileTable,
  type FileReadChoices,
} from './file-table.ts';
import { openTableFile, openPastedTextAsTable, type OpenedTableFile } from './open-file.ts';

/** Reads a file's bytes as a table. `onProgress` receives the fraction that is done, from 0 to 1. */
export async function parseTableFile(
  bytes: Uint8Array,
  choices: FileReadChoices = {},
  onProgress?: (share: number) => void,
): Promise<FileTable | UnreadableFileReason> {
  try {
    return collect(await openTableFile(bytes, choices), onProgress);
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.problem;
    throw error;
  }
}

/** Reads pasted text as a table. Cells pasted from a spreadsheet are separated by tabs. Blank text: empty table. */
export function parsePastedTable(text: string, choices: FileReadChoices = {}): FileTable {
  try {
    return collect(openPastedTextAsTable(text, choices));
  } catch (error) {
    if (error instanceof UnreadableFileError) return emptyFileTable;
    throw error;
  }
}

function collect(file: OpenedTableFile, onProgress?: (share: number) => void): FileTable {
  const rows: FileRow[] = [];
  const end = file.forEachRow((row) => rows.push(row), onProgress);
  const { header, headerRow, sheets, sheet, firstRows } = file;
  return { header, headerRow, rows, ...end, sheets, sheet, firstRows };
}
