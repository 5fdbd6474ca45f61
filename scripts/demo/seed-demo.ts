// Fills a fresh demo: people, workspaces, two campaigns, and 60 days of history through the product's own ingestion.
import type { Campaign } from '../../src/contract/campaigns.ts';
import { defaultAttentionSettings, type AttentionSettings } from '../../src/contract/settings.ts';
import type { PhoneNumber } from '../../src/contract/agents.ts';
import type { RunningServer } from '../../src/server/run-server.ts';
import type { Simulator } from '../../src/simulator/index.ts';
import type { Demo, DemoWorkspace } from './demo-file.ts';
import { inventRecipients } from './demo-people.ts';
import { signInToDemo, type DemoSession } from './demo-session.ts';

interface Parts {
  readonly server: RunningServer;
  readonly simulator: Simulator;
  readonly demo: Demo;
}

/** Reports stored at once; enough to fill the writer's batches. */
const reportsUnderWay = 128;
/** Attention rules that the simulator's conversations hit now and then. */
const demoAttention: AttentionSettings = {
  ...defaultAttentionSettings,
  phrases: ['defensa del consumidor', 'dar de baja', 'hablar con una persona'],
  silenceSeconds: 20,
  longMinutes: 5,
  failedTool: true,
  repeatedAnswer: true,
};

/** Calling window at any hour, because a demo is viewed whenever it is started, and calls nobody real. */
const anyHour = { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] };
const finishedRecipients = 120;
const liveRecipients = 400;

/**
 * Creates people, workspaces and a finished campaign in a fresh folder, and sets the provider's webhooks.
 * @returns whether the folder was fresh.
 */
export async function seedDemo(parts: Parts): Promise<boolean> {
  const { server, simulator, demo } = parts;
  const { access } = server.app.features;
  const session = await signInToDemo(server, demo, 'jefa');
  const existing = await session.get<{ id: string; name: string }[]>('/api/workspaces');
  const isFirst = existing.length === 0;
  if (isFirst) {
    for (const { name, description, key } of demo.workspaces) {
      existing.push(
        await session.post<{ id: string; name: string }>('/api/workspaces', { name, description, retellApiKey: key }),
      );
    }
    await addPeople(
      access,
      demo.people.filter(({ username }) => username !== 'jefa'),
      existing.map(({ id }) => id),
    );
  }
  for (const workspace of demo.workspaces) {
    const id = existing.find(({ name }) => name === workspace.name)?.id;
    if (!id) continue;
    await session.put(`/api/workspaces/${id}/switch`);
    const { webhookUrl } = await session.get<{ webhookUrl: string }>('/api/webhook-url');
    simulator.setWebhookUrl(workspace.key, server.url + new URL(webhookUrl).pathname);
    // The account is still empty; bringHistory adds the history later, once.
    if (isFirst) await server.app.features.calls.backfillNow(id);
    if (isFirst) await session.put('/api/settings', { callingWindow: anyHour, attention: demoAttention });
  }
  const first = existing.find(({ name }) => name === demo.workspaces[0]?.name);
  if (first) await session.put(`/api/workspaces/${first.id}/switch`);
  if (isFirst) await runFinishedCampaign(parts, session);
  return isFirst;
}

/** Creates people at home in the first workspace, so that its admin may edit them, as members of all. */
export async function addPeople(
  access: Pick<RunningServer['app']['features']['access'], 'createUser' | 'addMember'>,
  people: Demo['people'],
  workspaceIds: readonly string[],
): Promise<void> {
  for (const person of people) {
    const userId = await access.createUser({ ...person, homeWorkspaceId: workspaceIds[0] ?? null });
    for (const id of workspaceIds) await access.addMember(id, userId, person.role === 'editor' ? 'editor' : 'operator');
  }
}

/** Creates every account's past; with `store`, each call goes through the usual ingestion. */
export async function bringHistory(
  parts: Parts & { readonly store: boolean; readonly say: (line: string) => void },
): Promise<void> {
  const session = await signInToDemo(parts.server, parts.demo, 'jefa');
  const existing = await session.get<{ id: string; name: string }[]>('/api/workspaces');
  for (const workspace of parts.demo.workspaces) {
    const id = existing.find(({ name }) => name === workspace.name)?.id ?? null;
    const startedAt = performance.now();
    const stored = await bringPast(parts, workspace, parts.store ? id : null);
    if (parts.store)
      parts.say(
        `${workspace.name}: ${stored} llamadas de 60 días, en ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
      );
  }
}

async function bringPast(
  { server, simulator, demo }: Parts,
  workspace: DemoWorkspace,
  workspaceId: string | null,
): Promise<number> {
  const { ingest } = server.app.features.calls;
  let batch: Promise<void>[] = [];
  let count = 0;
  for (const call of simulator.generateHistory({ key: workspace.key, ...demo.history, count: workspace.calls })) {
    count += 1;
    if (!workspaceId) continue;
    batch.push(ingest.record(workspaceId, { event: 'call_analyzed', call, source: 'seed' }));
    if (batch.length < reportsUnderWay) continue;
    await Promise.all(batch);
    batch = [];
  }
  await Promise.all(batch);
  return count;
}

/** Dials a campaign to its end with the simulator's clock sped up. */
async function runFinishedCampaign({ simulator }: Parts, session: DemoSession): Promise<void> {
  await setPace(session, 100);
  simulator.setSpeed(60);
  const campaign = await createCampaign(
    session,
    'Relanzamiento fibra óptica',
    inventRecipients(finishedRecipients, 100),
  );
  for (;;) {
    const listed = await session.get<Campaign[]>('/api/campaigns');
    if (listed.find(({ id }) => id === campaign.id)?.status === 'completed') break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await simulator.whenIdle();
  simulator.setSpeed(1);
  await setPace(session, 1);
}

/** Makes sure that a campaign is being dialled while the demo runs. */
export async function startLiveCampaign(parts: Parts): Promise<void> {
  const session = await signInToDemo(parts.server, parts.demo, 'jefa');
  const campaigns = await session.get<Campaign[]>('/api/campaigns');
  if (campaigns.some(({ status }) => status === 'in_progress')) return;
  const number = campaigns.length;
  const name = number <= 1 ? 'Renovación Internet 300 · noviembre' : `Renovación Internet 300 · tanda ${number}`;
  await createCampaign(session, name, inventRecipients(liveRecipients, 1_000 + number * liveRecipients));
}

async function createCampaign(
  session: DemoSession,
  name: string,
  recipients: Record<string, string>[],
): Promise<Campaign> {
  const [number] = await session.get<PhoneNumber[]>('/api/retell/phone-numbers');
  if (!number) throw new Error('the simulated account has no phone number');
  const agents = await session.get<{ agent_id: string; agent_name: string }[]>('/api/agents');
  const seller = agents.find(({ agent_name }) => /venta/i.test(agent_name));
  return session.post<Campaign>('/api/campaigns', {
    name,
    successDefinition: 'El cliente acepta la oferta o pide que lo contacten para contratarla.',
    phoneNumber: number.phone_number,
    agentId: seller?.agent_id ?? null,
    recipients,
    sendOption: 'now',
    scheduledDate: null,
    scheduledTime: null,
  });
}

async function setPace(session: DemoSession, callsPerSecond: number): Promise<void> {
  await session.put('/api/settings', { dialing: { callsPerSecond, reservedLines: 2 } });
}
