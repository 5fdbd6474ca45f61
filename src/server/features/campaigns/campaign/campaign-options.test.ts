// Follows every option through the request, the row, the answer, the copy, the change, the log and the audit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  campaignOptionDefinitions,
  changeableCampaignOptionNames,
  copiedCampaignOptionNames,
  campaignRequestOptionNames,
  campaignOptionNames,
  type ChangeableCampaignOptionName,
  type CampaignOptionName,
  type CampaignOptionValues,
} from '../../../../contract/campaign-options.ts';
import { toLoggedCampaignOptionValue } from '../../../../contract/logged-value.ts';
import type { Campaign, CopiedCampaignDraft, CampaignLogEntry } from '../../../../contract/campaigns.ts';
import type { AuditLogEntry } from '../../../../contract/settings.ts';
import { buildOrder, originNumber, rowsOf } from '../../../testing/campaign-orders.ts';
import { startTestApp, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';

let app: TestApp;
let workspace: TestWorkspace;
let chosen: CampaignOptionValues;

/** The options of a campaign for which none was given, as docs and wizard say. */
const defaults: Omit<CampaignOptionValues, 'successDefinition'> = {
  isOpen: false,
  retryPolicy: {},
  retryLimits: {},
  checkId: null,
  weight: 5,
  bestHour: false,
  callingWindow: null,
  kind: null,
};
/** Another value of each option that may change. */
const others = {
  isOpen: true,
  weight: 9,
  bestHour: false,
  callingWindow: { days: [1, 2, 3], from: '11:00', to: '17:30' },
} satisfies { readonly [N in ChangeableCampaignOptionName]: CampaignOptionValues[N] };

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.createWorkspace();
  const check = await workspace.admin.post<{ id: string }>('/api/dial-checks', {
    name: 'Saldo',
    url: 'https://consultas.ejemplo.com/saldo',
  });
  chosen = {
    successDefinition: 'Acepta el plan',
    isOpen: false,
    retryPolicy: { busy: { attempts: 2, delayMinutes: 7, otherHour: true } },
    retryLimits: { maxAttempts: 4, maxDays: 6 },
    checkId: check.id,
    weight: 8,
    bestHour: true,
    callingWindow: { days: [2, 4], from: '10:00', to: '18:00' },
    kind: 'survey',
  };
});
afterAll(() => app.stop());

const later = { sendOption: 'scheduled', scheduledDate: '2027-06-01', scheduledTime: '10:00' } as const;

async function create(options: object): Promise<Campaign> {
  const order = buildOrder(await originNumber(workspace), { ...later, recipients: rowsOf(2) });
  return workspace.editor.post<Campaign>('/api/campaigns', { ...order, ...options });
}
const pick = (from: object, names: readonly CampaignOptionName[]) =>
  Object.fromEntries(names.map((name) => [name, (from as Readonly<Record<string, unknown>>)[name]]));
const read = (id: string) => workspace.operator.get<Campaign>(`/api/campaigns/${id}`);

test('an option is stored, answered and copied as it was given, and has its default without', async () => {
  const { id } = await create(pick(chosen, campaignRequestOptionNames));
  expect(pick(await read(id), campaignOptionNames)).toEqual(chosen);
  const draft = await workspace.editor.get<CopiedCampaignDraft>(`/api/campaigns/${id}/draft`);
  expect(pick(draft, copiedCampaignOptionNames)).toEqual(pick(chosen, copiedCampaignOptionNames));
  expect(
    Object.keys(draft)
      .filter((name) => name in campaignOptionDefinitions)
      .toSorted(),
  ).toEqual(copiedCampaignOptionNames.toSorted());
  const again = await create(pick(draft, copiedCampaignOptionNames));
  expect(pick(await read(again.id), campaignOptionNames)).toEqual(chosen);
  const bare = await create({});
  expect(await read(bare.id)).toMatchObject(defaults);
});

test.each(changeableCampaignOptionNames)('a change of %s is answered, logged and audited once', async (name) => {
  const campaign = await create(pick(chosen, campaignRequestOptionNames));
  const to = others[name];
  const body = { [campaignOptionDefinitions[name].change]: to };
  const address = `/api/campaigns/${campaign.id}`;
  expect(await workspace.editor.patch<Campaign>(address, body)).toMatchObject({ ...chosen, [name]: to });
  expect(await workspace.editor.patch<Campaign>(address, body)).toMatchObject({ [name]: to });
  expect(pick(await read(campaign.id), campaignOptionNames)).toEqual({ ...chosen, [name]: to });
  const log = await workspace.operator.get<CampaignLogEntry[]>(`${address}/log`);
  expect(log.filter(({ kind }) => kind === 'changed').map(({ details }) => details)).toEqual([
    { field: name, from: toLoggedCampaignOptionValue(chosen[name]), to: toLoggedCampaignOptionValue(to) },
  ]);
  const audit = await workspace.admin.get<AuditLogEntry[]>('/api/audit-log?topic=campaign');
  expect(audit.filter(({ target, action }) => target === campaign.id && action === 'campaign.changed')).toMatchObject([
    {
      details: {
        name: campaign.name,
        before: { [name]: toLoggedCampaignOptionValue(chosen[name]) },
        after: { [name]: toLoggedCampaignOptionValue(to) },
      },
    },
  ]);
});

test('an option that may not change is refused by name, and so are two changes at once', async () => {
  const { id } = await create({});
  const refusal = async (body: object) => {
    const response = await workspace.editor.request('PATCH', `/api/campaigns/${id}`, { body });
    return { status: response.status, message: ((await response.json()) as { message: string }).message };
  };
  for (const name of campaignOptionNames.filter(
    (each) => !changeableCampaignOptionNames.some((other) => other === each),
  ))
    expect(await refusal({ [name]: chosen[name] })).toEqual({ status: 400, message: `Campo desconocido: ${name}.` });
  expect(await refusal({ weight: 3, open: true })).toEqual({
    status: 400,
    message: 'Indica un solo cambio: el estado o una opción de la campaña',
  });
});

test('a change of the hours lets a campaign look again at what it waits for, a change of its weight does not', async () => {
  const { id } = await create({});
  const wait = async (body: object) => {
    await app.database.pool.query(`update campaigns set waiting_reason = 'calling_window' where id = $1`, [id]);
    await workspace.editor.patch(`/api/campaigns/${id}`, body);
    return (await read(id)).waitingReason;
  };
  expect(await wait({ weight: 2 })).toBe('calling_window');
  expect(await wait({ bestHour: true })).toBe('calling_window');
  expect(await wait({ callingWindow: others.callingWindow })).toBeNull();
  expect(await wait({ open: true })).toBeNull();
});
