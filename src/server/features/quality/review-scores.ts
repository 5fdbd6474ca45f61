/** Computes a review's scores from a person's answers to the quality form (GLOSSARY.md, Review). Pure. */
import type { QualityCallReview, QualityCriterion, CriterionAnswer, QualityForm } from '../../../contract/quality.ts';
import type { CallReviewScores as ReviewShares } from '../calls/index.ts';

export type QualityFormAnswers = Readonly<Record<string, CriterionAnswer>>;

/** Computes a review's scores in percent, and whether the call passes. Null if all answers are 'na'. */
export function computeScoresOfReview(
  form: QualityForm,
  answers: QualityFormAnswers,
): Pick<QualityCallReview, 'score' | 'passed' | 'scriptCompliance' | 'intentAccuracy'> {
  const all = tally(form.criteria, answers);
  return {
    score: percentOf(all),
    passed: hasPassed(form, answers),
    scriptCompliance: percentOf(tally(ofPart(form, 'script'), answers)),
    intentAccuracy: percentOf(tally(ofPart(form, 'intent'), answers)),
  };
}

/**
 * Computes a review's scores from 0 to 1, which are stored with the call so that figures can include them. Null if all
 * answers are 'na'.
 */
export function computeReviewShares(form: QualityForm, answers: QualityFormAnswers): ReviewShares | null {
  const passed = hasPassed(form, answers);
  const script = shareOf(tally(ofPart(form, 'script'), answers));
  const intent = shareOf(tally(ofPart(form, 'intent'), answers));
  if (passed === null) return null;
  return { quality: passed ? 1 : 0, ...(script !== null && { script }), ...(intent !== null && { intent }) };
}

export function areReviewSharesEqual(a: ReviewShares | null, b: ReviewShares | null): boolean {
  return a?.quality === b?.quality && a?.script === b?.script && a?.intent === b?.intent;
}

/**
 * Finds criteria of the quality form without an answer, and answers to criteria that the form lacks. A valid review has
 * none of either.
 */
export function findReviewAnswerMismatches(
  form: QualityForm,
  answers: QualityFormAnswers,
): { readonly missing: readonly QualityCriterion[]; readonly unknown: readonly string[] } {
  const ids = new Set(form.criteria.map(({ id }) => id));
  return {
    missing: form.criteria.filter(({ id }) => !Object.hasOwn(answers, id)),
    unknown: Object.keys(answers).filter((id) => !ids.has(id)),
  };
}

interface Tally {
  readonly yes: number;
  readonly no: number;
}

function tally(criteria: readonly QualityCriterion[], answers: QualityFormAnswers): Tally {
  const count = (answer: CriterionAnswer): number => criteria.filter(({ id }) => answers[id] === answer).length;
  return { yes: count('yes'), no: count('no') };
}

/**
 * True if a review passes: no critical criterion has the answer 'no', and enough answers are 'yes'. Null if all answers
 * are 'na'. Compares integers, to avoid rounding errors.
 */
function hasPassed(form: QualityForm, answers: QualityFormAnswers): boolean | null {
  const { yes, no } = tally(form.criteria, answers);
  if (yes + no === 0) return null;
  const fails = form.criteria.some(({ id, critical }) => critical && answers[id] === 'no');
  return !fails && 100 * yes >= form.passPercent * (yes + no);
}

function shareOf({ yes, no }: Tally): number | null {
  return yes + no === 0 ? null : yes / (yes + no);
}

function percentOf({ yes, no }: Tally): number | null {
  return yes + no === 0 ? null : (100 * yes) / (yes + no);
}

function ofPart(form: QualityForm, part: QualityCriterion['part']): QualityCriterion[] {
  return form.criteria.filter((criterion) => criterion.part === part);
}
