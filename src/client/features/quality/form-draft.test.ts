import { describe, expect, it } from 'vitest';
import type { QualityCriterion, QualityForm } from '../../../contract/quality.ts';
import { qualityFormLabels as labels } from './quality-es.ts';
import {
  addQualityCriterion,
  changeQualityCriterion,
  areQualityFormDraftsEqual,
  mapServerErrorsToFormFields,
  validateQualityFormDraft,
  moveQualityCriterion,
  parsePassPercent,
  removeQualityCriterion,
  listQualityFormDifferences,
  toQualityFormDraft,
} from './form-draft.ts';

const criterion = (id: string, text = id): QualityCriterion => ({ id, text, part: 'quality', critical: false });
const form: QualityForm = { version: 3, passPercent: 80, criteria: [criterion('a'), criterion('b'), criterion('c')] };
const draft = toQualityFormDraft(form);
const idsOf = ({ criteria }: typeof draft) => criteria.map(({ id }) => id).join('');

describe('a draft', () => {
  it('is moved by one place, and stays at the ends', () => {
    expect(idsOf(moveQualityCriterion(draft, 'c', -1))).toBe('acb');
    expect(idsOf(moveQualityCriterion(draft, 'a', 1))).toBe('bac');
    expect(moveQualityCriterion(draft, 'a', -1)).toBe(draft);
    expect(moveQualityCriterion(draft, 'c', 1)).toBe(draft);
    expect(moveQualityCriterion(draft, 'unknown', 1)).toBe(draft);
  });

  it('gets criteria with ids of their own, also at the same moment', () => {
    const once = addQualityCriterion(draft, 1_000_000);
    const twice = addQualityCriterion(once, 1_000_000);
    const ids = twice.criteria.map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(idsOf(removeQualityCriterion(twice, 'b')).startsWith('ac')).toBe(true);
  });

  it('is the same while only spaces at the edges differ, and back to what it was', () => {
    expect(areQualityFormDraftsEqual(changeQualityCriterion(draft, 'b', { text: ' b ' }), draft)).toBe(true);
    expect(areQualityFormDraftsEqual({ ...draft, passPercent: '80 ' }, draft)).toBe(true);
    expect(areQualityFormDraftsEqual(changeQualityCriterion(draft, 'b', { critical: true }), draft)).toBe(false);
    expect(areQualityFormDraftsEqual(moveQualityCriterion(draft, 'b', 1), draft)).toBe(false);
    expect(areQualityFormDraftsEqual(moveQualityCriterion(moveQualityCriterion(draft, 'b', 1), 'b', -1), draft)).toBe(
      true,
    );
  });
});

describe('what is saved beside a draft', () => {
  it('is nothing where both are the same', () => {
    expect(listQualityFormDifferences(draft, form)).toEqual([]);
    expect(listQualityFormDifferences({ ...draft, passPercent: ' 80 ' }, form)).toEqual([]);
  });

  it('names each field that differs, in the order of the draft', () => {
    const mine = changeQualityCriterion(removeQualityCriterion({ ...draft, passPercent: '90' }, 'c'), 'b', {
      text: 'lo mío',
    });
    const withOwn = { ...mine, criteria: [...mine.criteria, criterion('own')] };
    const saved: QualityForm = {
      version: 4,
      passPercent: 75,
      criteria: [criterion('b'), { ...criterion('a', 'Se presentó'), part: 'script', critical: true }, criterion('c')],
    };
    expect(listQualityFormDifferences(withOwn, saved)).toEqual([
      { name: labels.passPercent, saved: '75%' },
      { name: 'Criterio 1', saved: 'Se presentó · Guion · Crítico' },
      { name: 'Criterio 2', saved: 'b · Calidad general' },
      { name: 'Criterio 3', saved: 'no está' },
      { name: 'Orden de tus criterios', saved: '2, 1' },
      { name: 'Otro criterio', saved: 'c · Calidad general' },
    ]);
  });
});

describe('mistakes', () => {
  it('stand by field', () => {
    expect([...validateQualityFormDraft(draft)]).toEqual([]);
    const wrong = {
      passPercent: '101',
      criteria: [
        criterion('a', ' '),
        criterion('b', 'x'.repeat(201)),
        criterion('c', 'Saluda'),
        criterion('d', ' saluda'),
      ],
    };
    expect([...validateQualityFormDraft(wrong)]).toEqual([
      ['passPercent', labels.passPercentWrong],
      ['a', labels.empty],
      ['b', labels.tooLong],
      ['d', labels.repeated],
    ]);
    expect([...validateQualityFormDraft({ ...draft, criteria: [] })]).toEqual([['criteria', labels.atLeastOne]]);
  });

  it('of the server find their criterion', () => {
    const details = [
      { path: 'criteria.1.text', message: 'Largo' },
      { path: 'passPercent', message: 'Mucho' },
      { path: 'criteria', message: 'Pocos' },
    ];
    expect([...mapServerErrorsToFormFields(details, draft)]).toEqual([
      ['b', 'Largo'],
      ['passPercent', 'Mucho'],
      ['criteria', 'Pocos'],
    ]);
  });

  it('of percents: whole ones from 1 to 100', () => {
    expect(['1', ' 80 ', '100'].map(parsePassPercent)).toEqual([1, 80, 100]);
    expect(['', '0', '101', '7.5', '8e1', '-5', 'x'].map(parsePassPercent)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});
