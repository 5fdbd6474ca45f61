/** Functions on the edited quality form: changes, validation, and differences from the saved form. All pure. */
import type { QualityCriterion, QualityForm } from '../../../contract/quality.ts';
import { qualityFormLabels as labels, criterionPartLabels } from './quality-es.ts';
import type { SaveConflictField } from '../../ui/saved-meanwhile.tsx';

export interface QualityFormDraft {
  /** Pass limit as the person typed it: the percent of 'yes' answers from which a call passes the review. */
  readonly passPercent: string;
  readonly criteria: readonly QualityCriterion[];
}

/** The contract allows no more. */
export const maxCriteriaPerQualityForm = 15;
const longestText = 200;

/** Error messages by field of the quality form: 'passPercent', 'criteria', or the id of a criterion. */
export type QualityFormErrors = ReadonlyMap<string, string>;

export const toQualityFormDraft = ({ passPercent, criteria }: QualityForm): QualityFormDraft => ({
  passPercent: String(passPercent),
  criteria,
});

export function areQualityFormDraftsEqual(a: QualityFormDraft, b: QualityFormDraft): boolean {
  const textOf = ({ passPercent, criteria }: QualityFormDraft) =>
    JSON.stringify([
      passPercent.trim(),
      criteria.map(({ id, text, part, critical }) => [id, text.trim(), part, critical]),
    ]);
  return textOf(a) === textOf(b);
}

/** Text of a review criterion: 'Se presentó · Guion · Crítico'. */
const wordsOf = ({ text, part, critical }: QualityCriterion): string =>
  [text.trim(), criterionPartLabels[part], critical ? labels.critical : null].filter(Boolean).join(' · ');

/** Lists the fields in which the draft of the quality form differs from the saved form, with their saved values. */
export function listQualityFormDifferences(draft: QualityFormDraft, saved: QualityForm): SaveConflictField[] {
  const savedById = new Map(saved.criteria.map((criterion) => [criterion.id, wordsOf(criterion)]));
  const places = new Map(draft.criteria.map(({ id }, index) => [id, index + 1]));
  const order = saved.criteria.flatMap(({ id }) => places.get(id) ?? []);
  const isMoved = order.some((place, index) => place < (order[index - 1] ?? 0));
  return [
    ...(draft.passPercent.trim() === String(saved.passPercent)
      ? []
      : [{ name: labels.passPercent, saved: `${saved.passPercent}${labels.percent}` }]),
    ...draft.criteria.flatMap((criterion, index) => {
      const words = savedById.get(criterion.id);
      return words === wordsOf(criterion) ? [] : [{ name: labels.criterion(index + 1), saved: words ?? labels.absent }];
    }),
    ...(isMoved ? [{ name: labels.order, saved: order.join(', ') }] : []),
    ...saved.criteria
      .filter(({ id }) => !places.has(id))
      .map((criterion) => ({ name: labels.other, saved: wordsOf(criterion) })),
  ];
}

/** Returns an id for a new criterion that no other criterion has. `now`: epoch ms. */
function unusedId(criteria: readonly QualityCriterion[], now: number): string {
  const id = `c-${now.toString(36)}`;
  return criteria.some((criterion) => criterion.id === id) ? unusedId(criteria, now + 1) : id;
}

/** An empty criterion more, at the end. */
export function addQualityCriterion(draft: QualityFormDraft, now: number): QualityFormDraft {
  return {
    ...draft,
    criteria: [...draft.criteria, { id: unusedId(draft.criteria, now), text: '', part: 'quality', critical: false }],
  };
}

export function removeQualityCriterion(draft: QualityFormDraft, id: string): QualityFormDraft {
  return { ...draft, criteria: draft.criteria.filter((criterion) => criterion.id !== id) };
}

export function changeQualityCriterion(
  draft: QualityFormDraft,
  id: string,
  change: Partial<Omit<QualityCriterion, 'id'>>,
): QualityFormDraft {
  return {
    ...draft,
    criteria: draft.criteria.map((criterion) => (criterion.id === id ? { ...criterion, ...change } : criterion)),
  };
}

/** Moves a criterion up (-1) or down (1) in the list. Beyond the list's ends, returns the draft unchanged. */
export function moveQualityCriterion(draft: QualityFormDraft, id: string, by: -1 | 1): QualityFormDraft {
  const from = draft.criteria.findIndex((criterion) => criterion.id === id);
  const moved = draft.criteria[from];
  const to = from + by;
  if (!moved || to < 0 || to >= draft.criteria.length) return draft;
  return { ...draft, criteria: draft.criteria.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/**
 * Parses the pass limit as typed: the percentage of 'yes' answers that a call needs to pass. Returns null unless it is
 * a whole number from 1 to 100.
 */
export function parsePassPercent(typed: string): number | null {
  const text = typed.trim();
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= 100 ? value : null;
}

export function validateQualityFormDraft({ passPercent, criteria }: QualityFormDraft): QualityFormErrors {
  const mistakes = new Map<string, string>();
  if (parsePassPercent(passPercent) === null) mistakes.set('passPercent', labels.passPercentWrong);
  if (criteria.length === 0) mistakes.set('criteria', labels.atLeastOne);
  const known = new Set<string>();
  for (const { id, text } of criteria) {
    const trimmed = text.trim();
    const same = trimmed.toLocaleLowerCase('es');
    if (trimmed === '') mistakes.set(id, labels.empty);
    else if (trimmed.length > longestText) mistakes.set(id, labels.tooLong);
    else if (known.has(same)) mistakes.set(id, labels.repeated);
    known.add(same);
  }
  return mistakes;
}

/** Assigns error messages of the server, with paths such as 'criteria.2.text', to the form's fields. */
export function mapServerErrorsToFormFields(
  details: readonly { readonly path: string; readonly message: string }[],
  { criteria }: QualityFormDraft,
): QualityFormErrors {
  return new Map(
    details.map(({ path, message }) => {
      const [field = '', place] = path.split('.');
      return [criteria[Number(place)]?.id ?? field, message] as const;
    }),
  );
}
