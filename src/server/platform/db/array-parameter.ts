/**
 * Encodes text arrays in PostgreSQL's binary format. This is faster for long texts, which need no quoting here and no
 * parsing in the database.
 */

/** The oid of type text in pg_type. */
const textOid = 25;
const headBytes = 20;

/** Encodes the value of a `…::text[]` parameter of an SQL statement. The texts must not contain NUL. */
export function encodeTextArrayParameter(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  const buffer = Buffer.allocUnsafe(headBytes + lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 0));
  let at = buffer.writeInt32BE(texts.length === 0 ? 0 : 1);
  at = buffer.writeInt32BE(lengths.includes(-1) ? 1 : 0, at);
  at = buffer.writeInt32BE(textOid, at);
  if (texts.length === 0) return buffer.subarray(0, at);
  at = buffer.writeInt32BE(texts.length, at);
  at = buffer.writeInt32BE(1, at);
  texts.forEach((text, index) => {
    at = buffer.writeInt32BE(lengths[index] ?? -1, at);
    if (text !== null) at += buffer.write(text, at);
  });
  return buffer;
}
