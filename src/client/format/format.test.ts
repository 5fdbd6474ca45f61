import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOutcomeLabels } from '../../labels/common-es.ts';
import { dashboardHelp } from '../../labels/help-es.ts';
import { formatAgentLabel, determineCallOutcome, formatCallType, formatContactNumber } from './calls.ts';
import { getContactNumberE164, formatContactNameAndNumber } from './contacts.ts';
import { toCalendarDay, formatClockTimeForInput, convertZonedDateTimeToMoment } from './dates.ts';
import { formatAverageDuration, formatDuration } from './durations.ts';
import { computePercent, roundToShownPercent } from './numbers.ts';
import { gradeSuccessRate } from './rate-grades.ts';
import { createRegionalFormat } from './regional-format.ts';
import { defaultRegionalSettings } from './regional.ts';

const buenosAires = 'America/Argentina/Buenos_Aires';
const format = createRegionalFormat(defaultRegionalSettings);

describe('figures', () => {
  it('writes counts, rates and money as es-AR does', () => {
    expect(format.count(1234)).toBe('1.234');
    expect(format.percent(12.5)).toBe('12,5%');
    expect(format.percent(100)).toBe('100,0%');
    expect(format.callCost(12.3)).toBe('US$ 0,123');
    expect(format.totalCost(123_450)).toBe('US$ 1.234,50');
    expect(format.callCost(12.3)).toBe('US$ 0,123');
  });

  it('says what is not known, and marks a capped total', () => {
    expect(format.percent(null)).toBe('Sin datos');
    expect(format.callCost(null)).toBe('Sin datos');
    expect(format.total(10_000, true)).toBe('10.000+');
    expect(format.total(9_999, false)).toBe('9.999');
  });

  it('gives 0 for a ratio whose divisor is 0', () => {
    expect(computePercent(3, 0)).toBe(0);
    expect(computePercent(1, 4)).toBe(25);
  });
});

describe('durations', () => {
  it('writes m:ss, from an hour on h:mm:ss, averages to the nearest second', () => {
    expect(formatDuration(0)).toBe('0:00');
    expect(formatDuration(75.9)).toBe('1:15');
    expect(formatDuration(3_599.9)).toBe('59:59');
    expect(formatDuration(3_661)).toBe('1:01:01');
    expect(formatDuration(36_000)).toBe('10:00:00');
    expect(formatDuration(-3)).toBe('0:00');
    expect([75.4, 59.6, 0, 3_599.6].map(formatAverageDuration)).toEqual(['1:15', '1:00', '0:00', '1:00:00']);
  });
});

describe('dates', () => {
  const justBeforeMidnight = '2026-11-21T02:59:59.000Z';

  it('cuts days in the given zone', () => {
    expect(format.date(justBeforeMidnight)).toBe('20/11/2026');
    expect(createRegionalFormat({ ...defaultRegionalSettings, timeZone: 'UTC' }).date(justBeforeMidnight)).toBe(
      '21/11/2026',
    );
    expect(format.dateTime(justBeforeMidnight)).toBe('20/11/2026 23:59');
    expect(format.time('2026-11-21T03:00:00.000Z')).toBe('00:00');
    expect(toCalendarDay(new Date(justBeforeMidnight), buenosAires)).toBe('2026-11-20');
    expect(formatClockTimeForInput(new Date(justBeforeMidnight), buenosAires)).toBe('23:59');
  });

  it('writes a dash for what is missing or unreadable', () => {
    expect(format.dateTime(null)).toBe('-');
    expect(format.date('never')).toBe('-');
  });

  it('finds the moment of a day and time in a zone, also around a clock change', () => {
    expect(convertZonedDateTimeToMoment('2026-11-21', '09:00', buenosAires).toISOString()).toBe(
      '2026-11-21T12:00:00.000Z',
    );
    expect(convertZonedDateTimeToMoment('2026-04-05', '12:00', 'America/Santiago').toISOString()).toBe(
      '2026-04-05T16:00:00.000Z',
    );
    expect(convertZonedDateTimeToMoment('2026-04-04', '12:00', 'America/Santiago').toISOString()).toBe(
      '2026-04-04T15:00:00.000Z',
    );
  });

  it('lets a day without a midnight begin as its first minute does', () => {
    expect(convertZonedDateTimeToMoment('2026-09-06', '00:00', 'America/Santiago').toISOString()).toBe(
      '2026-09-06T04:00:00.000Z',
    );
  });
});

describe('calls', () => {
  const call = {
    callType: 'phone_call',
    direction: 'inbound',
    fromNumber: '+541',
    fromNumberShown: '+5 41',
    toNumber: '+542',
    toNumberShown: '+5 42',
  } as const;
  const nobody = { ...call, fromNumber: null, fromNumberShown: null, toNumber: null, toNumberShown: null };

  it.each([
    ['ended', 'user_hangup', 'success'],
    ['ended', 'agent_hangup', 'success'],
    ['ended', 'call_transfer', 'success'],
    ['ended', 'error_asr', 'failure'],
    ['failed', null, 'failure'],
    ['in_progress', null, 'open'],
    ['not_connected', 'dial_no_answer', 'other'],
    ['ended', 'voicemail_reached', 'other'],
    ['ended', 'inactivity', 'other'],
    ['ended', 'max_duration_reached', 'other'],
    ['ended', 'manual_stopped', 'other'],
    ['ended', 'a_reason_of_next_year', 'other'],
  ] as const)('%s with %s is %s', (callStatus, disconnectionReason, outcome) => {
    expect(determineCallOutcome({ callStatus, disconnectionReason })).toBe(outcome);
  });

  it('says nothing of a conversation where a call ended otherwise, for there may have been one', () => {
    const outcome = determineCallOutcome({ callStatus: 'ended', disconnectionReason: 'inactivity' });
    expect(callOutcomeLabels[outcome]).toBe('Otro final');
    expect(dashboardHelp.outcomes).toContain(
      'Guion: terminó de otro modo (no contestó, ocupado, contestador, inactividad…).',
    );
  });

  it('names the number, and whom an outbound call reaches', () => {
    expect(formatContactNumber(call)).toBe('+5 41');
    expect(formatContactNumber({ ...call, fromNumber: null })).toBe('+5 42');
    expect(formatContactNumber(nobody)).toBe('Número Desconocido');
    expect(formatContactNumber({ ...call, callType: 'web_call' })).toBe('WebCall');
    expect(formatContactNumber({ ...call, direction: 'outbound' })).toBe('+5 42');
    expect(formatContactNameAndNumber({ ...call, customerName: 'Ana' })).toBe('Ana, +5 41');
  });

  it('finds calls by the number in E.164, of which a withheld one has none', () => {
    expect(getContactNumberE164(call)).toBe('+541');
    expect(getContactNumberE164({ ...call, direction: 'outbound' })).toBe('+542');
    expect(getContactNumberE164(nobody)).toBeNull();
    expect(getContactNumberE164({ ...call, callType: 'web_call' })).toBeNull();
    expect(getContactNumberE164({ ...call, fromNumber: 'anonymous', fromNumberShown: 'Número oculto' })).toBeNull();
  });

  it('names the agent, the type and the band', () => {
    expect(formatAgentLabel({ agentId: 'agent_12345678', agentName: null }, 'Sistema')).toBe('Agente 5678');
    expect(formatAgentLabel({ agentId: null, agentName: null }, 'Sistema')).toBe('Sistema');
    expect(formatCallType('phone_call')).toBe('Teléfono');
    expect(formatCallType('other')).toBe('Llamada');
  });

  it('judges a success rate by what is read, at the edges and everywhere', () => {
    const nearEdges = fc
      .constantFrom(50, 60, 70, 80, 85)
      .chain((edge) => fc.double({ min: edge - 0.2, max: edge + 0.2, noNaN: true }));
    const rates = fc.oneof(
      nearEdges,
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
    );
    fc.assert(
      fc.property(rates, (rate) => {
        const read = Number(format.percent(rate).replace('%', '').replace(',', '.'));
        expect(roundToShownPercent(rate)).toBe(read);
        expect(gradeSuccessRate(rate)).toBe(
          read >= 85 ? 'excellent' : read >= 70 ? 'good' : read >= 50 ? 'regular' : 'poor',
        );
      }),
    );
  });
});
