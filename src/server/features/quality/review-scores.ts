/** What a person's answers to a form come to (GLOSSARY.md, Review). Pure. */
import type { CallReview, Criterion, CriterionAnswer, QualityForm } from '../../../contract/quality.ts';
import type { CallReview as ReviewShares } from '../calls/index.ts';

export type Answers = Readonly<Record<string, CriterionAnswer>>;

/** Percents, and whether the call passes; null where nothing but 'na' was answered. */
export function scoresOf(
  form: QualityForm,
  answers: Answers,
): Pick<CallReview, 'score' | 'passed' | 'scriptCompliance' | 'intentAccuracy'> {
  const all = tally(form.criteria, answers);
  return {
    score: percentOf(all),
    passed: hasPassed(form, answers),
    scriptCompliance: percentOf(tally(ofPart(form, 'script'), answers)),
    intentAccuracy: percentOf(tally(ofPart(form, 'intent'), answers)),
  };
}

/** The same as the call keeps it and the figures add it up; null where nothing was judged. */
export function sharesOf(form: QualityForm, answers: Answers): ReviewShares | null {
  const passed = hasPassed(form, answers);
  const script = shareOf(tally(ofPart(form, 'script'), answers));
  const intent = shareOf(tally(ofPart(form, 'intent'), answers));
  if (passed === null) return null;
  return { quality: passed ? 1 : 0, ...(script !== null && { script }), ...(intent !== null && { intent }) };
}

export function isSameShares(a: ReviewShares | null, b: ReviewShares | null): boolean {
  return a?.quality === b?.quality && a?.script === b?.script && a?.intent === b?.intent;
}

/** Criteria of the form without an answer, and answers to none of them: both by name or id, empty when all is well. */
export function mismatchOf(
  form: QualityForm,
  answers: Answers,
): { readonly missing: readonly Criterion[]; readonly unknown: readonly string[] } {
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

function tally(criteria: readonly Criterion[], answers: Answers): Tally {
  const count = (answer: CriterionAnswer): number => criteria.filter(({ id }) => answers[id] === answer).length;
  return { yes: count('yes'), no: count('no') };
}

/** No critical 'no', and at least the form's percent of 'yes'; in whole numbers, so that a border is met exactly. */
function hasPassed(form: QualityForm, answers: Answers): boolean | null {
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

function ofPart(form: QualityForm, part: Criterion['part']): Criterion[] {
  return form.criteria.filter((criterion) => criterion.part === part);
}
