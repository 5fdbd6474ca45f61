// Manual quality over HTTP: versions of the form, and how reviews change a call's figures and back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QualityCallReview, QualityForm, QualityReviewQueue } from '../../../contract/quality.ts';
import type { AuditLogEntry } from '../../../contract/settings.ts';
import { report } from '../../testing/call-reports.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../testing/start-test-app.ts';

const otherKey = 'key_other_0123456789abcdef';
let test: TestApp;
let workspace: TestWorkspace;
let stranger: TestWorkspace;
let calls = 0;

beforeAll(async () => {
  test = await startTestApp({
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra' },
      ],
    },
  });
  workspace = await test.createWorkspace();
  stranger = await test.createWorkspace(otherKey);
});
afterAll(() => test.stop());
beforeEach(async () => {
  await test.database.pool.query('delete from quality_forms');
});

interface Told {
  readonly agoHours?: number;
  readonly sentiment?: string;
  readonly isSuccessful?: boolean;
  readonly reason?: string;
  readonly transcript?: string | null;
  readonly data?: Record<string, unknown>;
  readonly isOpen?: boolean;
  readonly inVoicemail?: boolean;
  /** An agent of its own, so that its figures can be read alone. */
  readonly agent?: string;
}

/** The provider's report of one finished or open conversation. */
function reportOf(callId: string, told: Told) {
  const startMs = Date.now() - (told.agoHours ?? 1) * 3_600_000;
  // Each call has another number, so that none follows another up.
  const number = `+54911${40_000_000 + Number(callId.replace(/\D/g, ''))}`;
  const begun = {
    call_type: 'phone_call',
    direction: 'outbound',
    call_status: 'ongoing',
    agent_id: told.agent ?? 'agent_a',
    from_number: '+541150000000',
    to_number: number,
    start_timestamp: startMs,
  };
  if (told.isOpen) return report('call_started', begun, callId);
  const {
    transcript = 'Agent: Hola\nUser: Sí',
    sentiment = 'Neutral',
    isSuccessful = true,
    inVoicemail = false,
  } = told;
  return report(
    'call_analyzed',
    {
      ...begun,
      call_status: 'ended',
      end_timestamp: startMs + 60_000,
      duration_ms: 60_000,
      disconnection_reason: told.reason ?? 'user_hangup',
      ...(transcript === null ? {} : { transcript }),
      call_analysis: {
        user_sentiment: sentiment,
        call_successful: isSuccessful,
        in_voicemail: inVoicemail,
        custom_analysis_data: told.data ?? {},
      },
    },
    callId,
  );
}

async function sendAnalyzedCall(
  told: Told = {},
  callId = `call_${++calls}`,
  where: TestWorkspace = workspace,
): Promise<string> {
  await test.app.features.calls.ingest.record(where.id, reportOf(callId, told));
  return callId;
}

const yes = { saludo: 'yes', identificacion: 'yes', intencion: 'yes', informacion: 'yes', trato: 'yes', cierre: 'yes' };
const scoringOf = (answers: Record<string, string>, formVersion = 0, note: string | null = null) => ({
  formVersion,
  answers,
  note,
});
const score = async (callId: string, answers: Record<string, string> = yes, who = workspace.editor) =>
  (await who.put<{ review: QualityCallReview }>(`/api/calls/${callId}/review`, scoringOf(answers))).review;
const read = async (callId: string, who = workspace.operator) =>
  (await who.get<{ review: QualityCallReview | null }>(`/api/calls/${callId}/review`)).review;
const remove = async (path: string, who = workspace.editor) => (await who.request('DELETE', path)).status;
const readForm = (who = workspace.operator) => who.get<QualityForm>('/api/quality/form');
const queue = (who = workspace.operator) => who.get<QualityReviewQueue>('/api/quality/queue');
const audited = async (action: string) =>
  (await workspace.admin.get<AuditLogEntry[]>('/api/audit-log')).filter((entry) => entry.action === action);

interface Sum {
  readonly name: string;
  readonly reviewed: number;
  readonly n: string;
  readonly sum: string;
}

/** Sums of an agent's fields, by the parts that people scored, equal in half hours and days. */
async function fieldSums(agent: string): Promise<Sum[]> {
  const sumsOf = async (table: string): Promise<Sum[]> => {
    const { rows } = await test.database.pool.query<Sum>(
      `select * from (select name, reviewed, sum(share_n)::text as n, trim_scale(sum(share_sum))::text as sum from ${table} where workspace_id = $1 and agent_id = $2 group by 1, 2) as s
       where n <> '0' or sum <> '0' order by name, reviewed`,
      [workspace.id, agent],
    );
    return rows;
  };
  const days = await sumsOf('rollup_day_fields');
  expect(await sumsOf('rollup_half_hour_fields')).toEqual(days);
  return days;
}

describe('the form', () => {
  it('is the same for everybody at first, and the workspace’s own from the first save on', async () => {
    const form = await readForm();
    expect(form).toMatchObject({ version: 0, passPercent: 80 });
    expect(form.criteria.map(({ id, part, critical }) => `${id} ${part}${critical ? ' critical' : ''}`)).toEqual([
      'saludo script',
      'identificacion script critical',
      'intencion intent',
      'informacion quality critical',
      'trato quality',
      'cierre script',
    ]);
    const criteria = [{ id: 'trato', text: 'Trata bien', part: 'quality', critical: true }];
    const saved = await workspace.editor.put<QualityForm>('/api/quality/form', {
      version: 0,
      passPercent: 70,
      criteria,
    });
    expect(saved).toEqual({ version: 1, passPercent: 70, criteria });
    expect(await readForm()).toEqual(saved);
    expect(await readForm(stranger.operator)).toEqual(form);
    expect((await audited('settings.quality_form_saved'))[0]).toMatchObject({
      username: expect.stringContaining('editor'),
      details: {
        before: { version: 0, passPercent: 80, criteria: form.criteria },
        after: { version: 1, passPercent: 70, criteria },
      },
    });
  });

  it('is saved once by those who save at once, and by nobody who began with another version', async () => {
    const criteria = [{ id: 'trato', text: 'Trata bien', part: 'quality', critical: false }];
    const save = (version: number, passPercent = 80, who = workspace.editor) =>
      who.put<QualityForm>('/api/quality/form', { version, passPercent, criteria });
    const stale = { status: 409, body: { code: 'stale_version' } };
    const answers = await Promise.allSettled([save(0, 60), save(0, 70, workspace.admin)]);
    const [winner] = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: stale }]);
    expect(await readForm()).toEqual(winner);
    for (const version of [0, 2]) await expect(save(version)).rejects.toMatchObject(stale);
    expect((await save(1, 90)).version).toBe(2);
    await expect(save(2, 90, workspace.operator)).rejects.toMatchObject({ status: 403 });
    await expect(save(2, 0)).rejects.toMatchObject({ status: 400 });
    await expect(
      workspace.editor.put('/api/quality/form', { version: 2, passPercent: 80, criteria: [...criteria, ...criteria] }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('a scored call', () => {
  it('is shown with what was answered, by whom, and the form as it was then', async () => {
    const callId = await sendAnalyzedCall();
    expect(await read(callId)).toBeNull();
    const answers = { ...yes, saludo: 'no', intencion: 'na' };
    const { review } = await workspace.editor.put<{ review: QualityCallReview }>(
      `/api/calls/${callId}/review`,
      scoringOf(answers, 0, '  Bien, pero sin saludo '),
    );
    const form = await readForm();
    expect(review).toEqual({
      form,
      answers,
      note: 'Bien, pero sin saludo',
      score: 80,
      passed: true,
      scriptCompliance: expect.closeTo(200 / 3),
      intentAccuracy: null,
      reviewedBy: expect.stringContaining('editor'),
      reviewedAt: expect.stringMatching(/Z$/),
    });
    await workspace.editor.put('/api/quality/form', {
      version: 0,
      passPercent: 90,
      criteria: form.criteria.slice(0, 2),
    });
    expect(await read(callId)).toEqual(review);
    expect(await audited('call.reviewed')).toContainEqual(
      expect.objectContaining({ target: callId, details: { formVersion: 0, score: 80, passed: true } }),
    );
    // A new score uses the present form.
    const again = await workspace.admin.put<{ review: QualityCallReview }>(
      `/api/calls/${callId}/review`,
      scoringOf({ saludo: 'no', identificacion: 'yes' }, 1),
    );
    expect(again.review).toMatchObject({ form: { version: 1, passPercent: 90 }, score: 50, passed: false, note: null });
    expect(await read(callId)).toEqual(again.review);
  });

  it('is refused where there is nothing to score, or by other answers than the form asks for', async () => {
    const refuse = async (
      callId: string,
      status: number,
      code: string,
      message: string | RegExp,
      body: unknown = scoringOf(yes),
      who = workspace.editor,
    ) => {
      const refused = await who.put(`/api/calls/${callId}/review`, body).catch((error: unknown) => error);
      expect(refused).toMatchObject({ status, body: { code, message: expect.stringMatching(message) } });
    };
    const callId = await sendAnalyzedCall();
    await refuse('call_none', 404, 'not_found', /No existe/);
    await refuse(callId, 404, 'not_found', /No existe/, scoringOf(yes), stranger.editor);
    await refuse(callId, 403, 'forbidden', /permisos/, scoringOf(yes), workspace.operator);
    await refuse(await sendAnalyzedCall({ isOpen: true }), 409, 'call_open', /sigue en curso/);
    await refuse(await sendAnalyzedCall({ reason: 'voicemail_reached' }), 409, 'conflict', /contestador/);
    await refuse(await sendAnalyzedCall({ inVoicemail: true }), 409, 'conflict', /contestador/);
    await refuse(await sendAnalyzedCall({ reason: 'dial_busy' }), 409, 'conflict', /no se conectó/);
    await refuse(callId, 409, 'stale_version', /El formulario cambió/, scoringOf(yes, 1));
    const { saludo: _left, ...few } = yes;
    await refuse(
      callId,
      400,
      'invalid_input',
      'Falta responder: «Saluda y se presenta con su nombre y el de la empresa».',
      scoringOf(few),
    );
    await refuse(callId, 400, 'invalid_input', 'No son del formulario: otra.', scoringOf({ ...yes, otra: 'yes' }));
    await refuse(callId, 400, 'invalid_input', /./, scoringOf({ ...yes, saludo: 'quizás' }));
    await refuse(callId, 400, 'invalid_input', /./, scoringOf(yes, 0, 'ñ'.repeat(2_001)));
    expect(await read(callId)).toBeNull();
    await expect(read(callId, stranger.operator)).rejects.toMatchObject({ status: 404 });
    await expect(read('call_none')).rejects.toMatchObject({ status: 404 });
    expect(await remove('/api/calls/call_none/review')).toBe(404);
    expect(await remove(`/api/calls/${callId}/review`, stranger.editor)).toBe(404);
    expect(await remove(`/api/calls/${callId}/review`, workspace.operator)).toBe(403);
  });

  it('takes the place of its analysis in the figures, until the review goes', async () => {
    const agent = 'agent_scored';
    const data = { qa_pass: true, script_compliance: 0.9, csat: 4 };
    const callId = await sendAnalyzedCall({ agent, data });
    await sendAnalyzedCall({ agent, data: { ...data, qa_pass: false } });
    const before = await fieldSums(agent);
    const byName = (sums: Sum[]) =>
      Object.fromEntries(sums.map(({ name, reviewed, n, sum }) => [`${name}/${reviewed}`, `${n} ${sum}`]));
    expect(byName(before)).toMatchObject({ 'qa_pass/0': expect.stringMatching(/^2 1$/), 'csat/0': '2 0.08' });

    await score(callId, { ...yes, informacion: 'no', cierre: 'no' });
    const after = await fieldSums(agent);
    // Two of three for the script, the whole intent, and not passed, because a critical answer is no.
    expect(byName(after)).toMatchObject({
      '@intent/0': '1 1',
      '@quality/0': '1 0',
      '@script/0': '1 0.666667',
      'qa_pass/0': '1 0',
      'qa_pass/7': '1 1',
      'script_compliance/0': '1 0.9',
      'script_compliance/7': '1 0.9',
    });
    // A review without judged answers counts as no score.
    await score(callId, Object.fromEntries(Object.keys(yes).map((id) => [id, 'na'])));
    expect(await read(callId)).toMatchObject({
      score: null,
      passed: null,
      scriptCompliance: null,
      intentAccuracy: null,
    });
    expect(await fieldSums(agent)).toEqual(before);
    await score(callId, { ...yes, intencion: 'na' });
    expect(byName(await fieldSums(agent))).toMatchObject({ '@quality/0': '1 1', 'qa_pass/3': '1 1' });

    // A rebuild gives the same sums, and later reports of the provider leave the review alone.
    await score(callId, { ...yes, informacion: 'no', cierre: 'no' });
    expect(await fieldSums(agent)).toEqual(after);
    await test.app.features.analytics.rebuildRollups(workspace.id);
    expect(await fieldSums(agent)).toEqual(after);
    const shown = await read(callId);
    const anew = reportOf(callId, { agent, data: { ...data, csat: 2 }, sentiment: 'Negative' });
    await test.app.features.calls.ingest.record(workspace.id, { ...anew, askedAt: new Date() });
    expect(await read(callId)).toEqual(shown);
    expect(byName(await fieldSums(agent))).toMatchObject({
      '@script/0': '1 0.666667',
      'csat/7': '1 0.02',
      'qa_pass/7': '1 1',
    });

    const heard: string[] = [];
    const stopHearing = test.app.events.on('calls.changed', ({ changes }) =>
      heard.push(...changes.map((change) => `${change.kind} ${change.callId}`)),
    );
    expect(await remove(`/api/calls/${callId}/review`)).toBe(204);
    expect(await read(callId)).toBeNull();
    expect(byName(await fieldSums(agent))).toEqual({ ...byName(before), 'csat/0': '2 0.06' });
    expect(await remove(`/api/calls/${callId}/review`)).toBe(204);
    // Screens are notified to reload once; the second removal changed nothing.
    expect(heard.filter((each) => each.endsWith(` ${callId}`))).toEqual([`call_analyzed ${callId}`]);
    stopHearing();
    expect((await audited('call.review_removed')).filter(({ target }) => target === callId)).toHaveLength(1);
  });

  it('counts once, as it stands, when two people score it at once', async () => {
    const agent = 'agent_wanted';
    const callId = await sendAnalyzedCall({ agent });
    await Promise.all([
      score(callId),
      score(callId, { ...yes, informacion: 'no' }, workspace.admin),
      score(callId, { ...yes, cierre: 'no' }),
    ]);
    const review = await read(callId);
    expect((await fieldSums(agent)).map(({ name, n, sum }) => [name, n, Number(sum)])).toEqual([
      ['@intent', '1', 1],
      ['@quality', '1', Number(review?.passed)],
      ['@script', '1', expect.closeTo((review?.scriptCompliance ?? 0) / 100, 5)],
    ]);
  });

  it('keeps its part in the figures when its person is forgotten, and nothing else', async () => {
    const agent = 'agent_forgotten';
    const callId = await sendAnalyzedCall({ agent, data: { qa_pass: false } });
    await workspace.editor.put(
      `/api/calls/${callId}/review`,
      scoringOf({ ...yes, trato: 'no' }, 0, 'Habla de su enfermedad'),
    );
    const figures = await fieldSums(agent);
    expect((await workspace.admin.request('DELETE', `/api/calls/${callId}`)).status).toBeLessThan(300);
    const { rows } = await test.database.pool.query('select 1 from call_reviews where call_id = $1', [callId]);
    expect(rows).toEqual([]);
    expect(await read(callId)).toBeNull();
    expect(await fieldSums(agent)).toEqual(figures);
    await test.app.features.analytics.rebuildRollups(workspace.id);
    expect(await fieldSums(agent)).toEqual(figures);
    await expect(score(callId)).rejects.toMatchObject({ status: 409, body: { code: 'call_erased' } });
    expect(await remove(`/api/calls/${callId}/review`)).toBe(409);
    expect(await fieldSums(agent)).toEqual(figures);
  });
});

describe('the queue', () => {
  it('proposes bad moods, missed goals and a sample, of finished conversations of the week that nobody scored', async () => {
    expect(await queue(stranger.operator)).toEqual({ calls: [], reviewed: 0 });
    const told = async (all: Told[]): Promise<string[]> => {
      const ids: string[] = [];
      for (const each of all) ids.push(await sendAnalyzedCall(each, `queue_${++calls}`, stranger));
      return ids;
    };
    const negative = await told(
      [1, 2, 3, 4, 5, 6].map((agoHours) => ({ agoHours, sentiment: 'Negative', isSuccessful: false })),
    );
    const failed = await told([1, 2].map((agoHours) => ({ agoHours, isSuccessful: false })));
    const others = await told([30, 31, 32].map((agoHours) => ({ agoHours })));
    await told([
      { isOpen: true },
      { transcript: null },
      { reason: 'voicemail_reached' },
      { agoHours: 8 * 24 },
      { transcript: 'User: ¿Hola?' },
    ]);
    await sendAnalyzedCall({ sentiment: 'Negative' });

    const idsOf = ({ calls: proposed }: QualityReviewQueue, reason: string) =>
      proposed.filter((each) => each.reason === reason).map(({ call }) => call.id);
    const first = await queue(stranger.operator);
    expect(first.reviewed).toBe(0);
    expect(idsOf(first, 'negative')).toEqual(negative.slice(0, 5));
    expect(idsOf(first, 'failed_goal')).toEqual(failed);
    expect(idsOf(first, 'random').toSorted()).toEqual(others.toSorted());
    expect(first.calls[0]?.call).toMatchObject({ userSentiment: 'Negative', callStatus: 'ended', durationMs: 60_000 });

    await score(String(negative[0]), yes, stranger.editor);
    await stranger.admin.request('DELETE', `/api/calls/${failed[0]}`);
    const next = await queue(stranger.operator);
    expect(idsOf(next, 'negative')).toEqual(negative.slice(1));
    expect(idsOf(next, 'failed_goal')).toEqual(failed.slice(1));
    expect(next.reviewed).toBe(1);
  });

  it('keeps its sample all day, whatever calls come, and looks for conversations among 5,000 calls', async () => {
    const { id } = stranger;
    const add = (count: number, agoHours: number, told: { status?: string; reason?: string } = {}) =>
      test.database.pool.query(
        `insert into calls (workspace_id, id, status, direction, is_over, occurred_at, first_seen_at, first_seen_month, start_at, duration_ms,
            disconnection_reason, agent_spoke, is_successful, evidence)
          select $1, 'sample_' || $2::int || '_' || n, $4, 'outbound', true, at, at, date_trunc('month', at), at, 60000, $5, true, true, ''
          from generate_series(1, $3::int) n, lateral (select now() - $2::int * interval '1 hour' - n * interval '1 second' as at) moments`,
        [id, agoHours, count, told.status ?? 'ended', told.reason ?? 'user_hangup'],
      );
    const sampled = async () =>
      (await queue(stranger.operator)).calls.filter(({ reason }) => reason === 'random').map(({ call }) => call.id);
    await add(40, 40);
    // More calls than the queue once took of the newest, and none of them a conversation.
    await add(2_500, 39, { reason: 'voicemail_reached' });
    const first = await sampled();
    expect(first).toHaveLength(5);
    await add(3_000, 1);
    expect(await sampled()).toEqual(first);
  });
});
