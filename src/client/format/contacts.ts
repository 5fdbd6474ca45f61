/** The other party of a call in sentences and links, beyond what lists show of it (calls.ts). All pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { withheldNumber } from '../../labels/shown-number-es.ts';
import { contactNumber, contactSide, type CallNumbers } from './calls.ts';

const nobodys: ReadonlySet<string> = new Set([callLabels.webCall, callLabels.unknownNumber, withheldNumber]);

/** The number as the server knows it, E.164 most often, by which calls are found; null: there is none, or it was withheld. */
export function contactE164(call: CallNumbers): string | null {
  return nobodys.has(contactNumber(call)) ? null : call[contactSide(call)];
}

/** The name first, where there is one: 'Ana Núñez, +54 9 341 555-1533'. */
export function contactText(call: CallNumbers & Pick<CallSummary, 'customerName'>): string {
  return [call.customerName, contactNumber(call)].filter(Boolean).join(', ');
}
