/** Name and number of a call's other party, for sentences and links. Pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { withheldNumber } from '../../labels/shown-number-es.ts';
import { contactNumber, contactNumberField, type CallNumbers } from './calls.ts';

const nobodys: ReadonlySet<string> = new Set([callLabels.webCall, callLabels.unknownNumber, withheldNumber]);

/** Number of a call's other party as stored, usually E.164, by which calls are found. Null if missing or withheld. */
export function contactE164(call: CallNumbers): string | null {
  return nobodys.has(contactNumber(call)) ? null : call[contactNumberField(call)];
}

/** A call's other party by name, if known, and number: 'Ana Núñez, +54 9 341 555-1533'. */
export function contactText(call: CallNumbers & Pick<CallSummary, 'customerName'>): string {
  return [call.customerName, contactNumber(call)].filter(Boolean).join(', ');
}
