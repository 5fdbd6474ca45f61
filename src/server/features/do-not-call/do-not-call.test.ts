// The do-not-call list over HTTP: by hand, by file, by the registry, and by requests in calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiResponse } from '../../../contract/api.ts';
import type { DoNotCallEntry, UploadedDoNotCallList } from '../../../contract/do-not-call.ts';
import { makeSpreadsheet } from '../../../files/testing/make-spreadsheet.ts';
import { hmac } from '../../platform/crypto.ts';
import { HttpFailure, type HttpClient } from '../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';
import { waitFor } from '../../testing/wait-for.ts';

type Uploaded = ApiResponse<'uploadDoNotCallList'>;

const otherKey = 'key_test_other_0123456789';
let app: TestApp;
let workspace: TestWorkspace;
let other: TestWorkspace;

beforeAll(async () => {
  app = await startTestApp({
    background: false,
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba', concurrencyLimit: 10 },
        { key: otherKey, orgName: 'Otra', concurrencyLimit: 10 },
      ],
    },
  });
  [workspace, other] = [await app.createWorkspace(), await app.createWorkspace(otherKey)];
  // Numbers without a calling code are read as Argentine here.
  await workspace.admin.put('/api/settings', { timeZone: 'America/Argentina/Buenos_Aires' });
});

afterAll(() => app.stop());

async function list(
  query = '',
  client: HttpClient = workspace.editor,
): Promise<{ entries: DoNotCallEntry[]; total: number }> {
  const answer = await client.request('GET', `/api/do-not-call?${query}`);
  if (!answer.ok) throw new HttpFailure(answer.status, await answer.json());
  return { entries: (await answer.json()) as DoNotCallEntry[], total: Number(answer.headers.get('x-total-count')) };
}

const add = (phoneNumber: string, note?: string): Promise<DoNotCallEntry> =>
  workspace.editor.post<DoNotCallEntry>('/api/do-not-call', { phoneNumber, ...(note === undefined ? {} : { note }) });

async function upload(file: string | Buffer, query: string, client: HttpClient = workspace.editor): Promise<Uploaded> {
  const answer = await fetch(`${app.url}/api/do-not-call/lists?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', cookie: client.cookie },
    body: typeof file === 'string' ? file : new Uint8Array(file),
  });
  const body: unknown = await answer.json();
  if (answer.status !== 201) throw new HttpFailure(answer.status, body);
  return body as Uploaded;
}

const remove = (path: string, client: HttpClient = workspace.editor): Promise<Response> =>
  client.request('DELETE', path);

async function isListed(...phoneNumbers: string[]): Promise<boolean[]> {
  const found = await app.app.features.doNotCall.findListed(app.database.db, workspace.id, phoneNumbers);
  return phoneNumbers.map((each) => found.has(each));
}

async function auditOf(target: string): Promise<string[]> {
  const { rows } = await app.database.pool.query<{ action: string }>(
    `select action from audit_log where workspace_id = $1 and target = $2 and action like 'do_not_call.%' order by id`,
    [workspace.id, target],
  );
  return rows.map((row) => row.action);
}

test('a number by hand is found however it is written, and goes again; both are audited', async () => {
  expect(await add('011 15-4000-0001', 'Lo pidió por carta')).toMatchObject({
    numberKey: '1140000001',
    source: 'manual',
    phoneNumber: '011 15-4000-0001',
    note: 'Lo pidió por carta',
  });
  // Adding it again without a note keeps the one entry and its note.
  expect(await add('+54 9 11 4000-0001')).toMatchObject({
    note: 'Lo pidió por carta',
    phoneNumber: '011 15-4000-0001',
  });
  expect(await isListed('+5491140000001', '+541140000001', '+5491140000002')).toEqual([true, true, false]);
  for (const q of ['4000-0001', '40000001', '+54 9 11 4000 0001', '15-4000']) {
    expect((await list(`q=${encodeURIComponent(q)}`)).entries.map((entry) => entry.numberKey)).toEqual(['1140000001']);
  }
  expect((await list('q=99999')).total).toBe(0);
  expect((await list('source=registry')).total).toBe(0);
  expect((await remove('/api/do-not-call/1140000001')).status).toBe(200);
  expect((await remove('/api/do-not-call/1140000001')).status).toBe(404);
  expect(await isListed('+5491140000001')).toEqual([false]);
  expect(await auditOf('1140000001')).toEqual(['do_not_call.added', 'do_not_call.added', 'do_not_call.removed']);
});

test('a foreign number keeps its country, in the address too', async () => {
  const { numberKey } = await add('+34 612 345 678');
  expect(numberKey).toBe('+34612345678');
  expect(await isListed('+34612345678')).toEqual([true]);
  expect((await remove(`/api/do-not-call/${encodeURIComponent(numberKey)}`)).status).toBe(200);
});

test.each([
  ['4444-0000', /Se entendió 44440000: falta el código de área/],
  ['15 4444 0000', /Se entendió 1544440000 \(10 cifras\).* con su código de área/],
  ['5,49E+12', /Excel cambió ese número por «5,49E\+12»/],
  ['hola', /«hola» no es un número/],
  ['11 4444 00001', /Se entendió 11444400001 \(11 cifras\)/],
  ['+1 23', /código de país/],
])('%s is refused, saying what was understood', async (phoneNumber, message) => {
  const failure = await add(phoneNumber).catch((error: unknown) => error as HttpFailure);
  expect(failure).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) as string, details: [{ path: 'phoneNumber' }] },
  });
});

test('a file of lines: duplicates merged, what is no number counted and shown', async () => {
  const file = '\ufeffTeléfonos\r\n011 4100-0001\r\n\r\n+54 9 11 4100-0001\n4100-0002\r1141000003\nsin dato';
  const { id, entries, rejected, columns, notices } = await upload(file, 'kind=upload&name=Bajas%20de%20mayo');
  expect({ entries, rejected, columns, notices }).toEqual({
    entries: 2,
    rejected: {
      count: 2,
      lines: [
        { line: 5, text: '4100-0002', reason: expect.stringContaining('falta el código de área') as string },
        { line: 7, text: 'sin dato', reason: expect.stringContaining('no es un número') as string },
      ],
    },
    columns: [{ name: 'Teléfonos', numbers: 3 }],
    notices: [],
  });
  expect(await isListed('+541141000001', '+541141000003', '+541141000002')).toEqual([true, true, false]);
  expect(await workspace.editor.get<UploadedDoNotCallList[]>('/api/do-not-call/lists')).toEqual([
    expect.objectContaining({
      id,
      kind: 'upload',
      name: 'Bajas de mayo',
      entries: 2,
      fileDate: null,
    }) as UploadedDoNotCallList,
  ]);
  // A number removed by hand is not counted by its list any more.
  await remove('/api/do-not-call/1141000003');
  expect((await workspace.editor.get<UploadedDoNotCallList[]>('/api/do-not-call/lists'))[0]?.entries).toBe(1);
  expect((await remove(`/api/do-not-call/lists/${id}`)).status).toBe(200);
  expect(await isListed('+541141000001')).toEqual([false]);
  expect((await remove(`/api/do-not-call/lists/${id}`)).status).toBe(404);
  expect(await auditOf('Bajas de mayo')).toEqual(['do_not_call.uploaded', 'do_not_call.list_removed']);
});

const shared = (name: string, numbers: number) => ({ name, numbers });

test.each([
  [
    'decimals',
    'telefono\n+34612345678.0\n+525512345678.0\n1144450011.0\n5491144450012.0\n+5491144450013.0\n',
    ['+34612345678', '+525512345678', '1144450011', '1144450012', '1144450013'],
    [shared('telefono', 5)],
  ],
  [
    'two columns',
    'nombre;telefono fijo;celular\nAna;+541144450031;+5491144450032\nJosé;+541144450033;+5491144450034\nLía;;+5491144450035\n',
    ['1144450031', '1144450032', '1144450033', '1144450034', '1144450035'],
    [shared('telefono fijo', 2), shared('celular', 3)],
  ],
  [
    'UTF-16',
    Buffer.from('\ufefftelefono\tnombre\n+5491144450041\tAna\n+5491144450042\tJosé\n', 'utf16le'),
    ['1144450041', '1144450042'],
    [shared('telefono', 2)],
  ],
  [
    'words and addresses in front',
    "telefono\n'+5491144450061\ntel:+5491144450062\nwhatsapp:+5491144450063\np:+5491144450064\n+5491144450065 int 12\n",
    ['1144450061', '1144450062', '1144450063', '1144450064', '1144450065'],
    [shared('telefono', 5)],
  ],
  [
    'a zero in parentheses',
    'telefono\n+44 (0)20 7946 0958\n+54 (0)11 4445-0081\n',
    ['+442079460958', '1144450081'],
    [shared('telefono', 2)],
  ],
  [
    'a spreadsheet',
    makeSpreadsheet([
      {
        name: 'Bajas',
        rows: [
          ['Teléfono', 'Nombre'],
          [5491144450091, 'Ana'],
          ['11 4445-0092', 'José'],
        ],
      },
      { name: 'Otra', rows: [['+5491144450099']] },
    ]),
    ['1144450091', '1144450092'],
    [shared('Teléfono', 2)],
  ],
])('a file with %s: every number in it is listed', async (name, file, keys, columns) => {
  const uploaded = await upload(file, `kind=upload&name=${encodeURIComponent(name)}`);
  expect(uploaded).toMatchObject({ entries: keys.length, columns, rejected: { count: 0 } });
  const listed = await list('source=upload&pageSize=100');
  expect(listed.entries.map(({ numberKey }) => numberKey).toSorted()).toEqual(keys.toSorted());
  await remove(`/api/do-not-call/lists/${uploaded.id}`);
});

test.each([
  ['+34612345678.0', '+34612345678'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['tel:+5491144450062', '1144450062'],
])('%s by hand is listed as %s', async (phoneNumber, numberKey) => {
  expect((await add(phoneNumber)).numberKey).toBe(numberKey);
  await remove(`/api/do-not-call/${encodeURIComponent(numberKey)}`);
});

test('what is left out of a file is said, and a file that can’t be read is refused in one sentence', async () => {
  const report = 'Bajas de noviembre\n\nNombre;Celular\nAna;1144450101\nLuis;1144450102\n\nTotal: 2\n';
  const { id, notices } = await upload(report, 'kind=upload&name=informe');
  expect(notices).toEqual([
    'Se dejó fuera el título de arriba: «Bajas de noviembre».',
    'Se dejó fuera una línea que no es una fila: «Total: 2».',
  ]);
  await remove(`/api/do-not-call/lists/${id}`);
  const bomb = makeSpreadsheet([{ name: 'A', rows: [] }], { 'xl/worksheets/sheet1.xml': ' '.repeat(300 * 2 ** 20) });
  expect(bomb.length).toBeLessThan(2 ** 20);
  for (const [file, message] of [
    [bomb, /demasiado grande al abrirse/],
    ['%PDF-1.7 …', /PDF/],
  ] as const) {
    await expect(upload(file, 'kind=upload&name=mal')).rejects.toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(message) as string },
    });
  }
});

test('a number that two files name shows once and stays listed until both are gone', async () => {
  const first = await upload('1142000001\n1142000002', 'kind=upload&name=A');
  const second = await upload('1142000001\n1142000003', 'kind=upload&name=B');
  expect(second.entries).toBe(2);
  const shown = await list('q=4200000');
  expect({ total: shown.total, keys: shown.entries.map((entry) => entry.numberKey) }).toEqual({
    total: 3,
    keys: ['1142000001', '1142000003', '1142000002'],
  });
  await remove(`/api/do-not-call/lists/${second.id}`);
  expect(await isListed('+541142000001', '+541142000003')).toEqual([true, false]);
  await remove(`/api/do-not-call/lists/${first.id}`);
  expect(await isListed('+541142000001')).toEqual([false]);
});

test('a registry replaces the one before it, whole or not at all', async () => {
  const old = await upload('codigo;numero\n11;43000001\n351;4300002\n', 'kind=registry&name=Enero&fileDate=2026-01-02');
  expect(old).toMatchObject({ entries: 2, fileDate: '2026-01-02', rejected: { count: 0 } });
  await expect(upload('nada\nnunca', 'kind=registry&name=Vacio')).rejects.toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('ningún número') as string },
  });
  expect(await isListed('+541143000001', '+543514300002')).toEqual([true, true]);
  await upload('area,telefono\n0351,4300002\n2966,430003\n', 'kind=registry&name=Febrero&fileDate=2026-02-02');
  expect(await isListed('+541143000001', '+543514300002', '+5492966430003')).toEqual([false, true, true]);
  expect(
    (await workspace.editor.get<UploadedDoNotCallList[]>('/api/do-not-call/lists')).filter(
      ({ kind }) => kind === 'registry',
    ),
  ).toHaveLength(1);
  const refused = await remove('/api/do-not-call/3514300002');
  expect({ status: refused.status, body: await refused.json() }).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Registro Nacional') as string },
  });
  // The number is also added by hand: that entry is removed, the registry's stays.
  await add('351 430-0002');
  expect((await list('q=3514300002')).entries.map(({ source }) => source).toSorted()).toEqual(['manual', 'registry']);
  expect((await remove('/api/do-not-call/3514300002')).status).toBe(200);
  expect(await isListed('+543514300002')).toEqual([true]);
});

test('two registries at once leave one', async () => {
  const numbers = Array.from({ length: 6_000 }, (_, index) => `11${50_000_000 + index}`);
  const [one, two] = await Promise.all([
    upload(numbers.join('\n'), 'kind=registry&name=Uno'),
    upload(numbers.slice(0, 5_999).toReversed().join('\n'), 'kind=registry&name=Dos'),
  ]);
  const [left, ...more] = (await workspace.editor.get<UploadedDoNotCallList[]>('/api/do-not-call/lists')).filter(
    ({ kind }) => kind === 'registry',
  );
  expect(more).toEqual([]);
  expect([one.entries, two.entries]).toEqual([6_000, 5_999]);
  expect([one.id, two.id]).toContain(left?.id);
  expect((await list('source=registry&pageSize=1')).total).toBe(left?.entries);
});

test('uploads that wait for another leave the server its connections', async () => {
  const holder = await app.database.pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1, hashtext($2))', [0x56444e43, workspace.id]);
  // One upload more than may wait.
  const asked = Array.from({ length: 9 }, (_, index) =>
    upload(`11440077${10 + index}`, `kind=upload&name=cola-${index}`),
  );
  const settled = Promise.allSettled(asked);
  try {
    await expect(Promise.race(asked)).rejects.toMatchObject({ status: 429 });
    expect((await list()).total).toBeGreaterThanOrEqual(0);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  const taken = (await settled).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  expect(taken.map(({ entries }) => entries)).toEqual(Array.from({ length: 8 }, () => 1));
  for (const { id } of taken) await remove(`/api/do-not-call/lists/${id}`);
});

test('a number and the list that names it are removed at the same moment', async () => {
  const { id } = await upload('1144408801\n1144408802', 'kind=upload&name=breve');
  const holder = await app.database.pool.connect();
  const waiting = (count: number) =>
    waitFor(`${count} to wait`, async () => {
      const { rows } = await app.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length === count;
    });
  await holder.query('begin');
  await holder.query(`select from do_not_call where workspace_id = $1 and number_key = '1144408801' for update`, [
    workspace.id,
  ]);
  const removals: Promise<Response>[] = [];
  try {
    removals.push(remove('/api/do-not-call/1144408801'));
    await waiting(1);
    removals.push(remove(`/api/do-not-call/lists/${id}`));
    await waiting(2);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect((await Promise.all(removals)).map(({ status }) => status)).toEqual([200, 200]);
  expect(await isListed('+5491144408801', '+5491144408802')).toEqual([false, false]);
});

test('pages follow one another without gap', async () => {
  const { id } = await upload(
    Array.from({ length: 45 }, (_, index) => `11440000${String(index).padStart(2, '0')}`).join('\n'),
    'kind=upload&name=P',
  );
  const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`source=upload&page=${page}`)));
  expect(pages.map(({ entries }) => entries.length)).toEqual([20, 20, 5, 0]);
  expect(new Set(pages.flatMap(({ entries }) => entries.map(({ numberKey }) => numberKey))).size).toBe(45);
  expect(pages[3]?.total).toBe(45);
  await remove(`/api/do-not-call/lists/${id}`);
});

test('what is said in a call lists the person, once: out by their number, in by theirs', async () => {
  const { ingest } = app.app.features.calls;
  const said = (callId: string, call: Record<string, unknown>, doNotCall: unknown) =>
    ingest.record(workspace.id, {
      event: 'call_analyzed',
      source: 'webhook',
      call: {
        call_id: callId,
        call_type: 'phone_call',
        call_status: 'ended',
        start_timestamp: Date.now() - 60_000,
        end_timestamp: Date.now(),
        ...call,
        call_analysis: { call_summary: 'x', custom_analysis_data: { do_not_call: doNotCall } },
      },
    });
  const out = { direction: 'outbound', from_number: '+541148000000', to_number: '+5491145000001' };
  await said('dnc-out', out, true);
  await said('dnc-in', { direction: 'inbound', from_number: '+5491145000002', to_number: '+541148000000' }, 'True');
  await said('dnc-no', { direction: 'outbound', from_number: '+541148000000', to_number: '+5491145000003' }, false);
  await said(
    'dnc-maybe',
    { direction: 'outbound', from_number: '+541148000000', to_number: '+5491145000004' },
    'false',
  );
  expect(
    await isListed('+5491145000001', '+5491145000002', '+5491145000003', '+5491145000004', '+541148000000'),
  ).toEqual([true, true, false, false, false]);
  expect((await list('source=analysis')).entries).toMatchObject([{ addedBy: null }, { addedBy: null }]);
  // The reason for the end lists the number before any analysis; the analysis adds nothing.
  const asked = {
    direction: 'outbound',
    from_number: '+541148000000',
    to_number: '+5491145000005',
    disconnection_reason: 'user_requested_dnc',
  };
  await ingest.record(workspace.id, {
    event: 'call_ended',
    source: 'webhook',
    call: { call_id: 'dnc-asked', call_type: 'phone_call', call_status: 'ended', ...asked },
  });
  expect(await isListed('+5491145000005')).toEqual([true]);
  await remove('/api/do-not-call/1145000005');
  await said('dnc-asked', asked, true);
  expect(await isListed('+5491145000005')).toEqual([false]);
  // A number that a person removed is not listed by a further report of the same call, but by another call.
  await remove('/api/do-not-call/1145000001');
  await said('dnc-out', { ...out, duration_ms: 4_321 }, true);
  expect(await isListed('+5491145000001')).toEqual([false]);
  await said('dnc-again', out, true);
  expect(await isListed('+5491145000001')).toEqual([true]);
  expect(await auditOf('1145000001')).toEqual(['do_not_call.added', 'do_not_call.removed', 'do_not_call.added']);
});

test('of a forgotten person only a digest stands: nobody’s number is seen or found in it, and it still matches', async () => {
  const digest = hmac('una clave secreta para las pruebas, larga', 'do-not-call', `${workspace.id}:1146000001`);
  await app.database.pool.query(
    `insert into do_not_call (workspace_id, number_key, source, added_at) values ($1, $2, 'forgotten', now())`,
    [workspace.id, `hmac:${digest}`],
  );
  expect(await isListed('+5491146000001', '+5491146000002')).toEqual([true, false]);
  expect((await list('source=forgotten')).entries).toMatchObject([{ phoneNumber: null, numberKey: `hmac:${digest}` }]);
  expect((await list(`q=${/\d+/.exec(digest)?.[0] ?? ''}`)).entries.every(({ source }) => source !== 'forgotten')).toBe(
    true,
  );
  expect((await remove('/api/do-not-call/1146000001')).status).toBe(200);
  expect(await isListed('+5491146000001')).toEqual([false]);
});

test('a workspace’s list is its own, an operator neither reads nor writes it', async () => {
  await add('11 4700-0001');
  expect((await list('', other.editor)).total).toBe(0);
  expect((await remove('/api/do-not-call/1147000001', other.editor)).status).toBe(404);
  const { id } = await upload('1147000002', 'kind=upload&name=Ajena');
  expect((await remove(`/api/do-not-call/lists/${id}`, other.editor)).status).toBe(404);
  await expect(list('', workspace.operator)).rejects.toMatchObject({ status: 403 });
  await expect(upload('1147000002', 'kind=upload&name=X', workspace.operator)).rejects.toMatchObject({ status: 403 });
});
