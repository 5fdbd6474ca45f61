import Papa from 'papaparse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Campaign, CopiedCampaignDraft, CreateCampaignBody } from '../../../../contract/campaigns.ts';
import { HttpFailure } from '../../../testing/http-client.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';
import { buildOrder, originNumber, phoneOf } from '../../../testing/campaign-orders.ts';

const accounts = ['ours', 'theirs'].map((name) => ({ key: `key_files_${name}_00000`, orgName: name }));
let app: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;
let from: string;

beforeAll(async () => {
  // Nothing dials by itself: the test writes the results of recipients.
  app = await startTestApp({ background: false, simulator: { accounts } });
  workspace = await app.createWorkspace('key_files_ours_00000');
  stranger = await app.createWorkspace('key_files_theirs_00000');
  from = await originNumber(workspace);
  await workspace.admin.put('/api/settings', { timeZone: 'America/Argentina/Buenos_Aires' });
});
afterAll(() => app.stop());

const later = { sendOption: 'scheduled', scheduledDate: '2099-12-01', scheduledTime: '10:30' } as const;
const create = (overrides: Partial<CreateCampaignBody>) =>
  workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { ...later, ...overrides }));
const query = (sql: string, values: unknown[]) => app.database.pool.query(sql, values);

async function download(
  path: string,
): Promise<{ rows: string[][]; text: string; name: string | null; type: string | null }> {
  const response = await workspace.operator.request('GET', path);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const text = bytes.subarray(3).toString('utf8');
  const { data } = Papa.parse<string[]>(text, { delimiter: ';', newline: '\r\n', skipEmptyLines: true });
  return {
    rows: data,
    text,
    name: response.headers.get('content-disposition'),
    type: response.headers.get('content-type'),
  };
}

async function failure(asking: Promise<unknown>): Promise<unknown> {
  const error: unknown = await asking.catch((reason: unknown) => reason);
  return error instanceof HttpFailure ? [error.status, (error.body as { code: string }).code] : error;
}

interface Attempted {
  readonly id: string;
  readonly position: number;
  /** Columns of the attempt, and of its call and details if it has one. */
  readonly attempt: Record<string, unknown>;
  readonly call?: Record<string, unknown>;
  readonly details?: Record<string, unknown>;
}

async function insert(table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  );
  await query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values,
  );
}

async function addAttempt({ id, position, attempt, call, details }: Attempted): Promise<void> {
  const { rows } = await query('select id from recipients where campaign_id = $1 and position = $2', [id, position]);
  const recipient = (rows[0] as { id: string }).id;
  const { rows: made } = await query('select gen_random_uuid() as id', []);
  const attemptId = (made[0] as { id: string }).id;
  const callId = call ? `call_${attemptId}` : null;
  const base = {
    workspace_id: workspace.id,
    id: attemptId,
    campaign_id: id,
    recipient_id: recipient,
    send_by: '2026-11-20T12:00Z',
    server_id: attemptId,
    call_id: callId,
  };
  await insert('attempts', { ...base, ...attempt });
  const seen = { first_seen_month: '2026-11-01' };
  if (call)
    await insert('calls', {
      workspace_id: workspace.id,
      id: callId,
      ...seen,
      first_seen_at: '2026-11-20T12:00Z',
      occurred_at: '2026-11-20T12:00Z',
      ...call,
    });
  if (details) await insert('call_details', { workspace_id: workspace.id, call_id: callId, ...seen, ...details });
}

const head = [
  'Teléfono',
  'Nombre',
  'vence',
  'Saldo',
  'a',
  'Estado',
  'Intento',
  'Fecha',
  'Hora',
  'Resultado',
  'Motivo',
  'Duración (segundos)',
];

test('results hold every attempt with its call, the file’s own columns and what was extracted, as the workspace writes', async () => {
  const { id } = await create({
    name: 'Cobranza "Ñandú" =1; 11/2026',
    recipients: [
      { vence: '=HOY()', Saldo: '-10,50', Cliente: 'Ana; "Núñez"', 'Phone Number': phoneOf(1), a: 'x\ny' },
      { phone_number: phoneOf(2), name: '+Luis', Saldo: phoneOf(7) },
      { phone_number: phoneOf(3), name: 'Zoë' },
    ],
  });
  await query(`update recipients set state = 'sent' where campaign_id = $1 and position = 1`, [id]);
  await query(
    `update recipients set state = 'skipped', last_reason = 'No llamar' where campaign_id = $1 and position = 3`,
    [id],
  );
  await addAttempt({
    id,
    position: 1,
    attempt: { state: 'finished', outcome: 'busy', created_at: '2026-11-20T01:30:05Z', reason: 'dial_busy' },
    call: { status: 'not_connected', disconnection_reason: 'dial_busy' },
  });
  await addAttempt({
    id,
    position: 1,
    attempt: { state: 'finished', outcome: 'human', created_at: '2026-11-20T13:00:00Z', from_number: '+541152637159' },
    call: {
      status: 'ended',
      start_at: '2026-11-20T14:05:09Z',
      duration_ms: 62_540,
      disconnection_reason: 'max_duration_reached',
      cost_cents: 12.34,
      sentiment: 'Positive',
      is_successful: true,
    },
    details: {
      collected_variables: { monto: '1.500', dni: 'viejo', lista: [1, 2] },
      call_analysis: {
        call_summary: 'Promete pagar.\n-Ana',
        custom_analysis_data: { dni: 30111222, promesa: true, nota: '=2+2', ratio: 0.5, nada: null },
      },
    },
  });
  await addAttempt({
    id,
    position: 2,
    attempt: { state: 'refused', created_at: '2026-11-20T14:00:00Z', error: 'Número inválido' },
  });
  const { rows, name, type } = await download(`/api/campaigns/${id}/results.csv`);
  expect([name, type]).toEqual([
    'attachment; filename="resultados-cobranza-nandu-1-11-2026.csv"',
    'text/csv; charset=utf-8',
  ]);
  const extracted = ['dni', 'lista', 'monto', 'nada', 'nota', 'promesa', 'ratio'];
  const talk = [
    'Atendió una persona',
    'La llamada llegó a la duración máxima permitida',
    '62,5',
    '0,1234',
    'Positivo',
    'Sí',
    "Promete pagar.\n'-Ana",
    '',
    '+541152637159',
  ].concat(['30111222', '[1,2]', '1.500', '', "'=2+2", 'Sí', '0,5']);
  const none = Array<string>(extracted.length).fill('');
  expect(rows).toEqual([
    [
      ...head,
      'Costo (USD)',
      'Sentimiento',
      'Objetivo cumplido',
      'Resumen',
      'Versión del agente',
      'Número de origen',
      ...extracted,
    ],
    [
      phoneOf(1),
      'Ana; "Núñez"',
      "'=HOY()",
      "'-10,50",
      'x\ny',
      'Enviado',
      '1',
      '19/11/2026',
      '22:30:05',
      'Ocupado',
      'Ocupado',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      ...none,
    ],
    [phoneOf(1), 'Ana; "Núñez"', "'=HOY()", "'-10,50", 'x\ny', 'Enviado', '2', '20/11/2026', '11:05:09', ...talk],
    [
      phoneOf(2),
      "'+Luis",
      '',
      phoneOf(7),
      '',
      'Pendiente',
      '1',
      '20/11/2026',
      '11:00:00',
      'Rechazada por Retell',
      'Número inválido',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      ...none,
    ],
    [phoneOf(3), 'Zoë', '', '', '', 'Omitido', '', '', '', '', 'No llamar', '', '', '', '', '', '', '', ...none],
  ]);

  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  const usdRate = { rate: 1_000, date: '2026-11-01' };
  await workspace.admin.put('/api/settings', {
    version,
    timeZone: 'America/Mexico_City',
    dateLocale: 'en-US',
    currency: 'ARS',
    usdRate,
  });
  const moved = (await download(`/api/campaigns/${id}/results.csv`)).rows;
  expect(moved[0]?.[12]).toBe('Costo (ARS)');
  expect([moved[2]?.[7], moved[2]?.[8], moved[2]?.[11], moved[2]?.[12]]).toEqual([
    '11/20/2026',
    '08:05:09',
    '62.5',
    '123.4',
  ]);
  await workspace.admin.put('/api/settings', {
    version: version + 1,
    timeZone: 'America/Argentina/Buenos_Aires',
    dateLocale: 'es-AR',
    currency: 'USD',
  });
});

test('a large campaign comes whole and in order, page after page', async () => {
  const recipients = Array.from({ length: 1_001 }, (_, index) => ({
    phone_number: phoneOf(10_000 + index),
    name: `Cliente ${index}`,
  }));
  const { id } = await create({ recipients });
  const { rows } = await download(`/api/campaigns/${id}/results.csv`);
  expect(rows.slice(1).map(([phone]) => phone)).toEqual(recipients.map((each) => each.phone_number));
});

test('omitted rows come with their line, their reason and their own columns', async () => {
  const rejectedRows = [
    { row: 3, reason: 'Formato de teléfono inválido', values: { phone_number: '5,49E+12', name: '=A1', zona: 'Sur' } },
    {
      row: 9,
      reason: 'Nombre del cliente es obligatorio',
      values: { phone_number: phoneOf(5), name: '', extra: 'sí' },
    },
  ];
  const { id } = await create({
    name: '???',
    recipients: [{ phone_number: phoneOf(1), zona: 'Norte', name: 'Ana' }],
    rejectedRows,
  });
  const { rows, name } = await download(`/api/campaigns/${id}/rejected.csv`);
  expect(name).toBe('attachment; filename="filas-omitidas-campana.csv"');
  expect(rows).toEqual([
    ['Fila', 'Motivo', 'phone_number', 'zona', 'name', 'extra'],
    ['3', 'Formato de teléfono inválido', '5,49E+12', 'Sur', "'=A1", ''],
    ['9', 'Nombre del cliente es obligatorio', phoneOf(5), '', '', 'sí'],
  ]);
  const none = await create({});
  expect((await download(`/api/campaigns/${none.id}/rejected.csv`)).rows).toEqual([['Fila', 'Motivo']]);
});

test('halves of characters are replaced wherever they come, and never an error of ours', async () => {
  const half = '\ud83d';
  const { id } = await create({
    name: `A${half}`,
    successDefinition: `B${half}`,
    recipients: [{ phone_number: phoneOf(1), name: `Ana${half}`, [`saldo${half}`]: `1${half}` }],
    rejectedRows: [{ row: 3, reason: `no${half}`, values: { [`c${half}`]: half } }],
  });
  const draft = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft`);
  expect(draft).toMatchObject({
    name: 'A\ufffd (copia)',
    successDefinition: 'B\ufffd',
    recipients: [{ customer_name: 'Ana\ufffd', 'saldo\ufffd': '1\ufffd' }],
  });
  expect((await download(`/api/campaigns/${id}/rejected.csv`)).rows[1]).toEqual(['3', 'no\ufffd', '\ufffd']);
  await workspace.admin.put(`/api/workspaces/${workspace.id}`, { name: `Casa${half}` });
  expect(await failure(create({ agentId: half }))).toEqual([400, 'invalid_input']);
});

test('downloads are audited, and reach nobody else', async () => {
  const { id } = await create({ name: 'Auditada' });
  await download(`/api/campaigns/${id}/results.csv`);
  await download(`/api/campaigns/${id}/rejected.csv`);
  const entries = await workspace.admin.get<{ action: string; target: string; details: unknown }[]>(
    '/api/audit-log?topic=campaign',
  );
  const exports = entries.filter(({ action, target }) => action === 'campaign.exported' && target === id);
  expect(exports.map(({ details }) => details)).toEqual([
    { name: 'Auditada', file: 'filas-omitidas' },
    { name: 'Auditada', file: 'resultados' },
  ]);
  const gone = await create({});
  await workspace.editor.patch(`/api/campaigns/${gone.id}`, { status: 'failed' });
  for (const path of ['results.csv', 'rejected.csv', 'draft']) {
    expect((await stranger.admin.request('GET', `/api/campaigns/${id}/${path}`)).status).toBe(404);
    expect((await workspace.admin.request('GET', `/api/campaigns/${gone.id}/${path}`)).status).toBe(404);
  }
});

test('a copy carries the whole campaign, its columns in their order, and makes the same again', async () => {
  const retryPolicy = { busy: { attempts: 2, delayMinutes: 30 } };
  const retryLimits = { maxAttempts: 3, maxDays: 5 };
  const kind = 'survey';
  const callingWindow = { days: [1, 2, 3], from: '10:00', to: '12:00' };
  const name = 'x'.repeat(199);
  const recipients = [
    { zona: 'Sur', nombre: 'a', phonenumber: phoneOf(1), CLIENTE: 'Ana' },
    { zona: '', nombre: 'b', phonenumber: phoneOf(2), CLIENTE: 'Luis' },
  ];
  const { id } = await create({
    name,
    recipients,
    retryPolicy,
    retryLimits,
    weight: 8,
    bestHour: true,
    kind,
    callingWindow,
  });
  const draft = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft`);
  expect(draft).toEqual({
    name: `${'x'.repeat(192)} (copia)`,
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber: from,
    phoneNumbers: [from],
    agentId: null,
    agentVersion: null,
    retryPolicy,
    retryLimits,
    checkId: null,
    weight: 8,
    bestHour: true,
    kind,
    callingWindow,
    recipients: [
      { phone_number: phoneOf(1), customer_name: 'Ana', zona: 'Sur', nombre: 'a' },
      { phone_number: phoneOf(2), customer_name: 'Luis', zona: '', nombre: 'b' },
    ],
    leftOut: { unconfirmed: 0, doNotCall: 0, erased: 0 },
  });
  expect(draft.recipients.map((row) => Object.keys(row))).toEqual(
    Array.from({ length: 2 }, () => ['phone_number', 'customer_name', 'zona', 'nombre']),
  );
  const { leftOut: _, ...order } = draft;
  const again = await create({ ...order, agentId: draft.agentId });
  expect(await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${again.id}/draft`)).toMatchObject({
    recipients: draft.recipients,
  });
  expect(await failure(workspace.operator.get(`/api/campaigns/${id}/draft`))).toEqual([403, 'forbidden']);
});

test('those not contacted are taken from a finished campaign alone, without who must not or may not be called again', async () => {
  const recipients = Array.from({ length: 12 }, (_, index) => ({
    phone_number: phoneOf(100 + index),
    name: `P${index + 1}`,
  }));
  const { id } = await create({ name: 'Encuesta', recipients });
  expect(await failure(workspace.editor.get(`/api/campaigns/${id}/draft?only=uncontacted`))).toEqual([
    409,
    'invalid_transition',
  ]);
  expect(await workspace.editor.get(`/api/campaigns/${id}/uncontacted`)).toEqual({ count: null });
  const places = [
    `state = 'sent', contacted = true`,
    `state = 'sent', picked_up = true`,
    `state = 'undelivered'`,
    `state = 'unconfirmed'`,
    `state = 'skipped'`,
    `state = 'sent'`,
    `state = 'sent', is_live = true`,
    `state = 'dialing'`,
    `state = 'undelivered'`,
    `state = 'sent', phone_number = '', customer_name = ''`,
    `state = 'unconfirmed', contacted = true`,
    `state = 'sent', contacted = true, phone_number = '', customer_name = ''`,
  ];
  for (const [index, place] of places.entries()) {
    await query(`update recipients set ${place} where campaign_id = $1 and position = $2`, [id, index + 1]);
  }
  await query(`update campaigns set status = 'completed' where id = $1`, [id]);
  await workspace.editor.post('/api/do-not-call', { phoneNumber: phoneOf(105) });
  const draft = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft?only=uncontacted`);
  expect(draft).toMatchObject({
    name: 'Encuesta (no contactados)',
    leftOut: { unconfirmed: 3, doNotCall: 2, erased: 1 },
  });
  expect(draft.recipients.map((row) => row['customer_name'])).toEqual(['P2', 'P3', 'P9']);
  expect(await workspace.editor.get(`/api/campaigns/${id}/uncontacted`)).toEqual({ count: 3 });
  const all = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft`);
  expect(all.recipients).toHaveLength(10);
  expect(all.leftOut).toEqual({ unconfirmed: 0, doNotCall: 0, erased: 2 });
});
