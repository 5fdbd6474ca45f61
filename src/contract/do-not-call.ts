/** Do-not-call list: numbers that a workspace's campaigns never dial, in any spelling. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day } from './inputs.ts';
import { shownNumber } from './shown-number.ts';

/**
 * The source of a do-not-call entry. manual: by hand. upload: a file. registry: the Registro Nacional No Llame's file.
 * analysis: the call's field `do_not_call`. provider: the mark of a provider's contact. forgotten: an erased person.
 */
export const doNotCallSources = ['manual', 'upload', 'registry', 'analysis', 'provider', 'forgotten'] as const;
export type DoNotCallSource = (typeof doNotCallSources)[number];

export const doNotCallEntry = z.object({
  /** Key of the number: Argentina's ten digits, or '+' and all digits. If erased, 'hmac:' and a keyed digest. */
  numberKey: z.string(),
  source: z.enum(doNotCallSources),
  /** The blocked number as given. Null if the person's data were erased. */
  phoneNumber: z.string().nullable(),
  phoneNumberShown: shownNumber.nullable(),
  note: z.string().nullable(),
  addedBy: z.string().nullable(),
  addedAt: z.iso.datetime(),
});
export type DoNotCallEntry = z.infer<typeof doNotCallEntry>;

export const doNotCallList = z.object({
  id: uuid,
  kind: z.enum(['upload', 'registry']),
  name: z.string(),
  fileDate: z.iso.date().nullable(),
  entries: z.number().int(),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});
export type DoNotCallList = z.infer<typeof doNotCallList>;

const editor = { role: 'editor', workspace: 'current' } as const;
const ok = z.object({ ok: z.literal(true) });

export const doNotCallEndpoints = {
  /** Lists do-not-call entries, newest first, with X-Total-Count. `q` matches any part of a number. */
  listDoNotCall: endpoint('listDoNotCall', {
    access: editor,
    query: z.object({
      q: z.string().max(40).optional(),
      source: z.enum(doNotCallSources).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.array(doNotCallEntry),
  }),
  addDoNotCall: endpoint('addDoNotCall', {
    access: editor,
    body: z.object({
      phoneNumber: z.string().trim().min(1, 'El número es requerido').max(40),
      note: z.string().trim().max(300).nullish(),
    }),
    response: doNotCallEntry,
    status: 201,
  }),
  /** Removes a number's do-not-call entries, except a registry's, which is replaced or removed as a whole. */
  removeDoNotCall: endpoint('removeDoNotCall', {
    access: editor,
    params: z.object({ numberKey: z.string().min(1).max(100) }),
    response: ok,
  }),
  listDoNotCallLists: endpoint('listDoNotCallLists', { access: editor, response: z.array(doNotCallList) }),
  /**
   * Uploads do-not-call numbers. The body is a file of any content type: a number per line, or a table (CSV or .xlsx)
   * with columns of numbers. Without a calling code they are the workspace's country's. A registry's file replaces its
   * previous one.
   */
  uploadDoNotCallList: endpoint('uploadDoNotCallList', {
    access: editor,
    query: z.object({
      kind: z.enum(['upload', 'registry']),
      name: z.string().trim().min(1).max(200),
      fileDate: day.optional(),
    }),
    takes: 'text/csv',
    bodyLimit: 64 * 1024 * 1024,
    response: doNotCallList.extend({
      /** Columns of the uploaded file that were read, each with its count of numbers, if it has columns. */
      columns: z.array(z.object({ name: z.string(), numbers: z.number().int() })),
      /** Lines of the uploaded file without a valid number: their count, and the first ones with their reasons. */
      rejected: z.object({
        count: z.number().int(),
        lines: z.array(z.object({ line: z.number().int(), text: z.string(), reason: z.string() })),
      }),
      /** Messages about lines of the uploaded file that were left out (titles, totals) or repaired. */
      notices: z.array(z.string()),
    }),
    status: 201,
  }),
  removeDoNotCallList: endpoint('removeDoNotCallList', {
    access: editor,
    params: z.object({ id: uuid }),
    response: ok,
  }),
};
