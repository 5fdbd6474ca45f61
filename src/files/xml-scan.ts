/** Reads XML piece by piece, as spreadsheets need it: tags with their attributes, and text. Names come without their prefix. */

export interface XmlReader {
  /** `attributes` are raw; `attributeOf` reads one. */
  open?(name: string, attributes: string): void;
  close?(name: string): void;
  /** Parts of one text may come one after another. */
  text?(text: string): void;
  /** True: what follows is of no interest. Asked now and then. */
  isDone?(): boolean;
}

const sliceBytes = 1_024 * 1_024;
/** Characters of one tag, comment or text without an end; what is longer is no spreadsheet's. */
const longestPart = 2 * sliceBytes;
const tag = /<([^\s/>"'=]+)((?:\s+[^\s=>/"']+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
/** What is passed over, by its beginning. */
const passedOver = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
const characterData = ['<![CDATA[', ']]>'] as const;

/** Throws for what is no XML. `onProgress` gets 0 to 1. */
export function scanXml(bytes: Uint8Array, reader: XmlReader, onProgress: (share: number) => void = () => {}): void {
  const decoder = new TextDecoder();
  let rest = '';
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    const text = rest + decoder.decode(bytes.subarray(at, at + sliceBytes), { stream: true });
    rest = text.slice(scanPart(text, reader));
    if (rest.length > longestPart) throw new Error('a part of the XML never ends');
    if (reader.isDone?.()) return;
    onProgress(Math.min(1, (at + sliceBytes) / bytes.length));
  }
  if (rest.includes('<')) throw new Error('the XML ends in a tag');
}

/** @returns where the first unfinished part begins. */
function scanPart(text: string, reader: XmlReader): number {
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    // A reference (&amp;) may be cut in two by the end of a piece: text waits for its end.
    if (start < 0) return at;
    if (start > at) reader.text?.(decodeReferences(text.slice(at, start)));
    const end = scanTag(text, start, reader);
    if (end === null) return start;
    at = end;
  }
}

/** @returns where it ends; null: not within the text. */
function scanTag(text: string, start: number, reader: XmlReader): number | null {
  const second = text[start + 1];
  if (second === '/') {
    const end = text.indexOf('>', start);
    if (end < 0) return null;
    reader.close?.(bareName(text.slice(start + 2, end).trimEnd()));
    return end + 1;
  }
  if (second === undefined) return null;
  if (second === '!' || second === '?') return scanSpecial(text, start, reader);
  tag.lastIndex = start;
  const found = tag.exec(text);
  if (!found) {
    if (text.length - start > longestPart) throw new Error('a tag of the XML never ends');
    return null;
  }
  const name = bareName(found[1] ?? '');
  reader.open?.(name, found[2] ?? '');
  if (found[3] !== '') reader.close?.(name);
  return tag.lastIndex;
}

function scanSpecial(text: string, start: number, reader: XmlReader): number | null {
  const [dataStart, dataEnd] = characterData;
  if (text.startsWith(dataStart, start)) {
    const end = text.indexOf(dataEnd, start);
    if (end < 0) return null;
    reader.text?.(text.slice(start + dataStart.length, end));
    return end + dataEnd.length;
  }
  if (text.length - start < dataStart.length) return null;
  const [, ending] = passedOver.find(([beginning]) => text.startsWith(beginning, start)) ?? ['', '>'];
  const end = text.indexOf(ending, start);
  return end < 0 ? null : end + ending.length;
}

const bareName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

const attributePatterns = new Map<string, RegExp>();

/** The value of an attribute, whatever its prefix; null: there is none. `name` is one of few. */
export function attributeOf(attributes: string, name: string): string | null {
  let pattern = attributePatterns.get(name);
  if (!pattern) {
    pattern = new RegExp(`(?:^|\\s)(?:[^\\s=:]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    attributePatterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found ? decodeReferences(found[1] ?? found[2] ?? '') : null;
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name) return named[String(name)] ?? whole;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code <= 0x10ffff && code > 0 ? String.fromCodePoint(code) : '';
  });
}
