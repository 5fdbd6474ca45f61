/** API endpoints and schemas of the do-not-call list: phone numbers that the workspace's campaigns never call. */
import { z } from 'zod';
import { uuidSchema } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { calendarDaySchema } from './inputs.ts';
import { phoneNumberDisplaySchema } from './shown-number.ts';

/**
 * Source of a do-not-call entry. manual: a user. upload: a file. registry: a file of the national do-not-call registry.
 * analysis: the field `do_not_call` in a call's analysis. provider: a mark on the provider's contact. forgotten: an
 * erased person.
 */
export const doNotCallSources = ['manual', 'upload', 'registry', 'analysis', 'provider', 'forgotten'] as const;
export type DoNotCallSource = (typeof doNotCallSources)[number];

export const doNotCallEntrySchema = z.object({
  /**
   * Canonical form of the phone number: ten digits for Argentina, '+' and all digits for other countries. If the
   * person's data were erased, 'hmac:' and a digest.
   */
  numberKey: z.string(),
  source: z.enum(doNotCallSources),
  /** The phone number as it was entered. Null if the person's data were erased. */
  phoneNumber: z.string().nullable(),
  phoneNumberShown: phoneNumberDisplaySchema.nullable(),
  note: z.string().nullable(),
  addedBy: z.string().nullable(),
  addedAt: z.iso.datetime(),
});
export type DoNotCallEntry = z.infer<typeof doNotCallEntrySchema>;

export const uploadedDoNotCallListSchema = z.object({
  id: uuidSchema,
  kind: z.enum(['upload', 'registry']),
  name: z.string(),
  fileDate: z.iso.date().nullable(),
  entries: z.number().int(),
  uploadedBy: z.string().nullable(),
  uploadedAt: z.iso.datetime(),
});
export type UploadedDoNotCallList = z.infer<typeof uploadedDoNotCallListSchema>;

const editor = { role: 'editor', workspace: 'current' } as const;
const ok = z.object({ ok: z.literal(true) });

export const doNotCallEndpoints = {
  /** Lists do-not-call entries, newest first; X-Total-Count is their number. `q` matches any part of a phone number. */
  listDoNotCall: defineEndpoint('listDoNotCall', {
    access: editor,
    query: z.object({
      q: z.string().max(40).optional(),
      source: z.enum(doNotCallSources).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.array(doNotCallEntrySchema),
  }),
  addDoNotCall: defineEndpoint('addDoNotCall', {
    access: editor,
    body: z.object({
      phoneNumber: z.string().trim().min(1, 'El número es requerido').max(40),
      note: z.string().trim().max(300).nullish(),
    }),
    response: doNotCallEntrySchema,
    status: 201,
  }),
  /**
   * Removes a phone number's do-not-call entries. Entries from the national do-not-call registry stay, because they
   * change only when a new registry file is uploaded.
   */
  removeDoNotCall: defineEndpoint('removeDoNotCall', {
    access: editor,
    params: z.object({ numberKey: z.string().min(1).max(100) }),
    response: ok,
  }),
  listDoNotCallLists: defineEndpoint('listDoNotCallLists', {
    access: editor,
    response: z.array(uploadedDoNotCallListSchema),
  }),
  /**
   * Uploads a file of do-not-call numbers, of any content type: one number per line, or a table (CSV or .xlsx). Numbers
   * without calling code belong to the workspace's country. A file of the national do-not-call registry replaces the
   * previous registry file.
   */
  uploadDoNotCallList: defineEndpoint('uploadDoNotCallList', {
    access: editor,
    query: z.object({
      kind: z.enum(['upload', 'registry']),
      name: z.string().trim().min(1).max(200),
      fileDate: calendarDaySchema.optional(),
    }),
    takes: 'text/csv',
    bodyLimit: 64 * 1024 * 1024,
    response: uploadedDoNotCallListSchema.extend({
      /**
       * Columns of the uploaded file that contain phone numbers, each with its count of phone numbers. Empty if the
       * file has no columns.
       */
      columns: z.array(z.object({ name: z.string(), numbers: z.number().int() })),
      /**
       * Lines of the uploaded file without a valid phone number. `count`: their number. `lines`: the first of them,
       * with reasons.
       */
      rejected: z.object({
        count: z.number().int(),
        lines: z.array(z.object({ line: z.number().int(), text: z.string(), reason: z.string() })),
      }),
      /** Messages about repaired lines of the uploaded file, and about omitted ones, such as titles and totals. */
      notices: z.array(z.string()),
    }),
    status: 201,
  }),
  removeDoNotCallList: defineEndpoint('removeDoNotCallList', {
    access: editor,
    params: z.object({ id: uuidSchema }),
    response: ok,
  }),
};
