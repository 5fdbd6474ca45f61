// examples/integrations, run against a server as far as they run without the services that they are made for.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Campaign, CampaignRecipient } from '../contract/campaigns.ts';
import { createWebhookSecret, signStandardWebhook } from './platform/standard-webhook.ts';
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
    // It waits for its day, and takes people until then.
    sendOption: 'scheduled',
    scheduledDate: day,
    scheduledTime: '10:00',
  });
  return id;
}

const namesOf = async (id: string): Promise<string[]> =>
  (await crm.get<CampaignRecipient[]>(`/api/campaigns/${id}/recipients`)).map(({ customerName }) => customerName);

/** The options that the script uses, so that a machine without curl runs it too. */
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

/** Google's services as far as the script asks them; what it fetches waits for its answer, as there. */
const google = `
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
const { script, properties, cells, steps } = JSON.parse(readFileSync(0, 'utf8'));
const ask = 'const [url, options] = JSON.parse(process.argv[1]); const r = await fetch(url, options); console.log(JSON.stringify([r.status, await r.text()]));';
const sheet = {
  getLastRow: () => cells.length,
  getLastColumn: () => cells[0].length,
  getRange: (row, column, rows = 1, columns = 1) => ({
    getValues: () => cells.slice(row - 1, row - 1 + rows).map((line) => line.slice(column - 1, column - 1 + columns)),
    setValues: (values) => values.forEach((line, at) => cells[row - 1 + at].splice(column - 1, columns, ...line)),
  }),
};
const context = {
  SpreadsheetApp: { getActiveSheet: () => sheet },
  PropertiesService: { getScriptProperties: () => ({ getProperty: (name) => properties[name] }) },
  UrlFetchApp: { fetch(url, { method, headers, contentType, payload }) {
    const options = { method: method.toUpperCase(), headers: { ...headers, 'content-type': contentType }, body: payload };
    const [status, text] = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', ask, JSON.stringify([url, options])], { encoding: 'utf8' }));
    return { getResponseCode: () => status, getContentText: () => text };
  } },
};
runInNewContext(readFileSync(script, 'utf8') + '; ' + steps, context);
console.log(JSON.stringify(cells));
`;

it('adds the rows of a sheet, says why beside those that it can’t, and writes what came of them in words', async () => {
  const id = await makeWaitingCampaign();
  await writeFile(path.join(folder, 'google.mjs'), google);
  const properties = { VOCERO_URL: test.url, VOCERO_TOKEN: token, CAMPAIGN_ID: id };
  const runSteps = async (cells: unknown[][], steps: string): Promise<unknown[][]> => {
    const child = run(process.execPath, [path.join(folder, 'google.mjs')]);
    child.child.stdin?.end(JSON.stringify({ script: example('google-sheets.gs'), properties, cells, steps }));
    return JSON.parse((await child).stdout) as unknown[][];
  };
  const cells = [
    ['phone_number', 'customer_name', 'resultado', 'motivo', 'deuda'],
    // As a sheet keeps what looks like a number.
    [5_491_148_000_001, 'Dora', '', '', 1_200],
    ['+5491148000002', 'Eva', 'Pendiente', '', ''],
    [1_148_000_003, 'Fabio', '', '', ''],
    ['+5491148000004', '', '', '', ''],
    ['', '', '', '', ''],
    ['+5491148000005', 'Gala', '', '', '1.500'],
  ];
  const once = await runSteps(cells, 'agregarDestinatarios();');
  expect(once.slice(1).map(([, , result]) => result)).toEqual([
    'Pendiente',
    'Pendiente',
    'No se agregó',
    'No se agregó',
    '',
    'Pendiente',
  ]);
  expect(once[3]?.[3]).toContain('+');
  expect(once[4]?.[3]).not.toBe('');
  expect(await namesOf(id)).toEqual(['Primera', 'Dora', 'Gala']);
  // A second run adds nobody twice, and takes a row that was corrected.
  once[3]?.splice(0, 1, '+5491148000003');
  const twice = await runSteps(once, 'agregarDestinatarios(); agregarDestinatarios(); traerResultados();');
  expect(twice[3]?.slice(2, 4)).toEqual(['Pendiente', '']);
  expect(await namesOf(id)).toEqual(['Primera', 'Dora', 'Gala', 'Fabio']);
  await crm.patch(`/api/campaigns/${id}`, { status: 'completed' });
  const last = await runSteps(twice, 'traerResultados();');
  expect(last[1]?.[2]).toBe('No enviado');
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
  const secret = createWebhookSecret();
  // A space that no program would write again.
  const body = '{"type": "recipient.finished","data":{"successful":true}}';
  const check = async (raw: string, headers: Record<string, string>): Promise<unknown> =>
    runInNewContext(`(async function () {${jsCode}}).call(self)`, {
      self: { helpers: { getBinaryDataBuffer: async () => Buffer.from(raw) } },
      $input: { first: () => ({ json: { headers } }) },
      $: () => ({ first: () => ({ json: { secret } }) }),
      require: createRequire(import.meta.url),
      Buffer,
    });
  const signed = signStandardWebhook(secret, { id: 'evt_1', body, now: new Date() });
  expect(await check(body, signed)).toEqual([
    { json: { id: 'evt_1', type: 'recipient.finished', data: { successful: true } } },
  ]);
  await expect(check(JSON.stringify(JSON.parse(body)), signed)).rejects.toThrow('signature');
  const old = signStandardWebhook(secret, { id: 'evt_1', body, now: new Date(Date.now() - 400_000) });
  await expect(check(body, old)).rejects.toThrow('five minutes');
});

function parametersOf({ nodes }: Workflow, name: string): Readonly<Record<string, unknown>> {
  return nodes.find((node) => node.name === name)?.parameters ?? {};
}
