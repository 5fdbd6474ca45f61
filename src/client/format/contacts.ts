/** Name and number of a call's other party, for sentences and links. Pure. */
import type { CallSummary } from '../../contract/calls.ts';
import { callLabels } from '../../labels/common-es.ts';
import { withheldPhoneNumberText } from '../../labels/shown-number-es.ts';
import { formatContactNumber, pickContactNumberField, type CallPartyNumbers } from './calls.ts';

const nobodys: ReadonlySet<string> = new Set([callLabels.webCall, callLabels.unknownNumber, withheldPhoneNumberText]);

/**
 * Phone number of a call's other party as stored, usually E.164. Calls are searched by it. Null if missing or withheld.
 */
export function getContactNumberE164(call: CallPartyNumbers): string | null {
  return nobodys.has(formatContactNumber(call)) ? null : call[pickContactNumberField(call)];
}

/** Returns the name of a call's other party, if known, and the phone number: 'Ana Núñez, +54 9 341 555-1533'. */
export function formatContactNameAndNumber(call: CallPartyNumbers & Pick<CallSummary, 'customerName'>): string {
  return [call.customerName, formatContactNumber(call)].filter(Boolean).join(', ');
}
