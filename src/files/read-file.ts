/** The one reader of files: what a person chooses, drops or pastes becomes a table. Pure; takes long for long files, so call it in a worker. */
import type { FileProblem, FileTable, ReadChoices } from './file-table.ts';

/** `onProgress` gets 0 to 1. */
export async function readFile(
  _bytes: Uint8Array,
  _choices: ReadChoices = {},
  _onProgress: (share: number) => void = () => {},
): Promise<FileTable | FileProblem> {
  return 'empty';
}

/** Text from the clipboard; a spreadsheet puts tabs between its cells. */
export function readPasted(_text: string, _choices: ReadChoices = {}): FileTable {
  return { header: [], headerRow: 1, rows: [], unclosedRow: null, notices: [], sheets: [], sheet: null, firstRows: [] };
}
