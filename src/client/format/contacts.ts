/** The other party of a call in sentences and links. Lists use calls.ts. Pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { withheldNumber } from '../../labels/shown-number-es.ts';
import { contactNumber, contactSide, type CallNumbers } from './calls.ts';

const nobodys: ReadonlySet<string> = new Set([callLabels.webCall, callLabels.unknownNumber, withheldNumber]);

/** The other party's number as the server stores it, usually E.164. Calls are found by it. Null if it is missing or withheld. */
export function contactE164(call: CallNumbers): string | null {
  return nobodys.has(contactNumber(call)) ? null : call[contactSide(call)];
}

/** The name, if known, and the number: 'Ana Núñez, +54 9 341 555-1533'. */
export function contactText(call: CallNumbers & Pick<CallSummary, 'customerName'>): string {
  return [call.customerName, contactNumber(call)].filter(Boolean).join(', ');
}
