import * as fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { replaceLoneSurrogates } from './json-body.ts';
import { createHttpServer } from './server.ts';

const withHalves = fc.string({ unit: fc.constantFrom('a', '\\', 'ñ', '😀', '\ud83d', '\ude00', '\u0000') });

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, held]) => name.isWellFormed() && isWellFormed(held));
}

test('no half of a character is left anywhere, and what was whole stays as it was', () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      withHalves,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(withHalves, tie('value')),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      const before = structuredClone(given);
      const repaired = replaceLoneSurrogates(given);
      expect(isWellFormed(repaired)).toBe(true);
      if (isWellFormed(before)) expect(repaired).toEqual(before);
    }),
  );
});

test('depth costs no stack', () => {
  let nested: unknown[] = ['\ud800'];
  for (let depth = 0; depth < 100_000; depth += 1) nested = [nested];
  expect(replaceLoneSurrogates(nested)).toBe(nested);
});

const makeServer = () =>
  createHttpServer({
    log: pino({ level: 'silent' }),
    origins: { publicOrigin: null, allowedHosts: [] },
    trustProxy: false,
    requestsPerMinute: 100,
  });

test('a NUL is refused wherever it stands, names too, and its place is named; what only looks like one is not', async () => {
  const app = await makeServer();
  app.post('/', async ({ body }) => body);
  const send = async (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json', host: 'here' }, payload });
  const message = 'El texto tiene un carácter nulo (U+0000), que no se puede guardar';
  const inside = await send(String.raw`{"rows":[{"a":1},{"name":"x\u0000"}]}`);
  expect([inside.statusCode, inside.json()]).toMatchObject([
    400,
    { code: 'invalid_input', message, details: [{ path: 'rows.1.name', message }] },
  ]);
  expect((await send(String.raw`{"rows":{"x\u0000":1}}`)).json()).toMatchObject({
    code: 'invalid_input',
    details: [{ path: 'rows' }],
  });
  expect((await send(String.raw`"\u0000"`)).json()).toMatchObject({ code: 'invalid_input', details: [] });
  expect((await send(String.raw`{"path":"C:\\u0000"}`)).json()).toEqual({ path: String.raw`C:\u0000` });
  await app.close();
});

test("an address that can't be read is refused in the words of every other refusal", async () => {
  const app = await makeServer();
  app.get('/:id', async ({ params }) => params);
  const answer = await app.inject({ url: '/%zz', headers: { host: 'here' } });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { code: 'invalid_input', error: expect.any(String) as string },
  ]);
  await app.close();
});

test('a body is repaired on its way in', async () => {
  const app = await makeServer();
  app.post('/', async ({ body }) => body);
  const send = async (payload: string) =>
    app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'application/json', host: 'here' }, payload });
  expect((await send(String.raw`{"a\ud800":["x\uDC00y","\ud83d\ude00","\\ud800"]}`)).json()).toEqual({
    'a\ufffd': ['x\ufffdy', '😀', '\\ud800'],
  });
  expect((await send('{"a":')).statusCode).toBe(400);
  // The endpoint's schema decides whether a body is required.
  expect((await send('')).statusCode).toBe(200);
  await app.close();
});
