// Figures of a card, from a campaign's counts.
import { expect, it } from 'vitest';
import type { Campaign } from '../../../contract/campaigns.ts';
import {
  countFinishedRecipients,
  countRecipientsWithResult,
  elideCampaignNameMiddle,
  countRecipientsByProgressPart,
  formatCampaignFigureOrDash,
  truncateCampaignName,
  computeCampaignSuccessRate,
  formatCampaignTimeLeft,
} from './campaign-figures.ts';
import { buildCampaign } from '../../testing/factories.ts';

it('trims a name to 45 characters, counting letters', () => {
  expect(truncateCampaignName('ñ'.repeat(45))).toBe('ñ'.repeat(45));
  expect(truncateCampaignName('ñ'.repeat(46))).toBe(`${'ñ'.repeat(45)}…`);
  const batch = 'Recuperación de clientes de planes hogar del Gran Buenos Aires, tanda 7';
  expect(elideCampaignNameMiddle(batch)).toBe('Recuperación de clientes de planes hogar … Buenos Aires, tanda 7');
  expect(
    elideCampaignNameMiddle('Recuperación de clientes con planes de internet hogar del Gran Buenos Aires, tanda 8'),
  ).toBe('Recuperación de clientes con planes de … Buenos Aires, tanda 8');
  expect(elideCampaignNameMiddle('ñ'.repeat(63))).toBe('ñ'.repeat(63));
  expect(Array.from(elideCampaignNameMiddle('📞'.repeat(200)))).toHaveLength(67);
  expect(Array.from(truncateCampaignName('📞'.repeat(50)))).toHaveLength(46);
});

it('rates success over the contacted, 0 without any', () => {
  expect(computeCampaignSuccessRate({ successfulCount: 1, contactedCount: 8 })).toBe(12.5);
  expect(computeCampaignSuccessRate({ successfulCount: 0, contactedCount: 0 })).toBe(0);
});

it('says what is left in minutes, hours or days, rounded up', () => {
  const now = Date.parse('2026-11-21T15:00:00Z');
  const left = (seconds: number) => {
    const [from, to] = [0.8, 1.2].map((part) => new Date(now + part * seconds * 1_000).toISOString());
    return formatCampaignTimeLeft({ from: from ?? '', to: to ?? '' }, now);
  };
  expect([0, 59, 60, 61, 700, 3_900, 86_399, 100_000, 180_000].map(left)).toEqual([
    'Queda menos de 1 min',
    'Queda menos de 1 min',
    'Queda ~1 min',
    'Quedan ~2 min',
    'Quedan ~12 min',
    'Quedan ~1 h 5 min',
    'Queda ~1 día',
    'Quedan ~28 h',
    'Quedan ~3 días',
  ]);
});

it('puts every recipient into one part', () => {
  const counts = {
    totalRecipients: 22,
    sentCount: 10,
    retryingCount: 1,
    liveCount: 2,
    dialingCount: 1,
    pendingCount: 6,
    undeliveredCount: 3,
    unconfirmedCount: 1,
    skippedCount: 2,
  };
  const campaign = counts as Campaign;
  expect(Object.values(countRecipientsByProgressPart(campaign)).reduce((sum, count) => sum + count)).toBe(22);
  // A recipient who was never called has no result.
  expect(countRecipientsWithResult(campaign)).toBe(7);
  expect(countFinishedRecipients(campaign)).toBe(13);
});

it('shows no figure of results before there is one, and from then on 0', () => {
  const none = { sentCount: 0, undeliveredCount: 0, unconfirmedCount: 0, skippedCount: 0, retryingCount: 0 };
  const waiting = buildCampaign({ ...none, totalRecipients: 4, pendingCount: 4, pickedUpCount: 0, liveCount: 0 });
  expect(formatCampaignFigureOrDash(waiting, '0')).toBe('—');
  expect(formatCampaignFigureOrDash({ ...waiting, pendingCount: 0, skippedCount: 3, undeliveredCount: 1 }, '0')).toBe(
    '—',
  );
  const begun = { ...waiting, sentCount: 1, pendingCount: 3 };
  expect(formatCampaignFigureOrDash({ ...begun, liveCount: 1 }, '0')).toBe('—');
  expect(formatCampaignFigureOrDash(begun, '0')).toBe('0');
});
