/** Spanish messages about an uploaded CSV or Excel file: why it is unreadable, or what was omitted or repaired. */
import type { FileReadingNotice, UnreadableFileReason } from '../files/file-table.ts';

export const fileProblemTexts: Readonly<Record<UnreadableFileReason, string>> = {
  empty: 'El archivo está vacío.',
  html: 'Es una página web (HTML), aunque su nombre diga otra cosa. Ábrela en la planilla y guárdala como .xlsx o CSV.',
  oldSpreadsheet:
    'Es una planilla de Excel antigua (.xls) o con contraseña. Ábrela y guárdala como .xlsx sin contraseña o como CSV.',
  numbersApp: 'Es una planilla de Numbers. Ábrela en Numbers y expórtala como Excel (.xlsx) o CSV.',
  pdf: 'Es un PDF, y de un PDF no se pueden leer filas. Pide la planilla de la que salió, en .xlsx o CSV.',
  zip: 'Es un archivo comprimido u otro documento, no una planilla. Extrae lo que tiene y elige un .xlsx o un CSV.',
  json: 'Es un archivo JSON, no una planilla. Expórtalo como .xlsx o CSV.',
  unpackedTooLarge: 'La planilla es demasiado grande al abrirse. Deja solo la hoja que necesitas o guárdala como CSV.',
  unreadableSpreadsheet:
    'La planilla está dañada o tiene un formato que no se reconoce. Ábrela y guárdala de nuevo como .xlsx o CSV.',
};

const shownLength = 80;
const shown = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);

/** Returns the text of a notice about a CSV file or spreadsheet. `formatCount` formats numbers for the workspace. */
export function describeFileNotice(notice: FileReadingNotice, formatCount: (count: number) => string = String): string {
  const count = formatCount(notice.count);
  const text = shown(notice.text);
  if (notice.kind === 'damagedLine') {
    const row = formatCount(notice.row);
    return notice.count === 1
      ? `La fila ${row} tiene una letra dañada y se leyó así: «${text}». Revísala.`
      : `${count} filas tienen letras dañadas. La primera, la ${row}, se leyó así: «${text}». Revísalas.`;
  }
  if (notice.kind === 'titleAbove') {
    return notice.count === 1
      ? `Se dejó fuera el título de arriba: «${text}».`
      : `Se dejaron fuera ${count} líneas de arriba: «${text}»…`;
  }
  return notice.count === 1
    ? `Se dejó fuera una línea que no es una fila: «${text}».`
    : `Se dejaron fuera ${count} líneas que no son filas: «${text}»…`;
}
