/** Reads XML as far as spreadsheets need it: tags, attributes and text. Removes namespace prefixes from names. */

export interface XmlScanHandler {
  /** Called for each start tag. `attributes` is unparsed text, from which `readXmlAttribute` reads a value. */
  open?(name: string, attributes: string): void;
  close?(name: string): void;
  /** Receives a text, perhaps in several calls. */
  text?(text: string): void;
  /** Called after each slice of the file. If it returns true, reading stops. */
  isDone?(): boolean;
}

const sliceBytes = 1_024 * 1_024;
/** Maximum length of an XML tag, comment or text, in characters. A longer one causes an error. */
const longestPart = 2 * sliceBytes;
const tag = /<([^\s/>"'=]+)((?:\s+[^\s=>/"']+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/y;
/** Beginnings and ends of XML constructs that are skipped. */
const passedOver = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
const characterData = ['<![CDATA[', ']]>'] as const;

/**
 * Reads an XML file. Throws if the bytes are not XML. `onProgress` receives the share of the file that was read, from 0
 * to 1.
 */
export function scanXml(
  bytes: Uint8Array,
  reader: XmlScanHandler,
  onProgress: (share: number) => void = () => {},
): void {
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

/** Reads the complete XML tags of a text. @returns the offset of the first incomplete one. */
function scanPart(text: string, reader: XmlScanHandler): number {
  let at = 0;
  for (;;) {
    const start = text.indexOf('<', at);
    // Leave text at the end of an XML slice for the next slice, because a reference such as &amp; may be split between
    // the slices.
    if (start < 0) return at;
    if (start > at) reader.text?.(decodeReferences(text.slice(at, start)));
    const end = scanTag(text, start, reader);
    if (end === null) return start;
    at = end;
  }
}

/** Reads one XML tag. @returns the offset after it, or null if the tag is incomplete. */
function scanTag(text: string, start: number, reader: XmlScanHandler): number | null {
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

function scanSpecial(text: string, start: number, reader: XmlScanHandler): number | null {
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

/** Returns the value of an XML attribute, whatever its prefix; null if there is none. Patterns are cached by name. */
export function readXmlAttribute(attributes: string, name: string): string | null {
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
