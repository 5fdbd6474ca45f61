// Contacts of a simulated provider account, one for each phone number.
import { hashSeedPartsToHex } from './random.ts';

export interface SimulatedContactSeed {
  /** E.164. */
  phoneNumber: string;
  /** True if marked as do-not-call. */
  doNotCall?: boolean;
  firstName?: string;
  lastName?: string;
  memory?: string;
  tags?: string[];
  customFields?: Record<string, unknown>;
  /** True if the contact is synchronised with a CRM. The provider then refuses changes. */
  isSynced?: boolean;
}

export interface SimulatedContact {
  contact_id: string;
  org_id: string;
  phone_number: string;
  created_timestamp: number;
  do_not_call: boolean;
  first_name?: string;
  last_name?: string;
  contact_memory?: string;
  tags: string[];
  custom_fields: Record<string, unknown>;
}

export interface StoredSimulatedContact {
  readonly wire: SimulatedContact;
  readonly isSynced: boolean;
}

export function buildSimulatedContact(seed: SimulatedContactSeed): StoredSimulatedContact {
  const { phoneNumber, doNotCall, firstName, lastName, memory, tags, customFields, isSynced } = seed;
  return {
    isSynced: isSynced ?? false,
    wire: {
      contact_id: `contact_${hashSeedPartsToHex(24, phoneNumber)}`,
      org_id: 'org_simulated',
      phone_number: phoneNumber,
      created_timestamp: Date.UTC(2026, 0, 1),
      do_not_call: doNotCall ?? false,
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(memory !== undefined && { contact_memory: memory }),
      tags: [...(tags ?? [])],
      custom_fields: { ...customFields },
    },
  };
}
