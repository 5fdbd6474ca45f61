/**
 * Reads recipients' names, which the agent says aloud. Removes invisible characters, and reports texts that are no
 * names, such as 'NULL'. Shared by browser and server; does not import zod.
 */

/** Reasons to doubt that a text is a name: placeholder, spreadsheet error, template, markup or wrong decoding. */
export type RecipientNameDoubt = 'placeholder' | 'formula' | 'template' | 'markup' | 'damaged';

export interface ParsedRecipientName {
  /** Name of the recipient without invisible characters. Empty if no visible characters remain. */
  readonly name: string;
  readonly doubt: RecipientNameDoubt | null;
}

/**
 * Matches invisible characters, including the blank U+2800. Joiners within words are not matched, because Persian and
 * emoji need them.
 */
const invisible =
  /(?<![\p{L}\p{M}\p{Emoji}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{Emoji}])|(?![\u200c\u200d])[\p{Default_Ignorable_Code_Point}\p{Cf}]|\u2800/gu;
const visible = /[^\s\p{Z}\p{M}\p{C}]/u;

const placeholders = new Set(
  (
    'null|nil|none|undefined|nan|n/a|n.a.|n/d|s/d|sd|s/n|sin dato|sin datos|sin nombre|sin informacion|no name|noname|unknown|' +
    'desconocido|desconocida|no disponible|not available|no aplica|no informado|vacio|vacia|empty|blank|en blanco|true|false|' +
    'object object|test|prueba|nombre|name|full name|full_name|customer_name|customer name'
  ).split('|'),
);
const formula = /^(?:#[¡¿]?[\p{L}\d/]+[!?]?|#+|err:\d+|=.*)$/isu;
const template = /\{[^{}]*\}|\[\[[^[\]]*\]\]|^\[[^[\]]*\]$|%[\p{L}_]{2,40}%|\*\|[^|]{1,60}\|\*|<<[^<>]{1,60}>>/u;
const markup = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});|<\/?[a-z][^<>]*>/i;
/** Matches signs of wrong decoding: a replacement character, or a capital letter within a word ('MarÌa'). */
const damaged = /\ufffd|\p{L}\?+\p{L}|\p{Ll}[ÂÃÈÌÒÛ]/u;
const longestName = 500;

/**
 * Reads a recipient's name from a cell of the file. A doubtful name may be real, so it is kept, and the doubt is
 * reported.
 */
export function parseRecipientName(written: string): ParsedRecipientName {
  const text = written.slice(0, longestName);
  // Look for wrongly decoded letters before invisible characters are removed, because some of them are invisible.
  if (isMisread(text)) return { name: written.trim(), doubt: 'damaged' };
  const name = written.replace(invisible, '').trim();
  if (!visible.test(name)) return { name: '', doubt: null };
  return { name, doubt: doubtOf(name.slice(0, longestName)) };
}

function doubtOf(name: string): RecipientNameDoubt | null {
  if (formula.test(name)) return 'formula';
  if (template.test(name)) return 'template';
  const word = name
    .normalize('NFD')
    .replaceAll(/\p{M}|^[\s([<«"'-]+|[\s)\]>»"'-]+$/gu, '')
    .toLowerCase();
  if (name === 'NA' || placeholders.has(word) || !/\p{L}/u.test(name)) return 'placeholder';
  if (markup.test(name)) return 'markup';
  return damaged.test(name) ? 'damaged' : null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Byte values of the characters that Windows-1252 has at 0x80 to 0x9f. */
const windowsBytes = new Map(
  Array.from(new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, index) => 128 + index))).map(
    (character, index) => [character, 128 + index],
  ),
);

/** True if UTF-8 text was decoded as Windows-1252 ('MarÃ­a'). Then encoding it again gives valid UTF-8. */
function isMisread(text: string): boolean {
  if (!/[\u00c2-\u00f4][\u0080-\uffff]/.test(text)) return false;
  const parts = text.match(/[\u00c2-\u00f4][\u0080-\uffff]+/g) ?? [];
  return parts.some((part) => {
    const bytes = Array.from(part).map((character) => windowsBytes.get(character) ?? character.charCodeAt(0));
    if (bytes.some((byte) => byte > 255)) return false;
    try {
      utf8.decode(Uint8Array.from(bytes));
      return true;
    } catch {
      return false;
    }
  });
}
