/** Numbers that a workspace's campaigns never dial. They match by number key, in any spelling. */
import { z } from 'zod';
import { uuid } from './access.ts';
import { endpoint } from './endpoint.ts';
import { day } from './inputs.ts';
import { shownNumber } from './shown-number.ts';

/**
 * The source of an entry. manual: by hand. upload: a file. registry: the Registro Nacional No Llame's file. analysis:
 * the call's field `do_not_call`. provider: the mark of a provider's contact. forgotten: a forgotten person.
 */
export const doNotCallSources = ['manual', 'upload', 'registry', 'analysis', 'provider', 'forgotten'] as const;
export type DoNotCallSource = (typeof doNotCallSources)[number];

export const doNotCallEntry = z.object({
  /** The number key: Argentina's ten digits, or '+' and all digits. Forgotten numbers: 'hmac:' and a keyed digest. */
  numberKey: z.string(),
  source: z.enum(doNotCallSources),
  /** The number as given. Null if the person was forgotten. */
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
  /** Newest first, with X-Total-Count. `q` matches any part of a number. */
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
  /** Removes all entries of the number except the registry's, which is removed or replaced as a whole. */
  removeDoNotCall: endpoint('removeDoNotCall', {
    access: editor,
    params: z.object({ numberKey: z.string().min(1).max(100) }),
    response: ok,
  }),
  listDoNotCallLists: endpoint('listDoNotCallLists', { access: editor, response: z.array(doNotCallList) }),
  /**
   * The body is the file itself, with any content type. It has a number per line, or is a table (CSV in any encoding, .xlsx). Every column
   * of numbers is read. Numbers without a calling code are read as the workspace's country. A registry's file replaces the previous one.
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
      /** The columns read, each with its count of numbers, including repeated ones. Empty if the lines have no columns. */
      columns: z.array(z.object({ name: z.string(), numbers: z.number().int() })),
      /** Lines without a valid number: their count, and the first of them with their reasons. */
      rejected: z.object({
        count: z.number().int(),
        lines: z.array(z.object({ line: z.number().int(), text: z.string(), reason: z.string() })),
      }),
      /** Messages about lines that were left out (titles, totals) or repaired. */
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
