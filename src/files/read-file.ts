/** Reads a file or pasted text as a table. Reading a long file takes long, so browsers do it in a worker. */
import { UnreadableFileError } from './file-failure.ts';
import { emptyTable, type FileProblem, type FileRow, type FileTable, type FileReadChoices } from './file-table.ts';
import { openFile, openPastedText, type OpenFile } from './open-file.ts';

/** Reads a file's bytes as a table. `onProgress` receives a share from 0 to 1. */
export async function readTableFile(
  bytes: Uint8Array,
  choices: FileReadChoices = {},
  onProgress?: (share: number) => void,
): Promise<FileTable | FileProblem> {
  try {
    return collect(await openFile(bytes, choices), onProgress);
  } catch (error) {
    if (error instanceof UnreadableFileError) return error.problem;
    throw error;
  }
}

/** Reads pasted text as a table. Cells pasted from a spreadsheet are separated by tabs. Blank text: empty table. */
export function readPastedTable(text: string, choices: FileReadChoices = {}): FileTable {
  try {
    return collect(openPastedText(text, choices));
  } catch (error) {
    if (error instanceof UnreadableFileError) return emptyTable;
    throw error;
  }
}

function collect(file: OpenFile, onProgress?: (share: number) => void): FileTable {
  const rows: FileRow[] = [];
  const end = file.forEachRow((row) => rows.push(row), onProgress);
  const { header, headerRow, sheets, sheet, firstRows } = file;
  return { header, headerRow, rows, ...end, sheets, sheet, firstRows };
}
