/** The reasons for which calls end, to choose from: those that the provider is known to give, in their order of gravity. */
import { describeReason, reasonTexts } from '../../../labels/disconnection-reasons-es.ts';
import { disconnectionReasonLabels } from '../../../labels/es.ts';

/** A few have a short name; of the others the first sentence of what they mean. */
function nameOf(reason: string): string {
  return disconnectionReasonLabels[reason] ?? (describeReason(reason).meaning.split(/\.(?:\s|$)/)[0] || reason);
}

export const reasonOptions = Object.keys(reasonTexts).map((value) => ({ value, label: nameOf(value) }));
