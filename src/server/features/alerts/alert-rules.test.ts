import { describe, expect, test } from 'vitest';
import { decideAlerts, type AlertRuleInputs, type OpenAlert } from './alert-rules.ts';

const quiet: AlertRuleInputs = {
  thresholds: { callsPerHour: 50, successPercent: 85, longWaitSeconds: 300 },
  callsOfLastHour: 0,
  today: { finished: 0, succeeded: 0 },
  waiting: { calls: 0, longestSeconds: 0 },
  pausedCampaigns: [],
  unconfirmed: [],
  webhook: { lastEventAt: null, lastMissedAt: null, missedSince: 0 },
  provider: { status: 'operational', description: '', readAt: new Date('2026-11-21T13:00:00Z'), lastClearedAt: null },
  isStorageFull: false,
  registryAgeDays: null,
  hasAdmin: true,
  failingReceivers: [],
  refusedOrderFields: [],
};
const at = (time: string): Date => new Date(`2026-11-21T${time}Z`);
const opened = (kind: OpenAlert['kind'], details: OpenAlert['details'] = {}, subject = ''): OpenAlert => ({
  id: `${kind}${subject}`,
  kind,
  subject,
  details,
  raisedAt: at('12:00:00'),
});

/** Returns raised and cleared alerts, by kind and subject. */
function judged(change: Partial<AlertRuleInputs>, ...open: OpenAlert[]): { raise: string[]; clear: string[] } {
  const { raise, clear } = decideAlerts({ ...quiet, ...change }, open);
  return { raise: raise.map(({ kind, subject }) => kind + subject), clear: clear.map(({ id }) => id) };
}
const nothing = { raise: [], clear: [] };
const raised = (kind: string) => ({ raise: [kind], clear: [] });
const cleared = (id: string) => ({ raise: [], clear: [id] });

test('a quiet workspace has nothing to tell', () => {
  expect(judged({})).toEqual(nothing);
});

describe('thresholds', () => {
  const bad: Partial<AlertRuleInputs> = {
    callsOfLastHour: 900,
    today: { finished: 100, succeeded: 1 },
    waiting: { calls: 2, longestSeconds: 400 },
  };
  const all = [
    opened('calls_per_hour', { threshold: 50 }),
    opened('success_percent', { threshold: 85 }),
    opened('long_wait', { threshold: 300 }),
  ];

  test('raise what is beyond them once', () => {
    expect(judged(bad).raise).toEqual(['calls_per_hour', 'success_percent', 'long_wait']);
    expect(judged(bad, ...all)).toEqual(nothing);
  });

  test('say nothing before they are saved, nor at 0; what was open then is over', () => {
    const off = { callsPerHour: 0, successPercent: 0, longWaitSeconds: 0 };
    for (const thresholds of [null, off]) {
      expect(judged({ ...bad, thresholds })).toEqual(nothing);
      expect(judged({ ...bad, thresholds }, ...all).clear).toEqual(['calls_per_hour', 'success_percent', 'long_wait']);
    }
  });

  test('calls per hour: above, not at; over a tenth below, unless another threshold is set', () => {
    const open = opened('calls_per_hour', { threshold: 50 });
    expect(judged({ callsOfLastHour: 50 })).toEqual(nothing);
    expect(judged({ callsOfLastHour: 51 })).toEqual(raised('calls_per_hour'));
    expect(judged({ callsOfLastHour: 46 }, open)).toEqual(nothing);
    expect(judged({ callsOfLastHour: 45 }, open)).toEqual(cleared('calls_per_hour'));
    const relaxed = { callsPerHour: 60, successPercent: 85, longWaitSeconds: 300 };
    expect(judged({ callsOfLastHour: 60, thresholds: relaxed }, open)).toEqual(cleared('calls_per_hour'));
  });

  test('success: of 20 finished calls or more; over one point above, or when the day turns', () => {
    const open = opened('success_percent', { threshold: 85 });
    expect(judged({ today: { finished: 19, succeeded: 0 } })).toEqual(nothing);
    expect(judged({ today: { finished: 20, succeeded: 17 } })).toEqual(nothing);
    expect(judged({ today: { finished: 20, succeeded: 16 } })).toEqual(raised('success_percent'));
    expect(judged({ today: { finished: 200, succeeded: 171 } }, open)).toEqual(nothing);
    expect(judged({ today: { finished: 200, succeeded: 172 } }, open)).toEqual(cleared('success_percent'));
    expect(judged({ today: { finished: 3, succeeded: 0 } }, open)).toEqual(cleared('success_percent'));
    const perfect = { callsPerHour: 0, successPercent: 100, longWaitSeconds: 0 };
    const strict = opened('success_percent', { threshold: 100 });
    expect(judged({ thresholds: perfect, today: { finished: 20, succeeded: 20 } }, strict)).toEqual(
      cleared('success_percent'),
    );
  });

  test('a rate just below the threshold reads below it', () => {
    const { raise } = decideAlerts({ ...quiet, today: { finished: 10_000, succeeded: 8_499 } }, []);
    expect(raise[0]?.details).toEqual({ percent: 84.9, finished: 10_000, threshold: 85 });
  });
});

test('each paused campaign is an incident of its own', () => {
  const paused = (id: string) => ({ id, name: `Campaña ${id}`, reason: 'key_rejected' });
  const open = opened('campaign_paused', {}, 'a');
  expect(judged({ pausedCampaigns: [paused('a'), paused('b')] }, open)).toEqual(raised('campaign_pausedb'));
  expect(judged({ pausedCampaigns: [paused('b')] }, open)).toEqual({
    raise: ['campaign_pausedb'],
    clear: ['campaign_pauseda'],
  });
});

test('a campaign’s unconfirmed attempts are one incident, whose count follows them', () => {
  const open = opened('attempt_unconfirmed', { campaignName: 'Cobranza', count: 1 }, 'a');
  const left = (count: number) => ({ ...quiet, unconfirmed: [{ id: 'a', name: 'Cobranza', count }] });
  expect(decideAlerts(left(1), [])).toEqual({
    raise: [{ kind: 'attempt_unconfirmed', subject: 'a', details: { campaignName: 'Cobranza', count: 1 } }],
    clear: [],
    recount: [],
  });
  expect(decideAlerts(left(1), [open])).toEqual({ raise: [], clear: [], recount: [] });
  expect(decideAlerts(left(3), [open])).toEqual({
    raise: [],
    clear: [],
    recount: [{ ...open, details: { campaignName: 'Cobranza', count: 3 } }],
  });
  expect(decideAlerts(quiet, [open])).toEqual({ raise: [], clear: [open], recount: [] });
});

test('a silent webhook: three calls since the last event, until one arrives', () => {
  const webhook = (lastEvent: string | null, lastMissed: string, missedSince: number) => ({
    webhook: { lastEventAt: lastEvent === null ? null : at(lastEvent), lastMissedAt: at(lastMissed), missedSince },
  });
  expect(judged(webhook('11:00:00', '11:30:00', 3))).toEqual(raised('webhook_silence'));
  expect(judged(webhook(null, '11:30:00', 3))).toEqual(raised('webhook_silence'));
  expect(judged(webhook('11:00:00', '11:30:00', 2))).toEqual(nothing);
  expect(judged(webhook('11:40:00', '11:30:00', 9))).toEqual(nothing);
  const open = opened('webhook_silence');
  expect(judged(webhook('11:00:00', '11:30:00', 0), open)).toEqual(nothing);
  expect(judged(webhook('12:00:01', '11:30:00', 0), open)).toEqual(cleared('webhook_silence'));
});

test('the provider: an unknown state neither begins nor ends an incident', () => {
  const provider = (status: AlertRuleInputs['provider']['status']) => ({
    provider: { ...quiet.provider, status, description: 'x' },
  });
  const open = opened('provider_incident');
  for (const status of ['degraded', 'major_outage', 'maintenance'] as const) {
    expect(judged(provider(status))).toEqual(raised('provider_incident'));
    expect(judged(provider(status), open)).toEqual(nothing);
  }
  expect(judged(provider('unknown'))).toEqual(nothing);
  expect(judged(provider('unknown'), open)).toEqual(nothing);
  expect(judged(provider('operational'), open)).toEqual(cleared('provider_incident'));
  const readBefore = { ...quiet.provider, readAt: at('11:59:59') };
  expect(judged({ provider: readBefore }, open)).toEqual(nothing);
  const stale = { ...readBefore, status: 'degraded' as const, lastClearedAt: at('12:00:00') };
  expect(judged({ provider: stale })).toEqual(nothing);
  expect(judged({ provider: { ...stale, readAt: at('12:00:01') } })).toEqual(raised('provider_incident'));
});

test('a full disk, and a registry of 30 days', () => {
  expect(judged({ isStorageFull: true })).toEqual(raised('storage_full'));
  expect(judged({}, opened('storage_full'))).toEqual(cleared('storage_full'));
  expect(judged({ registryAgeDays: 29 })).toEqual(nothing);
  expect(judged({ registryAgeDays: 30 })).toEqual(raised('registry_stale'));
  expect(judged({ registryAgeDays: 2 }, opened('registry_stale'))).toEqual(cleared('registry_stale'));
});

test('a workspace without an admin is told once, and that it has one again', () => {
  expect(judged({ hasAdmin: false })).toEqual(raised('no_admin'));
  expect(judged({ hasAdmin: false }, opened('no_admin'))).toEqual(nothing);
  expect(judged({}, opened('no_admin'))).toEqual(cleared('no_admin'));
});

test('each receiver that was paused for its failures is an incident of its own, told by its host', () => {
  const failingReceivers = ['a', 'b'].map((id) => ({ id, host: `${id}.example.com` }));
  const open = opened('event_webhook_failing', { host: 'a.example.com' }, 'a');
  expect(decideAlerts({ ...quiet, failingReceivers }, [open]).raise).toEqual([
    { kind: 'event_webhook_failing', subject: 'b', details: { host: 'b.example.com' } },
  ]);
  expect(judged({}, open)).toEqual(cleared('event_webhook_failinga'));
});
