/**
 * Lists the customers of the calls that the command palette found: each phone number once, with a name if any of its
 * calls has one. Pure.
 */
import type { ApiResponse } from '../../../contract/api.ts';
import { formatContactNumber } from '../../format/calls.ts';
import { getContactNumberE164 } from '../../format/contacts.ts';

export interface CommandPaletteCustomer {
  /** The customer's phone number in the form that the call search expects. */
  readonly number: string;
  readonly shownNumber: string;
  readonly name: string | null;
}

/** Customers ordered by their newest calls, each with its newest name. Calls with a withheld number are omitted. */
export function listCustomersOfCalls(calls: ApiResponse<'listCalls'>): readonly CommandPaletteCustomer[] {
  const customers = new Map<string, CommandPaletteCustomer>();
  for (const call of calls) {
    const number = getContactNumberE164(call);
    if (!call.fromNumber || !call.toNumber || number === null) continue;
    const former = customers.get(number);
    const name = former?.name ?? call.customerName ?? call.contactName;
    customers.set(number, { number, shownNumber: formatContactNumber(call), name });
  }
  return [...customers.values()];
}
