import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WireAgent } from '../../../retell/wire-agent.ts';
import type { WirePhoneNumber } from '../../../retell/wire-number.ts';
import { connectDatabase, type DatabaseHandle } from '../../platform/db/database.ts';
import { createEventBus } from '../../platform/events.ts';
import { ProviderError, type VoiceProvider } from '../../platform/provider/provider.ts';
import { createAuditFeature } from '../audit/index.ts';
import { ManualClock } from '../../testing/manual-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { createAgentCache } from './agent-cache.ts';
import { createAgentsFeature, type AgentsFeature } from './index.ts';

const workspaceId = '0a000000-0000-4000-8000-000000000001';
const minute = 60_000;

let testDatabase: TestDatabase;
let database: DatabaseHandle;
let account: Account;
let clock: ManualClock;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = connectDatabase({ connectionString: testDatabase.connectionString, max: 4 });
  account = new Account();
  clock = new ManualClock();
});

afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

/** The provider's side: its present answers, and the requests it got. */
class Account {
  agents: WireAgent[] = [
    { agent_id: 'agent_zoe0', agent_name: 'Zoe', version: 3, is_published: true, language: ['es-419', 'en-US'] },
    { agent_id: 'agent_anna', agent_name: 'Ana', post_call_analysis_data: [{ type: 'string', name: 'motivo' }] },
  ];
  numbers: WirePhoneNumber[] = [
    {
      phone_number: '+541150000000',
      nickname: 'Central',
      outbound_agents: [
        { agent_id: 'agent_anna', weight: 0.3 },
        { agent_id: 'agent_zoe0', weight: 0.7 },
      ],
    },
  ];
  numbersFailure: ProviderError | null = null;
  failure: ProviderError | null = null;
  /** The promise that a running answer waits for. */
  gate: Promise<void> | null = null;
  failingDetails: ProviderError | null = null;
  readonly asked: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;

  readonly provider: Pick<VoiceProvider, 'listAgents' | 'getAgent' | 'listPhoneNumbers'> = {
    listAgents: async () => {
      this.asked.push('list');
      if (this.failure) throw this.failure;
      const listed = this.agents.map(({ agent_id, agent_name }) => ({ agent_id, agent_name }));
      await this.gate;
      return listed;
    },
    getAgent: async (id) => {
      this.asked.push(id);
      this.mostAtOnce = Math.max(this.mostAtOnce, ++this.atOnce);
      await new Promise((done) => setImmediate(done));
      this.atOnce--;
      if (this.failingDetails) throw this.failingDetails;
      const agent = this.agents.find((each) => each.agent_id === id);
      if (!agent) throw new ProviderError('not_found', 'no such agent', { status: 404 });
      return { version: 0, ...agent };
    },
    listPhoneNumbers: async () => {
      if (this.numbersFailure) throw this.numbersFailure;
      return this.numbers;
    },
  };

  get lists(): number {
    return this.asked.filter((what) => what === 'list').length;
  }
}

function create(db = database.db) {
  const log = pino({ level: 'silent' });
  const events = createEventBus(log);
  // The account is read at each request, like the key in force.
  const directory = { providerOf: async () => account.provider as VoiceProvider, webhookTokenOf: async () => 'token' };
  const webhooks = {
    audit: createAuditFeature({ db: database.db }),
    secretKey: 'clave',
    publicUrl: null,
    providerBaseUrl: 'https://proveedor.example',
    onConnected: async () => undefined,
  };
  return { events, agents: createAgentsFeature({ db, directory, clock, log, events, ...webhooks }) };
}

const required = (agents: AgentsFeature, ids: readonly string[]) =>
  database.db.transaction().execute((tx) => agents.findRequiredFields(tx, workspaceId, ids));

describe('agents', () => {
  it('waits for the provider once, however many ask', async () => {
    const { agents } = create();
    const found = await Promise.all([
      agents.findAgent(workspaceId, 'agent_anna'),
      agents.findAgent(workspaceId, 'agent_zoe0'),
      agents.findPhoneNumber(workspaceId, '+541150000000'),
    ]);
    expect(found).toEqual([
      expect.objectContaining({ id: 'agent_anna', name: 'Ana', analysisItems: [{ type: 'string', name: 'motivo' }] }),
      expect.objectContaining({ id: 'agent_zoe0', version: 3, analysisItems: [] }),
      {
        phone_number_id: '+541150000000',
        phone_number: '+541150000000',
        phone_number_shown: '+54 11 5000-0000',
        nickname: 'Central',
        outbound_agent_id: 'agent_zoe0',
        outbound_agents: expect.any(Array) as unknown,
      },
    ]);
    expect(account.lists).toBe(1);
    await agents.stop?.();
  });

  it('finds what a refresh brought while the cache was being read', async () => {
    const [isRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    const slow = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (++reads === 1) {
          isRead.resolve();
          await mayGoOn.promise;
        }
        return result;
      },
    });
    const { agents } = create(slow);
    const found = agents.findAgent(workspaceId, 'agent_anna');
    await isRead.promise;
    await agents.refresh(workspaceId);
    mayGoOn.resolve();
    expect(await found).toMatchObject({ name: 'Ana' });
    expect(account.lists).toBe(1);
  });

  it('asks for details at most four at a time', async () => {
    account.agents = Array.from({ length: 15 }, (_, index) => ({ agent_id: `agent_${index}` }));
    const { agents } = create();
    await agents.refresh(workspaceId);
    expect(account.mostAtOnce).toBe(4);
    expect(await agents.findAgent(workspaceId, 'agent_14')).toMatchObject({ name: 'Agente t_14' });
  });

  it('answers what it knows and refreshes behind after five minutes', async () => {
    const { agents } = create();
    await agents.refresh(workspaceId);
    account.agents[1] = { agent_id: 'agent_anna', agent_name: 'Ana María' };
    await clock.advance(4 * minute);
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
    expect(account.lists).toBe(1);
    await clock.advance(2 * minute);
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
    await waitFor(
      'the refreshed name',
      async () => (await agents.findAgent(workspaceId, 'agent_anna'))?.name === 'Ana María',
    );
    expect(account.lists).toBe(2);
  });

  it('learns its agents once, and waits for nothing that it knows or that fails', async () => {
    const { agents } = create();
    account.failure = new ProviderError('unavailable', 'away');
    for (let time = 0; time < 3; time += 1) await agents.learn(workspaceId);
    expect(account.lists).toBe(1);
    account.failure = null;
    await clock.advance(minute);
    await Promise.all([agents.learn(workspaceId), agents.learn(workspaceId)]);
    expect(await required(agents, ['agent_anna'])).toEqual(new Map([['agent_anna', []]]));
    await agents.learn(workspaceId);
    expect(account.lists).toBe(2);
  });

  it('knows which fields each agent requires, and looks for an agent that it does not know', async () => {
    const item = (name: string, isRequired?: boolean) => ({
      type: 'string',
      name,
      description: '',
      ...(isRequired === undefined ? {} : { required: isRequired }),
    });
    const { agents } = create();
    account.agents[0] = {
      agent_id: 'agent_zoe0',
      post_call_analysis_data: [
        item('turno', true),
        item('motivo', true),
        item('nota', false),
        item('otra'),
        { ...item('call_summary', true), type: 'system-presets' },
      ],
    };
    await agents.refresh(workspaceId);
    const known = new Map([['agent_zoe0', ['motivo', 'turno']]]);
    expect(await required(agents, ['agent_zoe0', 'agent_new1'])).toEqual(known);
    expect(account.lists).toBe(1);
    account.agents.push({ agent_id: 'agent_new1', post_call_analysis_data: [item('csat', true)] });
    await clock.advance(6 * minute);
    expect(await required(agents, ['agent_zoe0', 'agent_new1'])).toEqual(known);
    await waitFor(
      'the new agent',
      async () => (await required(agents, ['agent_new1'])).get('agent_new1')?.[0] === 'csat',
    );
    expect(account.lists).toBe(2);
  });

  it('forgets a removed agent but for its name, and finds a new one at once', async () => {
    const { agents } = create();
    await agents.refresh(workspaceId);
    account.agents.shift();
    account.agents.push({ agent_id: 'agent_new1', agent_name: 'Nueva' });
    await clock.advance(minute);
    expect(await agents.findAgent(workspaceId, 'agent_new1')).toMatchObject({ name: 'Nueva' });
    expect(await agents.findAgent(workspaceId, 'agent_zoe0')).toBeNull();
    const row = await database.db
      .selectFrom('provider_cache')
      .select('value')
      .where('key', '=', 'agent_zoe0')
      .executeTakeFirstOrThrow();
    expect(row.value).toMatchObject({ agent_name: 'Zoe', vocero_removed: true });
    // The agent returns without the mark.
    account.agents.push({ agent_id: 'agent_zoe0', agent_name: 'Zoe' });
    await clock.advance(minute);
    expect(await agents.findAgent(workspaceId, 'agent_zoe0')).toMatchObject({ name: 'Zoe' });
  });

  it('keeps the last known data while the provider is away, and does not ask at every read', async () => {
    const { agents } = create();
    await agents.refresh(workspaceId);
    account.failure = new ProviderError('unavailable', 'down');
    await clock.advance(6 * minute);
    for (let read = 0; read < 3; read++) {
      expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
      await agents.stop?.();
    }
    expect(account.lists).toBe(2);
  });

  it('tells a failure while it is recent; one of long ago says nothing of the asking under way', async () => {
    const log = pino({ level: 'silent' });
    const directory = { providerOf: async () => account.provider as VoiceProvider };
    const cache = createAgentCache({ db: database.db, directory, clock, log, events: createEventBus(log) });
    const isAway = async () => (await cache.read(workspaceId, 'agent')).isAway;
    await cache.refresh(workspaceId);
    expect(await isAway()).toBe(false);
    account.failure = new ProviderError('unavailable', 'away');
    await clock.advance(6 * minute);
    await expect(cache.refresh(workspaceId)).rejects.toThrow('away');
    expect(await isAway()).toBe(true);
    await clock.advance(6 * minute);
    expect(await isAway()).toBe(false);
    await cache.settle();
    expect(await isAway()).toBe(true);
  });

  it('tells of agents while numbers can’t be had, and of numbers while agents can’t, each in its own words', async () => {
    const { agents } = create();
    account.numbersFailure = new ProviderError('unavailable', 'down');
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
    await expect(agents.listPhoneNumbers(workspaceId)).rejects.toThrow(
      'Error al cargar los números. Retell no respondió',
    );
    await agents.stop?.();

    account.numbersFailure = null;
    account.failure = new ProviderError('key_rejected', 'no');
    await clock.advance(minute);
    expect(await agents.listPhoneNumbers(workspaceId)).toHaveLength(1);
    // The known agents stay in the cache.
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
    await database.pool.query('delete from provider_cache where workspace_id = $1', [workspaceId]);
    const anew = create().agents;
    await expect(anew.findAgent(workspaceId, 'agent_anna')).rejects.toThrow('Error al cargar los agentes. Verifica');
    expect(await anew.listPhoneNumbers(workspaceId)).toHaveLength(1);
  });

  it('keeps the details of an agent that cannot be read now', async () => {
    const { agents } = create();
    await agents.refresh(workspaceId);
    account.failingDetails = new ProviderError('unavailable', 'down');
    await agents.refresh(workspaceId);
    expect(await agents.findAgent(workspaceId, 'agent_zoe0')).toMatchObject({ name: 'Zoe', version: 3 });
  });

  it('asks now for an agent that could not be read when it was listed, and says so where it can’t be had', async () => {
    const { agents } = create();
    account.failingDetails = new ProviderError('rate_limited', 'slow down', { status: 429 });
    await agents.refresh(workspaceId);
    await expect(agents.findAgent(workspaceId, 'agent_anna')).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: 'Error al cargar los agentes. Retell no respondió: intenta de nuevo en unos minutos.',
    });
    account.failingDetails = null;
    const found = { name: 'Ana', version: 0, analysisItems: [{ type: 'string', name: 'motivo' }] };
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject(found);
    account.agents.pop();
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toBeNull();
  });

  it.each([
    ['key_rejected', 'key_rejected', 422, 'Verifica que la API key de Retell.AI esté configurada correctamente.'],
    ['unavailable', 'provider_unavailable', 502, 'Retell no respondió: intenta de nuevo en unos minutos.'],
  ] as const)('says what to do when nothing is known and the provider answers %s', async (kind, code, status, hint) => {
    account.failure = new ProviderError(kind, 'no');
    const { agents } = create();
    await expect(agents.findAgent(workspaceId, 'agent_anna')).rejects.toMatchObject({
      code,
      status,
      message: `Error al cargar los agentes. ${hint}`,
    });
  });

  it('tells when there are other agents or other names, and of nothing else', async () => {
    const { agents, events } = create();
    const told: string[] = [];
    events.on('agents.changed', ({ workspaceId: id }) => told.push(id));
    const changes = [
      () => undefined,
      () => (account.agents[1] = { agent_id: 'agent_anna', agent_name: 'Ana María' }),
      () => account.agents.push({ agent_id: 'agent_new1' }),
      () => account.agents.shift(),
    ];
    for (const [index, change] of changes.entries()) {
      change();
      await agents.refresh(workspaceId);
      account.agents.reverse();
      account.agents = account.agents.map((agent) => ({ ...agent, version: index }));
      await agents.refresh(workspaceId);
      account.agents.reverse();
      expect(told).toEqual(Array.from({ length: index + 1 }, () => workspaceId));
    }
  });

  it.each([
    ['here', 'workspace.key_added', null],
    ['on another server', 'workspace.changed_elsewhere', null],
    ['here, and the refresh fails', 'workspace.key_added', new ProviderError('key_rejected', 'no')],
  ] as const)(
    'knows the agents of the next key when one is replaced during its refresh: %s',
    async (_, name, failure) => {
      const { agents, events } = create();
      await agents.start?.();
      const answer = Promise.withResolvers<void>();
      const before = account;
      before.gate = answer.promise;
      const refreshing = agents.refresh(workspaceId).catch((error: unknown) => error);
      await waitFor('the refresh to be under way', () => before.lists === 1);
      account = new Account();
      account.agents = [{ agent_id: 'agent_next', agent_name: 'De la otra cuenta' }];
      events.emit(name, { workspaceId });
      if (failure) answer.reject(failure);
      else answer.resolve();
      await refreshing;
      await agents.stop?.();
      expect([before.lists, account.lists]).toEqual([1, 1]);
      expect(await agents.findAgent(workspaceId, 'agent_next')).toMatchObject({ name: 'De la otra cuenta' });
      expect(await agents.findAgent(workspaceId, 'agent_anna')).toBeNull();
    },
  );

  it('reads the provider again if a refresh is requested while another one runs', async () => {
    const { agents } = create();
    const answer = Promise.withResolvers<void>();
    account.gate = answer.promise;
    const first = agents.refresh(workspaceId);
    await waitFor('the refresh to be under way', () => account.lists === 1);
    const second = agents.refresh(workspaceId);
    answer.resolve();
    await Promise.all([first, second]);
    expect(account.lists).toBe(2);
  });

  it('asks nobody when something else of the workspace changes', async () => {
    const { agents, events } = create();
    await agents.start?.();
    events.emit('workspace.changed_elsewhere', { workspaceId });
    await agents.stop?.();
    expect(account.lists).toBe(0);
  });

  it('fills the cache as soon as a key is added', async () => {
    const { agents, events } = create();
    await agents.start?.();
    events.emit('workspace.key_added', { workspaceId });
    await agents.stop?.();
    expect(account.lists).toBe(1);
    expect(await agents.findAgent(workspaceId, 'agent_anna')).toMatchObject({ name: 'Ana' });
    expect(account.lists).toBe(1);
  });
});
