/** The numbers that campaigns call from: what each was used for, how it is answered, and whether it is set aside. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { boundAgent } from './agents.ts';
import { campaignStatuses } from './campaigns.ts';
import { endpoint } from './endpoint.ts';
import { day } from './inputs.ts';
import { internationalFormat } from '../phone/international-format.ts';
import { shownNumber } from './shown-number.ts';

/**
 * Calls of campaigns on one day of the workspace's zone. `calls`: placed, or may have been; what the cap counts. `over`: those whose
 * end is known, of which `answered` connected.
 */
export const numberDay = z.object({
  day,
  calls: z.number().int(),
  over: z.number().int(),
  answered: z.number().int(),
});
export type NumberDay = z.infer<typeof numberDay>;

export const numberUsage = z.object({
  phoneNumber: z.string(),
  phoneNumberShown: shownNumber,
  nickname: z.string().nullable(),
  /** Of its outbound calls; null: the provider does not list the number, or could not be asked yet. */
  agents: z.array(boundAgent).nullable(),
  /** The last seven days, oldest first; the last one is today. */
  days: z.array(numberDay),
  /** It had its calls of today. */
  isCapped: z.boolean(),
  /** Since when it is not used where a campaign has others, for hardly anybody answers it. */
  setAsideAt: z.iso.datetime().nullable(),
  /** Those that it calls for and that have not called everybody, newest first. */
  campaigns: z.array(z.object({ id: uuid, name: z.string(), status: z.enum(campaignStatuses) })),
});
export type NumberUsage = z.infer<typeof numberUsage>;

const editor = { role: 'editor', workspace: 'current' } as const;

export const numbersEndpoints = {
  /** Numbers of the account, and others that campaigns call from. `cap`: calls a number and day; 0: any number of them. */
  listNumbers: endpoint('listNumbers', {
    access: editor,
    response: z.object({ cap: z.number().int(), numbers: z.array(numberUsage) }),
  }),
  /** It is used again, and judged by what it calls from now on. One that is not set aside stays as it is. Audited. */
  takeBackNumber: endpoint('takeBackNumber', {
    access: editor,
    params: z.object({ number: z.string().regex(internationalFormat, 'Número inválido') }),
    response: z.object({ ok: z.literal(true) }),
  }),
};
