/**
 * A campaign on a real database, dialled step by step by two servers without loops or clocks of their own. The real
 * claims, placers, resolvers, call writers and changes of course run in the order of the test. The test lets time pass:
 * it moves the servers' clocks on and every moment in the database back.
 */
import { randomUUID } from 'node:crypto';
import { pino, type Logger } from 'pino';
import type { CampaignStatus, RetryLimits, RetryPolicy } from '../../../../contract/campaigns.ts';
import type { Clock } from '../../../platform/clock.ts';
import { openTestLedger, type TestLedger } from '../../../testing/call-ledger.ts';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { createAuditFeature } from '../../audit/index.ts';
import type { CallIngest } from '../../calls/index.ts';
import { findWorkspaceDialingRules } from '../../settings/index.ts';
import { createCampaignCallChangeParticipant } from '../outcome/campaign-participant.ts';
import type { SurplusCallEnder } from '../outcome/unwanted-calls.ts';
import { insertCampaign, insertRecipients } from '../campaign/campaign-store.ts';
import { addRecipients } from '../campaign/add-recipients.ts';
import { bodyReading as additionReading } from '../people/read-addition.ts';
import { defaultCampaignOptionValues } from '../../../../contract/campaign-options.ts';
import { setCampaignOption } from '../campaign/set-option.ts';
import { AppError } from '../../../platform/errors.ts';
import { cancelRecipientCallBack, setRecipientCallBack } from '../outcome/call-back.ts';
import { changeCampaignStatus, type CampaignStatusChangeRequest } from '../campaign/change-campaign.ts';
import { incrementCampaignCounts } from '../people/count-store.ts';
import { resolveUnclearCallAttempts } from '../dispatch/attempt-resolver.ts';
import { CallPlacer } from '../dispatch/call-placer.ts';
import { createAttemptCallRecorder } from '../dispatch/call-recorder.ts';
import { updateCampaignWaits, storeCampaignWaitForNextAttempt } from '../dispatch/campaign-waits.ts';
import { calculateHourlyAnswerRates } from '../rules/best-hour.ts';
import { claimRecipients } from '../dispatch/claim-store.ts';
import { updateCampaignStatusFromCounts, findCampaignsToMarkCompleted } from '../outcome/completion-store.ts';
import type { CampaignLogWriter } from '../dispatch/dispatch-journal.ts';
import { dispatchTuning } from '../dispatch/dispatch-tuning.ts';
import { createProviderBackoff } from '../dispatch/later-backoff.ts';
import { takeDispatchLease, type DispatchLease } from '../dispatch/lease-store.ts';
import { readMonotonicAndWallClocks } from '../dispatch/order-deadline.ts';
import { createConcurrentCallBudget } from '../dispatch/line-budget.ts';
import { findWorkspaceDispatchWork, startDueCampaigns } from '../campaign/work-store.ts';
import { createZeroCampaignCounts } from '../rules/recipient-state.ts';
import { phoneOf } from '../../../testing/campaign-orders.ts';
import { ModelProvider, type Fate, type KeyWay, type ModelReport } from './model-provider.ts';
import { silentMetrics } from '../../../testing/silent-metrics.ts';

const doNotCall = {
  findListed: async () => new Set<string>(),
  findForms: async (_: string, numberKeys: readonly string[]) => numberKeys.map((key) => [key]),
  addMarked: async () => undefined,
};

const secretKey = 'una clave secreta para las pruebas, larga';

/** Places of the world's people, in turn. */
const places = ['', 'AR:America/Buenos_Aires', 'ES:Europe/Madrid'];

const areas = ['54 11', '34 91', ''];
/** Rates by which one area comes first at some hours, and the other at others. */
const hourRates = calculateHourlyAnswerRates(
  Array.from({ length: 168 }, (_, hour) => [
    { area: '54 11', hour, calls: 100, answered: hour % 50 },
    { area: '34 91', hour, calls: 100, answered: (hour * 7) % 60 },
  ]).flat(),
);

export const settleSeconds = 30;
/** An order may be sent for 15 s by the database's clock; then the settle time begins. */
const promises = { acceptWithinMs: 40_000, listWithinMs: 44_000 };
const leaseTtlMs = 4_000;

interface Server {
  readonly id: string;
  readonly placer: CallPlacer;
  readonly clock: ManualClock;
  readonly fatesOf: Map<string, Fate>;
  lease: DispatchLease | null;
  /** Resolves when none of these orders is under way. */
  whenDone(attemptIds: readonly string[]): Promise<void>;
}

/** Numbers that the campaign may call from. */
const originNumbers = ['+541150000000', '+543515000000', '+541150000001'];

export interface Origins {
  /** Count of origin numbers, up to three. */
  readonly numbers: number;
  /** Most calls of a number in a day; 0 for no cap. */
  readonly cap: number;
}

export interface DispatchHouse {
  open(campaign: {
    readonly recipients: number;
    readonly policy: RetryPolicy;
    readonly origins: Origins;
    readonly limits?: RetryLimits;
    /** The provider's treatment of a repeated key; honoured by default. */
    readonly keys?: KeyWay;
    /** True if the hour ranks recipients; every other one is drawn to be called without it. */
    readonly bestHour?: boolean;
  }): Promise<DispatchWorld>;
  close(): Promise<void>;
}

export interface DispatchWorld {
  readonly provider: ModelProvider;
  readonly numbers: readonly string[];
  readonly origins: Origins;
  /** The campaign's status at the last look. */
  status(): CampaignStatus;
  /** Runs one turn of a server's loop: starts, waits, one claim and its orders. False if nobody was claimed. */
  dispatch(server: number, limit: number, fates: readonly Fate[]): Promise<boolean>;
  resolve(server: number): Promise<void>;
  hear(server: number, report: ModelReport): Promise<void>;
  change(status: CampaignStatusChangeRequest['status']): Promise<void>;
  /** Adds these people, some of whom may be in the campaign. */
  add(numbers: readonly string[]): Promise<void>;
  setOpen(isOpen: boolean): Promise<void>;
  /** Sets a call back from the page of a call, or cancels it (null). missing: the server knows no such call. */
  setCallBack(callId: string, at: Date | null): Promise<'done' | 'refused' | 'missing'>;
  complete(): Promise<void>;
  pass(ms: number): Promise<void>;
  /** Kills the server. Its orders under way are lost. */
  crash(server: number): void;
  /** Lets halted orders of both servers go on. */
  wake(): Promise<void>;
  look(): Promise<Look>;
}

export interface RecipientLook {
  readonly phone_number: string;
  readonly state: string;
  readonly callback_at: string | null;
  readonly was_sent: boolean;
  readonly is_live: boolean;
  readonly picked_up: boolean;
  readonly contacted: boolean;
  readonly completed: boolean;
  readonly successful: boolean;
  /** States of the recipient's open attempts. */
  readonly open: readonly string[];
}

/** The state of the database, read by separate SQL. */
export interface Look {
  readonly status: CampaignStatus;
  readonly waiting: string | null;
  /** Origin numbers of the day's attempts, by attempt id. */
  readonly attemptsToday: Readonly<Record<string, string>>;
  readonly recipients: readonly RecipientLook[];
  /** Counts of the campaign, summed over the servers' slots. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Figures of campaign_counts, and the recipients that count for each. */
export const countedAs: Readonly<Record<string, (recipient: RecipientLook) => boolean>> = {
  ...Object.fromEntries(
    ['pending', 'dialing', 'sent', 'undelivered', 'unconfirmed', 'skipped'].map((state) => [
      state,
      (one: RecipientLook) => one.state === state,
    ]),
  ),
  retrying: (one) => one.was_sent && one.state !== 'sent',
  live: (one) => one.is_live,
  picked_up: (one) => one.picked_up,
  contacted: (one) => one.contacted,
  completed: (one) => one.completed,
  successful: (one) => one.successful,
};

/** Fails any check, because these campaigns have none. */
const nobodyAsks = () => Promise.reject(new Error('no campaign here asks before dialling'));

const quietJournal: CampaignLogWriter = {
  addUp: () => undefined,
  tell: () => undefined,
  wait: () => undefined,
  stop: async () => undefined,
};

/** Opens one database and two call writers for many worlds, each in a workspace of its own. */
export async function openDispatchHouse(): Promise<DispatchHouse> {
  const ledger = await openTestLedger();
  const { db } = ledger.database;
  const log: Logger = pino({ level: 'silent' });
  const providers = new Map<string, ModelProvider>();
  const directory = {
    async providerOf(workspaceId: string) {
      const provider = providers.get(workspaceId);
      if (!provider) throw new Error('no such workspace');
      return provider.port;
    },
  };
  const writers = [1, 2].map((slot) => {
    const unwantedCalls: SurplusCallEnder = {
      order: async () => undefined,
      tryNow: async ({ workspaceId, callId }) => (await directory.providerOf(workspaceId)).stopCall(callId),
    };
    const participant = createCampaignCallChangeParticipant({
      db,
      writerSlot: slot,
      events: ledger.events,
      log,
      unwantedCalls,
    });
    return ledger.createWriter(slot, { more: [participant] });
  });
  return {
    async open({ recipients, policy, limits = {}, origins, bestHour = false, keys = 'honoured' }) {
      const workspaceId = await ledger.createWorkspace();
      await ledger.database.pool.query(
        `update workspace_settings set daily_attempts = 50, calling_window = jsonb_set(calling_window, '{enabled}', 'false'),
          dialing = dialing || jsonb_build_object('callsPerNumberPerDay', $2::int) where workspace_id = $1`,
        [workspaceId, origins.cap],
      );
      await ledger.database.pool.query(
        `update workspaces set order_keys_honoured = $2, order_keys_tried_at = clock_timestamp() where id = $1`,
        [workspaceId, keys !== 'ignored'],
      );
      const provider = new ModelProvider(policy, limits, promises, keys);
      providers.set(workspaceId, provider);
      const numbers = Array.from({ length: recipients }, (_, index) => phoneOf(index));
      const campaignId = await createCampaign(
        ledger,
        workspaceId,
        numbers,
        { retryPolicy: policy, retryLimits: limits, bestHour },
        origins,
      );
      await ledger.database.pool.query(
        'update recipients set without_best_hour = position % 2 = 0 where workspace_id = $1',
        [workspaceId],
      );
      return createWorld({ ledger, log, directory, writers, provider, workspaceId, campaignId, numbers, origins });
    },
    close: () => ledger.close(),
  };
}

async function createCampaign(
  { database }: TestLedger,
  workspaceId: string,
  numbers: readonly string[],
  chosen: { readonly retryPolicy: RetryPolicy; readonly retryLimits: RetryLimits; readonly bestHour: boolean },
  origins: Origins,
): Promise<string> {
  return database.db.transaction().execute(async (tx) => {
    const id = await insertCampaign(tx, workspaceId, {
      name: 'Cobranza',
      agentId: 'agent_a',
      agentVersion: 'latest_published',
      isNumbersAgent: false,
      agentAnalysis: [],
      phoneNumbers: originNumbers.slice(0, origins.numbers),
      options: {
        ...defaultCampaignOptionValues,
        successDefinition: 'Promete una fecha',
        ...chosen,
        // No country rule closes the hours of this kind.
        kind: 'notice',
      },
      sendOption: 'now',
      scheduledDate: null,
      scheduledTime: null,
      startsAt: null,
      idempotencyKey: null,
      requestDigest: null,
      totalRecipients: numbers.length,
      duplicateCount: 0,
      rejectedRows: [],
      voicemailAgent: null,
      fileColumns: [],
      createdBy: randomUUID(),
      lastSentBy: 'jefa',
    });
    if (id === null) throw new Error('no campaign');
    await insertRecipients(
      tx,
      workspaceId,
      id,
      numbers.map((phoneNumber, index) => ({
        phoneNumber,
        customerName: 'Cliente',
        priority: 1 + ((index * 7) % 10),
        place: places[index % places.length] ?? '',
        area: areas[index % areas.length] ?? '',
        variables: '{}',
      })),
    );
    await incrementCampaignCounts(
      tx,
      workspaceId,
      1,
      new Map([[id, { ...createZeroCampaignCounts(), pending: numbers.length }]]),
    );
    return id;
  });
}

interface Parts {
  readonly ledger: TestLedger;
  readonly log: Logger;
  readonly directory: { providerOf(workspaceId: string): Promise<ModelProvider['port']> };
  readonly writers: readonly CallIngest[];
  readonly provider: ModelProvider;
  readonly workspaceId: string;
  readonly campaignId: string;
  readonly numbers: string[];
  readonly origins: Origins;
}

function createWorld({
  ledger,
  log,
  directory,
  writers,
  provider,
  workspaceId,
  campaignId,
  numbers,
  origins,
}: Parts): DispatchWorld {
  const { db } = ledger.database;
  const { events } = ledger;
  const journal = quietJournal;
  let status: CampaignStatus = 'created';
  /** Between equal ranks, the drawn recipient is next every other time. */
  let turn = 0;
  provider.isDialing = () => !['paused', 'completed', 'failed'].includes(status);
  const dials = (): boolean => status !== 'completed' && status !== 'failed';
  /** The model hears the same reports as the server, in the same order. */
  const listening: CallIngest[] = writers.map((writer) => ({
    async record(workspace, report) {
      await writer.record(workspace, report);
      provider.heard(report.call, dials());
    },
    stop: () => writer.stop(),
  }));
  const recorders = listening.map((ingest, index) =>
    createAttemptCallRecorder({ db, ingest, clock: jumpingClock(), log, writerSlot: index + 1 }),
  );
  const author = { workspaceId, userId: randomUUID(), username: 'jefa', address: '127.0.0.1' };
  const audit = createAuditFeature({ db });

  function start(index: number): Server {
    const clock = new ManualClock();
    const waiting: (() => void)[] = [];
    const lines = createConcurrentCallBudget(clock, dispatchTuning);
    const backoff = createProviderBackoff(clock, () => 0, dispatchTuning);
    const recorder = recorders[index] as (typeof recorders)[number];
    const placer = new CallPlacer(
      {
        db,
        clock,
        log,
        events,
        recorder,
        writerSlot: index + 1,
        journal,
        metrics: silentMetrics,
        askBeforeDialing: nobodyAsks,
        doNotCall,
        secretKey,
      },
      // Plays a server that has not surveyed since, so that it drops nothing by itself.
      { workspaceId, lines, backoff, isDialing: () => true, onDone: () => waiting.forEach((look) => look()) },
    );
    return {
      id: randomUUID(),
      placer,
      clock,
      fatesOf: new Map(),
      lease: null,
      whenDone: (attemptIds) =>
        new Promise((resolve) => {
          const look = (): void => {
            if (attemptIds.some((id) => placer.isInFlight(id))) return;
            waiting.splice(0);
            resolve();
          };
          waiting.push(look);
          look();
        }),
    };
  }

  const servers = [start(0), start(1)];
  const at = (index: number): Server => servers[index % servers.length] as Server;

  async function dispatch(index: number, limit: number, fates: readonly Fate[]): Promise<boolean> {
    const server = at(index);
    server.lease ??= await takeDispatchLease(db, { workspaceId, holder: server.id, ttlMs: leaseTtlMs });
    if (!server.lease) return false;
    await startDueCampaigns(db, workspaceId);
    const work = await findWorkspaceDispatchWork(db, workspaceId);
    const rules = await findWorkspaceDialingRules(db, workspaceId);
    const { ready } = await updateCampaignWaits({ db, events }, workspaceId, work.dialing, rules);
    if (!rules || !ready.includes(campaignId)) return false;
    const since = readMonotonicAndWallClocks(server.clock);
    const claim = await claimRecipients(db, {
      lease: server.lease,
      campaignId,
      serverId: server.id,
      writerSlot: (index % 2) + 1,
      doNotCall,
      limit,
      hourRates,
      random: () => (turn = 0.5 - turn),
    });
    if (claim.kind === 'lost') server.lease = null;
    if (claim.kind !== 'claimed') return false;
    for (const [nth, recipient] of claim.recipients.entries()) {
      const fate = fates[nth % fates.length] ?? 'answered';
      provider.fates.set(recipient.attemptId, fate);
      server.fatesOf.set(recipient.attemptId, fate);
      server.placer.place(provider.port, claim.campaign, recipient, { since, withinMs: claim.writeWithinMs });
    }
    const standing = new Set<Fate>(['halted', 'unheard']);
    await server.whenDone(
      claim.recipients
        .map(({ attemptId }) => attemptId)
        .filter((id) => !standing.has(server.fatesOf.get(id) ?? 'answered')),
    );
    if (claim.isExhausted && claim.recipients.length === 0)
      await storeCampaignWaitForNextAttempt({ db, events }, workspaceId, campaignId, rules, claim.capped);
    return claim.recipients.length > 0;
  }

  return {
    provider,
    numbers,
    origins,
    status: () => status,
    dispatch,
    async resolve(index) {
      const recorder = recorders[index % 2] as (typeof recorders)[number];
      await resolveUnclearCallAttempts(
        {
          db,
          events,
          log,
          directory,
          recorder,
          clock: jumpingClock(),
          journal,
          metrics: silentMetrics,
          writerSlot: (index % 2) + 1,
          doNotCall,
          secretKey,
          dialSettleSeconds: settleSeconds,
          tuning: dispatchTuning,
        },
        workspaceId,
        (id) => at(index).placer.isInFlight(id),
        new AbortController().signal,
      );
    },
    hear: (index, { event, wire }) =>
      (listening[index % 2] as CallIngest).record(workspaceId, { event, call: wire, source: 'webhook' }),
    async change(to) {
      const deps = {
        db,
        events,
        audit,
        clock: jumpingClock(),
        writerSlot: 1,
        hangUps: { order: async () => undefined },
      };
      await changeCampaignStatus(deps, author, campaignId, { status: to, hangUp: false });
      status = to;
    },
    async add(more) {
      const deps = { db, events, audit, writerSlot: 2, doNotCall };
      const recipients = more.map((phoneNumber) => ({ phone_number: phoneNumber, customer_name: 'Cliente' }));
      await addRecipients(deps, author, campaignId, await additionReading.read({ recipients, rejectedRows: [] }));
      numbers.push(...new Set(more.filter((number) => !numbers.includes(number))));
    },
    async setOpen(isOpen) {
      await setCampaignOption({ db, events, audit }, author, campaignId, 'isOpen', isOpen);
    },
    async setCallBack(callId, at) {
      const deps = { db, events, audit, writerSlot: 2, doNotCall };
      try {
        await (at ? setRecipientCallBack(deps, author, callId, at) : cancelRecipientCallBack(deps, author, callId));
        return 'done';
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code === 'not_found') return 'missing';
        if (error.code === 'invalid_transition') return 'refused';
        throw error;
      }
    },
    async complete() {
      for (const ended of await findCampaignsToMarkCompleted(db, [campaignId]))
        await updateCampaignStatusFromCounts(db, ended.workspaceId, ended.campaignId);
    },
    async pass(ms) {
      provider.pass(ms);
      for (const { clock } of servers) await clock.advance(ms);
      await setBack(ledger, workspaceId, ms);
    },
    crash(index) {
      servers[index % servers.length] = start(index % servers.length);
    },
    async wake() {
      const ids = servers.map((server) => [...server.fatesOf.keys()].filter((id) => server.placer.isInFlight(id)));
      for (const id of ids.flat()) provider.halted.get(id)?.();
      await Promise.all(servers.map((server, index) => server.whenDone(ids[index] ?? [])));
    },
    async look() {
      const look = await lookAt(ledger, workspaceId, campaignId);
      ({ status } = look);
      return look;
    },
  };
}

/** A clock that sleeps by moving itself on. */
function jumpingClock(): Clock {
  let ms = 0;
  return {
    now: () => new Date(),
    monotonicMs: () => ms,
    async sleep(pauseMs) {
      ms += Math.max(pauseMs, 5_000);
    },
  };
}

const moments = {
  attempts: ['created_at', 'send_by', 'accepted_at', 'resolved_at', 'next_lookup_at'],
  recipients: ['next_attempt_at', 'callback_at'],
  campaigns: ['starts_at', 'waiting_until', 'resumed_at'],
  dispatch_leases: ['expires_at'],
};

const setBackQuery = `with ${Object.entries(moments)
  .map(([table, columns]) => {
    const changes = columns.map((column) => `${column} = ${column} - $2::float8 * interval '1 millisecond'`);
    return `${table}_back as (update ${table} set ${changes.join(', ')} where workspace_id = $1)`;
  })
  .join(', ')} select`;

async function setBack({ database }: TestLedger, workspaceId: string, ms: number): Promise<void> {
  await database.pool.query(setBackQuery, [workspaceId, ms]);
}

async function lookAt({ database }: TestLedger, workspaceId: string, campaignId: string): Promise<Look> {
  const sums = Object.keys(countedAs).map((column) => `'${column}', sum(${column})::int`);
  const { rows } = await database.pool.query<Look>(
    `select c.status, c.waiting_reason as waiting,
      (select coalesce(jsonb_object_agg(a.id, a.from_number), '{}') from attempts a join workspace_settings s using (workspace_id)
        where a.workspace_id = c.workspace_id and (a.created_at at time zone s.time_zone)::date = (clock_timestamp() at time zone s.time_zone)::date)
        as "attemptsToday",
      (select jsonb_agg(to_jsonb(r) || jsonb_build_object('open', (
          select coalesce(jsonb_agg(a.state), '[]') from attempts a
          where a.workspace_id = r.workspace_id and a.recipient_id = r.id and not a.is_surplus
            and a.state in ('claimed', 'accepted', 'unknown', 'unconfirmed'))) order by position)
        from recipients r where r.workspace_id = c.workspace_id and r.campaign_id = c.id) as recipients,
      (select jsonb_build_object(${sums.join(', ')}) from campaign_counts k
        where k.workspace_id = c.workspace_id and k.campaign_id = c.id) as counts
    from campaigns c where c.workspace_id = $1 and c.id = $2`,
    [workspaceId, campaignId],
  );
  const [look] = rows;
  if (!look) throw new Error('the campaign is gone');
  return look;
}
