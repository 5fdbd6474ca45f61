// Conditions of each step, and a campaign's estimated cost and duration.
import { defaultCampaignOptionValues } from '../../../../contract/campaign-options.ts';
import { expect, it } from 'vitest';
import { formatDurationInWords } from '../../../../labels/waits-es.ts';
import { formatTotalCost } from '../../../format/money.ts';
import { defaultRegionalSettings } from '../../../format/regional.ts';
import { createRegionalFormat } from '../../../format/regional-format.ts';
import {
  estimateCampaignCost,
  estimateCampaignMinutes,
  defaultCampaignEstimates,
} from '../summary/campaign-estimates.ts';
import { parseRecipientFile } from '../recipients/csv-reading.ts';
import { parsePastedRecipients } from '../recipients/csv-sources.ts';
import {
  listRetryDelayChoices,
  describeRetryPolicy,
  listRetryLimitChoices,
  replaceRetryLimit,
  replaceRetryRule,
} from '../schedule/retry-rules.ts';
import {
  getWizardDraftCallingAgentId,
  getAllowedWizardStep,
  emptyWizardDraft,
  isWizardDetailsStepComplete,
  isWizardRecipientsStepComplete,
  isWizardScheduleComplete,
  isWizardScheduleInPast,
  getWizardDraftOriginNumbers,
  buildCampaignAgentRequestFields,
} from './wizard-draft.ts';

it('begins with the defaults of the table of options', () => {
  expect(emptyWizardDraft).toMatchObject({ ...defaultCampaignOptionValues, successDefinition: '' });
});

const filled = { ...emptyWizardDraft, name: 'Noviembre', successDefinition: 'Acepta', phoneNumber: '+541150000001' };
const number = {
  phone_number_id: '+541150000001',
  phone_number: '+541150000001',
  phone_number_shown: '+54 11 5000-0001',
  nickname: null,
  outbound_agent_id: 'agent_a',
  outbound_agents: [{ agent_id: 'agent_a', agent_version: 3 }],
};
const numbers = [number];

it('opens step 2 with name, success definition and number, none of them blank', () => {
  expect(isWizardDetailsStepComplete(filled, 'agent_a')).toBe(true);
  expect(isWizardDetailsStepComplete({ ...filled, name: '  ' }, 'agent_a')).toBe(false);
  expect(isWizardDetailsStepComplete({ ...filled, successDefinition: '\n' }, 'agent_a')).toBe(false);
  expect(isWizardDetailsStepComplete({ ...filled, phoneNumber: '' }, 'agent_a')).toBe(false);
});

it("proposes the number's agent until another one is chosen", () => {
  expect(getWizardDraftCallingAgentId(filled, numbers)).toBe('agent_a');
  expect(getWizardDraftCallingAgentId({ ...filled, agentId: 'agent_b' }, numbers)).toBe('agent_b');
  expect(getWizardDraftCallingAgentId(emptyWizardDraft, numbers)).toBeNull();
});

it('proposes an agent for several numbers where all are bound to it in the same version', () => {
  const second = {
    ...number,
    phone_number_id: '+543515000002',
    phone_number: '+543515000002',
  };
  const several = { ...filled, moreNumbers: [second.phone_number, ''] };
  expect(getWizardDraftOriginNumbers(several)).toEqual(['+541150000001', '+543515000002']);
  expect(getWizardDraftCallingAgentId(several, [...numbers, second])).toBe('agent_a');
  for (const outbound_agents of [
    [],
    [{ agent_id: 'agent_a', agent_version: 4 }],
    [{ agent_id: 'agent_b', agent_version: 3 }],
  ])
    expect(getWizardDraftCallingAgentId(several, [...numbers, { ...second, outbound_agents }])).toBeNull();
  expect(getWizardDraftCallingAgentId({ ...several, agentId: 'agent_b' }, [...numbers, second])).toBe('agent_b');
});

it('proposes nobody of several that the number is bound to, and asks for a version that is to be typed', () => {
  const shared = numbers.map((number) => ({
    ...number,
    outbound_agents: [...number.outbound_agents, { agent_id: 'agent_a', agent_version: null }],
  }));
  expect(getWizardDraftCallingAgentId(filled, shared)).toBeNull();
  expect(getWizardDraftCallingAgentId({ ...filled, agentId: 'agent_a' }, shared)).toBe('agent_a');
  expect(isWizardDetailsStepComplete({ ...filled, agentId: 'agent_a', agentVersion: -1 }, 'agent_a')).toBe(false);
  expect(buildCampaignAgentRequestFields(filled)).toEqual({ agentId: null, agentVersion: null });
  expect(buildCampaignAgentRequestFields({ ...filled, agentId: 'agent_a' })).toEqual({
    agentId: 'agent_a',
    agentVersion: 'latest_published',
  });
  expect(buildCampaignAgentRequestFields({ ...filled, agentId: 'agent_a', agentVersion: 0 })).toEqual({
    agentId: 'agent_a',
    agentVersion: 0,
  });
});

it('opens step 3 with somebody to call and no errors, or with the errors left out', () => {
  const read = (text: string) => parseRecipientFile(parsePastedRecipients(`phone_number\tname\n${text}`)).summary;
  expect(isWizardRecipientsStepComplete(null, false)).toBe(false);
  expect(isWizardRecipientsStepComplete(read('+541145550101\tAna'), false)).toBe(true);
  expect(isWizardRecipientsStepComplete(read('+541145550101\tAna\nmal\tLuis'), false)).toBe(false);
  expect(isWizardRecipientsStepComplete(read('+541145550101\tAna\nmal\tLuis'), true)).toBe(true);
  expect(isWizardRecipientsStepComplete(read('mal\tLuis'), true)).toBe(false);
});

it('shows the last step that may open, whatever the address asks for', () => {
  expect(getAllowedWizardStep(3, { detailsReady: true, recipientsReady: true })).toBe(3);
  expect(getAllowedWizardStep(3, { detailsReady: true, recipientsReady: false })).toBe(2);
  expect(getAllowedWizardStep(3, { detailsReady: false, recipientsReady: true })).toBe(1);
  expect(getAllowedWizardStep(Number.NaN, { detailsReady: true, recipientsReady: true })).toBe(1);
});

it('is sent now, or with date and time', () => {
  expect(isWizardScheduleComplete(emptyWizardDraft)).toBe(true);
  expect(isWizardScheduleComplete({ ...emptyWizardDraft, sendOption: 'scheduled', scheduledDate: '2026-12-01' })).toBe(
    false,
  );
  expect(
    isWizardScheduleComplete({
      ...emptyWizardDraft,
      sendOption: 'scheduled',
      scheduledDate: '2026-12-01',
      scheduledTime: '10:00',
    }),
  ).toBe(true);
});

it('estimates by 0,05 dollars and a tenth of a minute a recipient', () => {
  expect([
    formatTotalCost(100 * estimateCampaignCost(7, defaultCampaignEstimates), defaultRegionalSettings),
    formatDurationInWords(60 * estimateCampaignMinutes(7, defaultCampaignEstimates)),
  ]).toEqual(['US$ 0,35', '1 min']);
  expect([
    formatTotalCost(100 * estimateCampaignCost(10_000, defaultCampaignEstimates), defaultRegionalSettings),
    formatDurationInWords(60 * estimateCampaignMinutes(10_000, defaultCampaignEstimates)),
  ]).toEqual(['US$ 500,00', '16 h 40 min']);
  expect(formatDurationInWords(60 * estimateCampaignMinutes(600, defaultCampaignEstimates))).toBe('1 h');
  expect(formatDurationInWords(60 * estimateCampaignMinutes(0, defaultCampaignEstimates))).toBe('0 s');
});

it('knows a moment that has passed, in the zone of the workspace', () => {
  const scheduled = {
    ...emptyWizardDraft,
    sendOption: 'scheduled',
    scheduledDate: '2026-12-01',
    scheduledTime: '10:00',
  } as const;
  const zone = 'America/Argentina/Buenos_Aires';
  expect(isWizardScheduleInPast(scheduled, zone, Date.parse('2026-12-01T12:59:00Z'))).toBe(false);
  expect(isWizardScheduleInPast(scheduled, zone, Date.parse('2026-12-01T13:00:00Z'))).toBe(true);
  expect(isWizardScheduleInPast({ ...scheduled, sendOption: 'now' }, zone, Date.parse('2027-01-01T00:00:00Z'))).toBe(
    false,
  );
});

it('writes retries in one order, whatever was clicked first, and says them', () => {
  const format = createRegionalFormat(defaultRegionalSettings);
  const busyFirst = replaceRetryRule(replaceRetryRule({}, 'busy', { attempts: 2, delayMinutes: 15 }), 'no_answer', {
    attempts: 1,
    delayMinutes: 1_440,
  });
  expect(JSON.stringify(busyFirst)).toBe(
    '{"no_answer":{"attempts":1,"delayMinutes":1440},"busy":{"attempts":2,"delayMinutes":15}}',
  );
  expect(describeRetryPolicy(busyFirst, {}, format)).toEqual([
    'Sin respuesta: 1, tras 1 día',
    'Ocupado: 2, tras 15 min',
  ]);
  const limits = replaceRetryLimit(replaceRetryLimit({}, 'maxAttempts', 4), 'maxDays', 7);
  const evening = { busy: { attempts: 2, delayMinutes: 15, otherHour: true, otherNumber: true } };
  expect(describeRetryPolicy(evening, limits, format)).toEqual([
    'Ocupado: 2, tras 15 min, a otra hora, desde otro número',
    'Hasta 4 llamadas por persona, en 7 días',
  ]);
  expect(describeRetryPolicy(evening, replaceRetryLimit(limits, 'maxAttempts', undefined), format)[1]).toBe(
    'Hasta 7 días desde la primera llamada',
  );
  expect(describeRetryPolicy({}, limits, format)).toEqual([]);
  expect(listRetryLimitChoices('maxDays', 9)).toContain(9);
  expect(replaceRetryRule(busyFirst, 'busy', null)).toEqual({ no_answer: { attempts: 1, delayMinutes: 1_440 } });
  // An earlier campaign may have a delay outside the choices.
  expect(listRetryDelayChoices(45)).toContain(45);
});
