/** Which columns of a table hold telephone numbers: by what stands in them, then by their names. Pure. */
import type { NumberContext } from '../phone/read-number.ts';
import type { FileTable } from './file-table.ts';

export interface NumberColumn {
  readonly position: number;
  /** Cells with something in them. */
  readonly filled: number;
  /** Of these, those that read as numbers. */
  readonly numbers: number;
}

/** Columns that read as numbers, the fullest first; ids, documents and dates are none. */
export function findNumberColumns(
  _table: Pick<FileTable, 'header' | 'rows'>,
  _context: NumberContext,
): readonly NumberColumn[] {
  return [];
}
