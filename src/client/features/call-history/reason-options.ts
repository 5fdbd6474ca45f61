/** The reasons for which calls end, to choose from: those that the provider is known to give, in their order of gravity. */
import { reasonLabel, reasonTexts } from '../../../labels/disconnection-reasons-es.ts';

export const reasonOptions = Object.keys(reasonTexts).map((value) => ({ value, label: reasonLabel(value) }));
