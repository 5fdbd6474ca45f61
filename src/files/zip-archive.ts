/** Lists and unpacks a zip archive's entries. Limits the unpacked size, because few kilobytes may become gigabytes. */

export interface ZipEntry {
  readonly name: string;
  /** The entry's content as stored, perhaps compressed. */
  readonly bytes: Uint8Array;
  readonly isPacked: boolean;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
/** Compression methods. */
const [stored, deflated] = [0, 8];
/** Maximum size in bytes of a zip archive's end record with its comment. */
const longestEnd = 22 + 65_535;
const longestName = 260;
/** Number of compressed bytes unpacked at a time. Unpacked, they may be a thousand times as many. */
const pieceBytes = 16 * 1_024;

/** True if the bytes begin like a zip archive. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Lists the entries of a zip archive by name, except encrypted ones. Null if the archive is damaged. */
export function listZipEntries(bytes: Uint8Array): ReadonlyMap<string, ZipEntry> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  if (end === null) return null;
  const entries = new Map<string, ZipEntry>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) return null;
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const packedLength = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if (local + 30 > bytes.length) return null;
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    if (start + packedLength > bytes.length) return null;
    const name = decoder.decode(bytes.subarray(at + 46, at + 46 + Math.min(nameLength, longestName)));
    const isReadable = (flags & 1) === 0 && (method === stored || method === deflated);
    const entry = { name, bytes: bytes.subarray(start, start + packedLength), isPacked: method === deflated };
    if (isReadable) entries.set(name.replaceAll('\\', '/'), entry);
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function findEnd(view: DataView): number | null {
  const last = view.byteLength - 22;
  for (let at = last; at >= Math.max(0, last - longestEnd); at -= 1) {
    if (view.getUint32(at, true) === endSignature) return at;
  }
  return null;
}

/** Number of bytes that may still be unpacked from the archive, over all its entries. */
export interface UnpackedByteBudget {
  left: number;
}

export class ZipContentTooLargeError extends Error {}

/**
 * Unpacks a zip entry. Throws `ZipContentTooLargeError` if the unpacked bytes would exceed the budget, and a TypeError
 * if bytes are damaged.
 */
export async function unpackZipEntry({ bytes, isPacked }: ZipEntry, budget: UnpackedByteBudget): Promise<Uint8Array> {
  const take = (length: number): void => {
    budget.left -= length;
    if (budget.left < 0) throw new ZipContentTooLargeError();
  };
  if (!isPacked) {
    take(bytes.length);
    return bytes;
  }
  let at = 0;
  const packed = new ReadableStream({
    // Unpack small pieces, because the browser unpacks a whole piece before the size limit can be checked.
    pull(controller) {
      controller.enqueue(bytes.slice(at, (at += pieceBytes)));
      if (at >= bytes.length) controller.close();
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      take(next.value.length);
      length += next.value.length;
      pieces.push(next.value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    throw error;
  }
  const whole = new Uint8Array(length);
  let end = 0;
  for (const piece of pieces) {
    whole.set(piece, end);
    end += piece.length;
  }
  return whole;
}
