// Matters that need a person: each once, failures first.
import { describe, expect, it } from 'vitest';
import type { Alert } from '../../contract/alerts.ts';
import type { Campaign } from '../../contract/campaigns.ts';
import type { CopcReport } from '../../contract/copc.ts';
import { copcMetrics } from '../../contract/regional.ts';
import { listAttentionItems } from './attention-items.ts';

const campaign = (id: string, change: Partial<Campaign>) => ({ id, ...change }) as Campaign;
const alert = (kind: Alert['kind'], subject = '') => ({ id: `${kind} ${subject}`, kind, subject }) as Alert;
const nothing = { campaigns: [], alerts: [], webhook: 'connected', metrics: undefined } as const;

describe('what requires attention', () => {
  it('is nothing where there is nothing', () => {
    expect(listAttentionItems({ ...nothing, campaigns: [campaign('a', { status: 'in_progress' })] })).toEqual([]);
  });

  it('names a pause and a silence once, though an alert tells them too; what does not work comes first', () => {
    const items = listAttentionItems({
      ...nothing,
      campaigns: [
        campaign('a', { status: 'paused', pauseReason: 'person' }),
        campaign('b', { status: 'paused', pauseReason: 'circuit_breaker' }),
      ],
      alerts: [
        alert('campaign_paused', 'b'),
        alert('campaign_paused', 'deleted'),
        alert('webhook_silence'),
        alert('long_wait'),
      ],
      webhook: 'silent',
    });
    expect(items.map(({ key }) => key)).toEqual(['b', 'webhook', 'campaign_paused deleted', 'a', 'long_wait ']);
  });

  it('says once that no event has come yet', () => {
    const items = listAttentionItems({
      ...nothing,
      webhook: 'waiting',
      alerts: [alert('long_wait'), alert('webhook_silence')],
    });
    expect(items.map(({ kind }) => kind)).toEqual(['noEventYet', 'alert']);
  });

  it('counts the metrics whose target today misses, of those that are known', () => {
    const figures = Object.fromEntries(copcMetrics.map((metric) => [metric, { value: null }]));
    const metrics = {
      ...figures,
      aht: { value: 200 },
      qaPassRate: { value: 89.96 },
      fcr: { value: 50 },
      targets: { aht: 180, qaPassRate: 90, fcr: 85 },
    } as unknown as CopcReport;
    // 89,96 reads 90,0%, which reaches the target.
    expect(listAttentionItems({ ...nothing, metrics })).toMatchObject([{ kind: 'targets', missed: 2, known: 3 }]);
  });
});
