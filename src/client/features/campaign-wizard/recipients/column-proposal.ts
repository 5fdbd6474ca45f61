/** Which column of a file without the expected header is the phone, and which the name: by what stands in them. Pure. */
import type { CsvTable } from './csv-rows.ts';
import { looksLikePhone } from './recipient-checks.ts';
import { findColumn, nameColumns, phoneColumns } from '../../../../contract/recipient-file.ts';
import { unnamedColumn, type ColumnChoice } from './recipient-columns.ts';

const sampledRows = 200;
const sampleLength = 40;
const phoneWords = /tel|cel|phone|m[oó]vil|mobile|whats|l[ií]nea|n[uú]mero/i;
const nameWords = /nombre|name|client|raz[oó]n|contact|apellido|titular/i;
/** Mostly letters, as names are and dates, amounts and addresses of mail are not. */
const nameLike = /^[^\d@]*\p{L}[^\d@]*$/u;

/** What the person is asked, with what is proposed and why. */
export interface ColumnMapping {
  readonly columns: readonly { readonly name: string; readonly sample: string }[];
  /** Null: nothing looks like one. */
  readonly phoneAt: number | null;
  readonly nameAt: number | null;
  /** A number stands in the first row: the file seems to have no header. */
  readonly mayHaveNoHeader: boolean;
  readonly headerIsRow: boolean;
  /** The person has chosen; otherwise positions are proposals. */
  readonly isChosen: boolean;
}

export function proposeColumns({ header, rows }: CsvTable, choice: ColumnChoice | null): ColumnMapping {
  const width = header.findLastIndex((name) => name.trim() !== '') + 1;
  const sampled = rows.slice(0, sampledRows);
  const columns = Array.from({ length: width }, (_, position) => ({
    name: header[position]?.trim() || unnamedColumn(position),
    cells: sampled.map(({ cells }) => (cells[position] ?? '').trim()).filter((cell) => cell !== ''),
  }));
  const mayHaveNoHeader = columns.some(({ name }) => looksLikePhone(name));
  const names = columns.map(({ name }) => name);
  const share = (cells: readonly string[], fits: (cell: string) => boolean) =>
    cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
  const phoneScores = columns.map(
    ({ name, cells }) => share(cells, looksLikePhone) + (phoneWords.test(name) ? 0.25 : 0),
  );
  const phoneAt = findColumn(names, phoneColumns) ?? bestOf(phoneScores);
  const nameScores = columns.map(({ name, cells }, position) =>
    position === phoneAt ? 0 : share(cells, (cell) => nameLike.test(cell)) + (nameWords.test(name) ? 1 : 0),
  );
  const nameAt = findColumn(names, nameColumns) ?? bestOf(nameScores);
  return {
    columns: columns.map(({ name, cells }) => ({
      name: name.slice(0, sampleLength),
      sample: (cells[0] ?? '').slice(0, sampleLength),
    })),
    phoneAt: choice?.phoneAt ?? phoneAt,
    nameAt: choice?.nameAt ?? nameAt,
    mayHaveNoHeader,
    headerIsRow: choice?.headerIsRow ?? mayHaveNoHeader,
    isChosen: choice !== null,
  };
}

/** The position of the highest score, the first of equals; null where none reaches a half. */
function bestOf(scores: readonly number[]): number | null {
  const best = Math.max(...scores);
  return best >= 0.5 ? scores.indexOf(best) : null;
}
