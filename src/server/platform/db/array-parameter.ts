/**
 * Arrays of texts as PostgreSQL's binary format has them: long texts travel as they are, neither quoted and escaped by us nor
 * read letter by letter by the database.
 */

/** pg_type's oid of text. */
const textOid = 25;
const headBytes = 20;

/** The parameter of a `…::text[]`. Texts without NUL. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)));
  const buffer = Buffer.allocUnsafe(headBytes + lengths.reduce((sum, length) => sum + 4 + Math.max(0, length), 0));
  // Dimensions (none of an empty array), whether any is null, the type; then how many, counted from 1.
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
