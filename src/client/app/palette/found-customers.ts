/** The customers of found calls: each number once, with a name if any of its calls has one. Pure. */
import type { ApiResponse } from '../../../contract/api.ts';
import { contactNumber } from '../../format/calls.ts';
import { contactE164 } from '../../format/contacts.ts';

export interface FoundCustomer {
  /** The customer's number in the form by which calls are searched. */
  readonly number: string;
  readonly shownNumber: string;
  readonly name: string | null;
}

/** In the order of the calls, newest first; the newest name counts. Withheld numbers are left out. */
export function customersOf(calls: ApiResponse<'listCalls'>): readonly FoundCustomer[] {
  const customers = new Map<string, FoundCustomer>();
  for (const call of calls) {
    const number = contactE164(call);
    if (!call.fromNumber || !call.toNumber || number === null) continue;
    const former = customers.get(number);
    const name = former?.name ?? call.customerName ?? call.contactName;
    customers.set(number, { number, shownNumber: contactNumber(call), name });
  }
  return [...customers.values()];
}
