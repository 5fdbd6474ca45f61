import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestLedger, type TestLedger } from '../../testing/call-ledger.ts';
import { encodeTextArrayParameter } from './array-parameter.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await openTestLedger();
});
afterAll(() => ledger.close());

async function through(texts: readonly (string | null)[]): Promise<unknown[]> {
  const { rows } = await sql<{ text: string | null }>`
    select text from unnest(${encodeTextArrayParameter(texts)}::text[]) with ordinality as given (text, place) order by place`.execute(
    ledger.database.db,
  );
  return rows.map(({ text }) => text);
}

describe('an array of texts in binary', () => {
  it('arrives as it was, whatever stands in it', async () => {
    const texts = ['', 'a,b', '{"c":"\\"d\\""}', null, 'ñandú 😀', 'NULL', "o'clock", 'x'.repeat(100_000), '\n'];
    expect(await through(texts)).toEqual(texts);
  });

  it('may be empty, and may hold nothing but nulls', async () => {
    expect(await through([])).toEqual([]);
    expect(await through([null, null])).toEqual([null, null]);
  });
});
