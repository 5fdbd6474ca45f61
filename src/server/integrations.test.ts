// Runs examples/integrations against a server, as far as they work without their external services.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recipientStates, type Campaign, type CampaignRecipient } from '../contract/campaigns.ts';
import { recipientResultLabels, recipientStateLabels } from '../labels/campaign-recipients-es.ts';
import type { CountryCode } from '../phone/numbering-plan.ts';
import { parseWrittenPhoneNumber } from '../phone/read-number.ts';
import { createOutgoingWebhookSecret, signOutgoingWebhook } from './platform/standard-webhook.ts';
import { createHttpClient, type HttpClient } from './testing/http-client.ts';
import { startTestApp, type TestApp } from './testing/start-test-app.ts';

const run = promisify(execFile);
const example = (name: string): string => path.resolve(import.meta.dirname, '../../examples/integrations', name);

const day = '2099-12-01';
let test: TestApp;
let folder: string;
let token: string;
let crm: HttpClient;
let from: string;
let made = 0;

beforeAll(async () => {
  test = await startTestApp();
  const workspace = await test.createWorkspace();
  ({ token } = await workspace.admin.post<{ token: string }>('/api/tokens', { name: 'CRM', role: 'editor' }));
  crm = createHttpClient(test.url, { authorization: `Bearer ${token}` });
  const [number] = await crm.get<{ phone_number: string }[]>('/api/retell/phone-numbers');
  from = number?.phone_number ?? '';
  folder = await mkdtemp(path.join(os.tmpdir(), 'vocero-integrations-'));
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

async function makeWaitingCampaign(): Promise<string> {
  const { id } = await crm.post<Campaign>('/api/campaigns', {
    name: `En espera ${++made}`,
    successDefinition: 'Acepta',
    phoneNumber: from,
    recipients: [{ phone_number: `+549114600000${made}`, customer_name: 'Primera' }],
    // The campaign waits for its day and accepts people until then.
    sendOption: 'scheduled',
    scheduledDate: day,
    scheduledTime: '10:00',
  });
  return id;
}

const namesOf = async (id: string): Promise<string[]> =>
  (await crm.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients`)).map(({ customerName }) => customerName);

/** The curl options that the script uses, so that it runs on a machine without curl. */
const curl = `
const [headers, rest] = [{}, []];
let [method, body] = ['GET', undefined];
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 1) {
  if (given[at] === '-X') method = given[++at];
  else if (given[at] === '-H') { const [, name, value] = /^([^:]+): (.*)$/s.exec(given[++at]); headers[name] = value; }
  else if (given[at] === '--data-binary') body = given[++at];
  else if (!given[at].startsWith('-')) rest.push(given[at]);
}
const response = await fetch(rest[0], { method, headers, body });
process.stdout.write(await response.text());
process.exitCode = response.ok ? 0 : 22;
`;

it('calls people from the shell, once however often the script runs', async () => {
  await writeFile(path.join(folder, 'curl.mjs'), curl);
  const command = path.join(folder, 'curl');
  await writeFile(command, `#!/bin/sh\nexec '${process.execPath}' '${folder}/curl.mjs' "$@"\n`);
  await chmod(command, 0o755);
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    VOCERO_URL: test.url,
    VOCERO_TOKEN: token,
    FROM: from,
    DATE: day,
  };
  const first = await run('sh', [example('curl.sh')], { env });
  const lines = first.stdout.trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(first.stdout).toContain('Ana Díaz');
  expect(first.stdout).toContain('Beto Ruiz');
  expect((await run('sh', [example('curl.sh')], { env })).stdout.trim().split('\n')).toHaveLength(3);
  const refused = run('sh', [example('curl.sh')], { env: { ...env, VOCERO_TOKEN: 'vcr_otro' } });
  await expect(refused).rejects.toMatchObject({ code: 22 });
});

it('has a client for Node that knows every operation by its name', async () => {
  const { createVoceroClient } = (await import(pathToFileURL(example('vocero-client.mjs')).href)) as {
    createVoceroClient: (options: {
      url: string;
      token: string;
    }) => Promise<Record<string, (given?: object) => Promise<unknown>>>;
  };
  const vocero = await createVoceroClient({ url: test.url, token });
  const id = await makeWaitingCampaign();
  const order = {
    id,
    key: 'lead-1',
    body: { recipients: [{ phone_number: '+5491147000001', customer_name: 'Caro' }] },
  };
  expect(await vocero['addRecipients']?.(order)).toMatchObject({ added: 1 });
  expect(await vocero['addRecipients']?.(order)).toMatchObject({ added: 1 });
  expect(await vocero['listCampaignRecipients']?.({ id, pageSize: 1 })).toMatchObject([{ customerName: 'Primera' }]);
  expect(await vocero['exportCampaignResults']?.({ id })).toContain('Caro');
  expect(await vocero['uploadDoNotCallList']?.({ kind: 'upload', name: 'bajas', body: '+5491147000009' })).toBeTruthy();
  await expect(vocero['getCampaign']?.({ id: 'nada' })).rejects.toMatchObject({ status: 404 });
});

/** Google's services as far as the script uses them. Each fetch waits for its answer, as in reality. */
const google = `
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
const { script, properties, cells, steps } = JSON.parse(readFileSync(0, 'utf8'));
const ask = 'import { readFileSync } from "node:fs"; const [url, options] = JSON.parse(readFileSync(0)); const r = await fetch(url, options); console.log(JSON.stringify([r.status, await r.text()]));';
const sheet = {
  getLastRow: () => cells.length,
  getLastColumn: () => cells[0].length,
  getRange: (row, column, rows = 1, columns = 1) => ({
    getValues: () => cells.slice(row - 1, row - 1 + rows).map((line) => line.slice(column - 1, column - 1 + columns)),
    setValues: (values) => values.forEach((line, at) => cells[row - 1 + at].splice(column - 1, columns, ...line)),
  }),
};
const requests = [];
const context = {
  SpreadsheetApp: { getActiveSheet: () => sheet },
  PropertiesService: { getScriptProperties: () => ({ getProperty: (name) => properties[name] }) },
  UrlFetchApp: { fetch(url, { method, headers, contentType, payload }) {
    const options = { method: method.toUpperCase(), headers: { ...headers, 'content-type': contentType }, body: payload };
    if (payload) requests.push(JSON.parse(payload).recipients.length);
    const [status, text] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', ask], { encoding: 'utf8', input: JSON.stringify([url, options]) }));
    return { getResponseCode: () => status, getContentText: () => text };
  } },
};
runInNewContext(readFileSync(script, 'utf8') + '; ' + steps, context);
console.log(JSON.stringify({ cells, requests }));
`;

async function runScript(
  id: string,
  cells: unknown[][],
  steps: string,
): Promise<{ cells: unknown[][]; requests: number[] }> {
  await writeFile(path.join(folder, 'google.mjs'), google);
  // The address with a trailing slash, as people copy it.
  const properties = { VOCERO_URL: `${test.url}/`, VOCERO_TOKEN: token, CAMPAIGN_ID: id };
  const child = run(process.execPath, [path.join(folder, 'google.mjs')]);
  child.child.stdin?.end(JSON.stringify({ script: example('google-sheets.gs'), properties, cells, steps }));
  return JSON.parse((await child).stdout) as { cells: unknown[][]; requests: number[] };
}

const header = ['phone_number', 'customer_name', 'resultado', 'motivo', 'deuda'];

it('adds the rows of a sheet, says why beside those that it can’t, and writes what came of them in words', async () => {
  const id = await makeWaitingCampaign();
  const { cells: once } = await runScript(
    id,
    [
      header,
      // The value as a sheet stores texts that look like numbers.
      [5_491_148_000_001, 'Dora', '', '', 1_200],
      ['+5491148000002', 'Eva', 'Pendiente', '', ''],
      [1_148_000_003, 'Fabio', '', '', ''],
      ['+5491148000004', '', '', '', ''],
      ['', '', '', '', ''],
      ['+5491148000005', 'Gala', '', '', '1.500'],
      ['', 'Hugo', '', '', ''],
      ['+5491148000006', 'Inés', '', '', 'x'.repeat(5_001)],
      // Dora's line, written as a landline.
      [541_148_000_001, 'Dora', '', '', ''],
    ],
    'agregarDestinatarios();',
  );
  const refused = 'No se agregó';
  expect(once.slice(1).map(([, , result]) => result)).toEqual([
    'Pendiente',
    'Pendiente',
    refused,
    refused,
    '',
    'Pendiente',
    refused,
    refused,
    'Pendiente',
  ]);
  expect(once[3]?.[3]).toContain('+');
  expect(once[4]?.[3]).toBe('Nombre del cliente es obligatorio');
  expect(once[7]?.[3]).toContain('Formato de teléfono inválido');
  expect(once[8]?.[3]).toContain('5.000');
  expect(await namesOf(id)).toEqual(['Primera', 'Dora', 'Gala']);
  // A second run adds nobody twice, and accepts a corrected row.
  once[3]?.splice(0, 1, '+5491148000003');
  const { cells: twice } = await runScript(
    id,
    once,
    'agregarDestinatarios(); agregarDestinatarios(); traerResultados();',
  );
  expect(twice[3]?.slice(2, 4)).toEqual(['Pendiente', '']);
  expect(await namesOf(id)).toEqual(['Primera', 'Dora', 'Gala', 'Fabio']);
  await crm.patch(`/api/campaigns/${id}`, { status: 'completed' });
  const { cells: last } = await runScript(id, twice, 'traerResultados();');
  expect([1, 9].map((row) => last[row]?.[2])).toEqual(['No enviado', 'No enviado']);
  await expect(runScript('nada', twice, 'traerResultados();')).rejects.toThrow('No existe');
});

it('adds a long sheet a thousand rows a request', async () => {
  const id = await makeWaitingCampaign();
  const rows = Array.from({ length: 1_002 }, (_, at) => [5_491_149_100_000 + at, `Persona ${at}`, '', '', '']);
  const bad = ['hola', 'Nadie', '', '', ''];
  const { cells, requests } = await runScript(id, [header, bad, ...rows], 'agregarDestinatarios();');
  expect(requests).toEqual([1_000, 999, 3]);
  expect(cells.slice(1).map(([, , result]) => result)).toEqual(['No se agregó', ...rows.map(() => 'Pendiente')]);
  expect((await crm.get<Campaign>(`/api/campaigns/${id}`)).totalRecipients).toBe(1_003);
});

interface SheetScript {
  readonly numberOf_: (cell: unknown, codes: readonly string[]) => string;
  readonly codesOf_: (rows: readonly { readonly cells: readonly unknown[] }[]) => string[];
  readonly resultOf_: (person: object) => string;
}

async function loadSheetScript(callingCode?: string): Promise<SheetScript> {
  const context = {
    PropertiesService: { getScriptProperties: () => ({ getProperty: () => callingCode ?? null }) },
  };
  runInNewContext(await readFile(example('google-sheets.gs'), 'utf8'), context);
  return context as unknown as SheetScript;
}

it.each([
  ['AR', '54', [5_491_148_000_001, 541_148_000_001, 543_415_551_533], [1_148_000_001, 3_415_551_533, 48_000_001]],
  ['BR', '55', [5_511_987_654_321, 551_132_654_321], [55_999_999_999, 11_987_654_321, 551_187_654_321]],
  ['CL', '56', [56_987_654_321, 56_221_234_567], [987_654_321]],
  ['CO', '57', [573_001_234_567, 576_012_345_678], [3_001_234_567]],
  ['MX', '52', [525_512_345_678], [5_512_345_678, 5_215_512_345_678]],
] as const)('gives a cell of %s its + as the console does', async (country, code, whole, others) => {
  const { codesOf_, numberOf_ } = await loadSheetScript(code);
  const given = ['+34612345678', '+56912345678'].map((number) => ({ cells: [number] }));
  const codes = codesOf_(given);
  expect([...codes]).toEqual([...new Set([code, '56'])].toSorted());
  for (const cell of whole) {
    expect(numberOf_(cell, codes)).toBe(`+${cell}`);
    expect(parseWrittenPhoneNumber(String(cell), { country }).offer).toMatchObject({
      number: `+${cell}`,
      changes: ['plus'],
    });
  }
  for (const cell of others) expect(numberOf_(cell, codes)).toBe(String(cell));
  const otherCountries = new Set<CountryCode>(['CL']);
  const head = fc.constantFrom('', '54', '549', '5411', '54911', '55', '5511', '5555', '56', '569', '57', '573', '52');
  const cell = fc.tuple(head, fc.stringMatching(/^[1-9]\d{5,12}$/)).map((parts) => parts.join(''));
  fc.assert(
    fc.property(cell, (text) => {
      const number = numberOf_(text, codes);
      const { offer } = parseWrittenPhoneNumber(text, { country, otherCountries });
      // The script has no numbering plans, but never makes another number than the console.
      if (number !== text && offer) expect(offer).toMatchObject({ number, changes: ['plus'] });
    }),
    { numRuns: 3_000, seed: 7 },
  );
});

it('says a result in the words of the campaign’s screen', async () => {
  const { resultOf_ } = await loadSheetScript();
  const facts = { state: 'sent', isLive: false, pickedUp: false, contacted: false, successful: null, attempts: [] };
  for (const state of recipientStates)
    if (state !== 'sent') expect(resultOf_({ ...facts, state })).toBe(recipientStateLabels[state]);
  const { live, retrying, successful, contacted, pickedUp, notContacted } = recipientResultLabels;
  expect(resultOf_({ ...facts, isLive: true })).toBe(live);
  expect(resultOf_({ ...facts, state: 'pending', attempts: [{ state: 'finished' }] })).toBe(retrying);
  expect(resultOf_({ ...facts, contacted: true, successful: true })).toBe(successful);
  expect(resultOf_({ ...facts, pickedUp: true, contacted: true })).toBe(contacted);
  expect(resultOf_({ ...facts, pickedUp: true })).toBe(pickedUp);
  expect(resultOf_(facts)).toBe(notContacted);
});

interface Workflow {
  readonly nodes: readonly {
    readonly name: string;
    readonly type: string;
    readonly parameters: Readonly<Record<string, unknown>>;
  }[];
  readonly connections: Readonly<Record<string, { readonly main: readonly (readonly { readonly node: string }[])[] }>>;
}

it('has a workflow of n8n whose request does what it says', async () => {
  const workflow = JSON.parse(await readFile(example('n8n-workflow.json'), 'utf8')) as Workflow;
  const names = new Set(workflow.nodes.map(({ name }) => name));
  expect(names.size).toBe(workflow.nodes.length);
  for (const [source, { main }] of Object.entries(workflow.connections))
    for (const name of [source, ...main.flat().map(({ node }) => node)]) expect(names).toContain(name);

  const id = await makeWaitingCampaign();
  const settings = parametersOf(workflow, 'Console and campaign') as {
    readonly assignments: { readonly assignments: readonly { readonly name: string }[] };
  };
  expect(settings.assignments.assignments.map(({ name }) => name)).toEqual(['url', 'campaignId']);
  expect(JSON.stringify(workflow)).not.toContain('$env');
  const context = {
    $json: { url: test.url, campaignId: id, body: { leadId: 'lead-77', phone: '+5491149000001', name: 'Fermín' } },
  };
  const valueOf = (text: string): string =>
    text.startsWith('=')
      ? text
          .slice(1)
          .replaceAll(/\{\{(.*?)\}\}(?!\})/gs, (_, expression: string) =>
            String(runInNewContext(expression, { ...context })),
          )
      : text;
  const request = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.httpRequest')?.parameters as {
    readonly method: string;
    readonly url: string;
    readonly jsonBody: string;
    readonly headerParameters: { readonly parameters: readonly { readonly name: string; readonly value: string }[] };
  };
  const headers = request.headerParameters.parameters.map(({ name, value }): [string, string] => [
    name,
    valueOf(value),
  ]);
  for (const replayed of ['false', 'true']) {
    const response = await fetch(valueOf(request.url), {
      method: request.method,
      headers: { ...Object.fromEntries(headers), authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: valueOf(request.jsonBody),
    });
    expect({ status: response.status, replayed: response.headers.get('idempotency-replayed') }).toEqual({
      status: 201,
      replayed,
    });
  }
  expect(await namesOf(id)).toEqual(['Primera', 'Fermín']);
});

it('checks the signature of an event in n8n, on the body as it came', async () => {
  const workflow = JSON.parse(await readFile(example('n8n-workflow.json'), 'utf8')) as Workflow;
  expect(parametersOf(workflow, 'Event of Vocero')).toMatchObject({ options: { rawBody: true } });
  const { jsCode } = parametersOf(workflow, 'Check the signature') as { readonly jsCode: string };
  const secret = createOutgoingWebhookSecret();
  // A body with white space that no serializer would reproduce.
  const body = '{"type": "recipient.finished","data":{"successful":true}}';
  const check = async (raw: string, headers: Record<string, string>): Promise<unknown> =>
    runInNewContext(`(async function () {${jsCode}}).call(self)`, {
      self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(raw) } },
      $input: { first: () => ({ json: { headers } }) },
      $: () => ({ first: () => ({ json: { secret } }) }),
      require: createRequire(import.meta.url),
      Buffer,
    });
  const signed = signOutgoingWebhook(secret, { id: 'evt_1', body, now: new Date() });
  expect(await check(body, signed)).toEqual([
    { json: { id: 'evt_1', type: 'recipient.finished', data: { successful: true } } },
  ]);
  await expect(check(JSON.stringify(JSON.parse(body)), signed)).rejects.toThrow('signature');
  const foreign = signOutgoingWebhook(createOutgoingWebhookSecret(), { id: 'evt_1', body, now: new Date() });
  await expect(check(body, foreign)).rejects.toThrow('signature');
  const old = signOutgoingWebhook(secret, { id: 'evt_1', body, now: new Date(Date.now() - 400_000) });
  await expect(check(body, old)).rejects.toThrow('five minutes');
});

function parametersOf({ nodes }: Workflow, name: string): Readonly<Record<string, unknown>> {
  return nodes.find((node) => node.name === name)?.parameters ?? {};
}
