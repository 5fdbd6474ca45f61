// Recipients and attempts in words, and the funnel's divisions.
import { expect, it } from 'vitest';
import { campaignStatuses } from '../../../../contract/campaigns.ts';
import { getAllowedCampaignActions } from '../campaign-actions.ts';
import { filterCampaigns, readCampaignFiltersFromUrl } from '../campaign-filters.ts';
import type { CampaignRecipient } from '../../../../contract/campaigns.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { buildCampaign } from '../../../testing/factories.ts';
import { computeCampaignFunnel } from './funnel.ts';
import {
  describeAttemptEndReason,
  describeAttemptOutcomeOrState,
  findLastAttemptTime,
  getRecipientResultLabelAndTone,
  describeNextOrLastCallTime,
} from './recipient-values.ts';

const facts = {
  state: 'sent',
  isLive: false,
  pickedUp: false,
  contacted: false,
  successful: false,
  attempts: [],
} as const;
const attempt = { state: 'finished', outcome: null, isSurplus: false, error: null, disconnectionReason: null } as const;

it('reads a recipient by what is under way, else by the best result', () => {
  const called = [{ state: 'finished' }] as const;
  expect(getRecipientResultLabelAndTone({ ...facts, isLive: true }).label).toBe('En llamada');
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'pending' }).label).toBe('Pendiente');
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'pending', attempts: called }).label).toBe(
    'Con otro intento',
  );
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'pending', attempts: [{ state: 'refused' }] }).label).toBe(
    'Pendiente',
  );
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'dialing', contacted: true, attempts: called }).label).toBe(
    'Marcando',
  );
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'unconfirmed' })).toEqual({
    label: 'Sin confirmar',
    tone: 'attention',
  });
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'undelivered' }).label).toBe('No enviado');
  expect(getRecipientResultLabelAndTone({ ...facts, state: 'skipped' }).label).toBe('Omitido');
  expect(getRecipientResultLabelAndTone(facts).label).toBe('No contactado');
  expect(getRecipientResultLabelAndTone({ ...facts, pickedUp: true }).label).toBe('Respondido');
  expect(getRecipientResultLabelAndTone({ ...facts, pickedUp: true, contacted: true }).label).toBe('Contactado');
  expect(getRecipientResultLabelAndTone({ ...facts, pickedUp: true, contacted: true, successful: true })).toEqual({
    label: 'Objetivo cumplido',
    tone: 'good',
  });
});

it('says how an attempt ended, and why in words', () => {
  expect(describeAttemptOutcomeOrState(attempt)).toBe('Terminada');
  expect(describeAttemptOutcomeOrState({ ...attempt, outcome: 'no_answer' })).toBe('Sin respuesta');
  expect(describeAttemptEndReason({ ...attempt, disconnectionReason: 'dial_no_answer' })).toBe(
    'Nadie atendió la llamada.',
  );
  expect(describeAttemptEndReason({ ...attempt, disconnectionReason: 'eclipse' })).toBe('eclipse (desconocida)');
  expect(describeAttemptEndReason({ ...attempt, state: 'refused', error: 'Número inválido' })).toBe('Número inválido');
  expect(describeAttemptEndReason({ ...attempt, state: 'absent', error: 'not at the provider' })).toBeNull();
  expect(describeAttemptEndReason({ ...attempt, isSurplus: true, disconnectionReason: 'manual_stopped' })).toBe(
    'Llamada de más: se la cortó y no cuenta.',
  );
  expect(findLastAttemptTime({ attempts: [] })).toBeNull();
});

it('divides each stage by the one before it, 0 without any', () => {
  const counts = { totalRecipients: 200, sentCount: 100, pickedUpCount: 50, contactedCount: 0, successfulCount: 0 };
  expect(computeCampaignFunnel(counts).map(({ ofTotal, ofPrevious }) => [ofTotal, ofPrevious])).toEqual([
    [100, 100],
    [50, 50],
    [25, 50],
    [0, 0],
    [0, 0],
  ]);
  expect(
    computeCampaignFunnel({ ...counts, totalRecipients: 0, sentCount: 0, pickedUpCount: 0 }).every(
      ({ ofPrevious, ofTotal }) => ofPrevious + ofTotal === 0,
    ),
  ).toBe(true);
});

it('offers Detener on the card only in progress, and those not contacted only of a finished one', () => {
  expect(campaignStatuses.filter((status) => getAllowedCampaignActions(status).buttons.includes('stop'))).toEqual([
    'in_progress',
  ]);
  expect(campaignStatuses.filter((status) => getAllowedCampaignActions(status).isFinished)).toEqual(['completed']);
});

it('finds campaigns by words of the name, part of the origin and status', () => {
  const campaigns = [
    buildCampaign({ name: 'Renovación de Otoño', status: 'paused' }),
    buildCampaign({
      name: 'Cobranzas',
      phoneNumbers: ['+541152890001', '+541152891111'],
      phoneNumbersShown: ['+54 11 5289-0001', '+54 11 5289-1111'],
    }),
  ];
  const find = (search: string) =>
    filterCampaigns(campaigns, readCampaignFiltersFromUrl(new URLSearchParams(search))).map(({ name }) => name);
  expect(find('')).toHaveLength(2);
  expect(find('buscar=otono renovacion')).toEqual(['Renovación de Otoño']);
  expect(find('buscar=5289111')).toEqual(['Cobranzas']);
  expect(find('buscar=11 5289-1111')).toEqual(['Cobranzas']);
  expect(find('estado=paused')).toEqual(['Renovación de Otoño']);
  expect(find('estado=paused&buscar=cobranzas')).toEqual([]);
  expect(find('estado=roto')).toHaveLength(2);
});

it('says when somebody is called back, when they are tried again, else when they were called', () => {
  const format = { dateTime: (iso: string | null) => iso ?? '—' } as RegionalFormat;
  const recipient = { ...facts, nextAttemptAt: null, callbackAt: null } as unknown as CampaignRecipient;
  const at = '2026-12-01T15:00:00.000Z';
  expect(describeNextOrLastCallTime(recipient, format)).toBe('—');
  expect(describeNextOrLastCallTime({ ...recipient, state: 'pending', nextAttemptAt: at }, format)).toBe(
    `Próximo: ${at}`,
  );
  const asked = { ...recipient, state: 'pending', nextAttemptAt: at, callbackAt: at } as const;
  expect(describeNextOrLastCallTime(asked, format)).toBe(`Volver a llamar el\n${at}`);
  const tomorrow = '2026-12-02T12:00:00.000Z';
  expect(describeNextOrLastCallTime({ ...asked, nextAttemptAt: tomorrow }, format)).toBe(`Próximo: ${tomorrow}`);
});
