/** Changes of the do-not-call list by people, each in one transaction with its audit log entry. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DoNotCallEntry, UploadedDoNotCallList, doNotCallEndpoints } from '../../../contract/do-not-call.ts';
import { describePhoneNumberProblem } from '../../../labels/phone-es.ts';
import { readNumberKey } from '../../../phone/number-key.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { parseWrittenPhoneNumber } from '../../../phone/read-number.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { AuditLog } from '../audit/index.ts';
import { findWorkspacePhoneCountry } from '../settings/index.ts';
import {
  createDoNotCallUploadTable,
  deleteDoNotCallEntries,
  deleteDoNotCallList,
  findDoNotCallNumberKeys,
  listDoNotCallRegistries,
  insertDoNotCallList,
  insertManualDoNotCallEntry,
  insertUploadedDoNotCallEntries,
  lockDoNotCallUploads,
  setDoNotCallListSize,
  copyDoNotCallBatchToUploadTable,
  type NewDoNotCallList,
} from './do-not-call-store.ts';
import type { ParsedDoNotCallFile } from './number-file.ts';
import type { RunQueuedDoNotCallChange } from './upload-queue.ts';

export interface DoNotCallChangeDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  readonly findForms: (workspaceId: string, numberKeys: readonly string[]) => Promise<readonly (readonly string[])[]>;
  readonly inTurn: RunQueuedDoNotCallChange;
}

/** The person who changes the do-not-call list, and the IP address of the request. */
export interface DoNotCallListAuthor {
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/** Adds a number to the do-not-call list. Throws `invalid_input` with the number as it was understood. */
export async function addDoNotCallNumber(
  { db, audit }: DoNotCallChangeDeps,
  { workspaceId, ...author }: DoNotCallListAuthor,
  { phoneNumber, note }: { readonly phoneNumber: string; readonly note?: string | null | undefined },
): Promise<DoNotCallEntry> {
  const context = { country: await findWorkspacePhoneCountry(db, workspaceId) };
  const numberKey = readNumberKey(phoneNumber, context);
  if (numberKey === null) {
    const message = describePhoneNumberProblem(parseWrittenPhoneNumber(phoneNumber, context), phoneNumber);
    throw new AppError('invalid_input', { message, details: [{ path: 'phoneNumber', message }] });
  }
  return db.transaction().execute(async (tx) => {
    const entry = await insertManualDoNotCallEntry(tx, workspaceId, {
      numberKey,
      phoneNumber,
      note: note || null,
      addedBy: author.username,
    });
    await audit.record({ workspaceId, ...author, action: 'do_not_call.added', target: numberKey }, tx);
    return entry;
  });
}

/** Removes a do-not-call number. Throws `not_found`, or `conflict` if only the national registry lists it. */
export async function removeDoNotCallNumber(
  { db, audit, findForms }: DoNotCallChangeDeps,
  { workspaceId, ...author }: DoNotCallListAuthor,
  numberKey: string,
): Promise<void> {
  const forms = await findForms(workspaceId, [numberKey]);
  await db.transaction().execute(async (tx) => {
    if ((await deleteDoNotCallEntries(tx, workspaceId, forms.flat())) > 0) {
      await audit.record({ workspaceId, ...author, action: 'do_not_call.removed', target: numberKey }, tx);
      return;
    }
    const isInRegistry = (await findDoNotCallNumberKeys(tx, workspaceId, [numberKey])).size > 0;
    if (!isInRegistry) throw new AppError('not_found');
    throw new AppError('conflict', {
      message: 'Ese número está en el Registro Nacional No Llame: sale cuando se quita o se reemplaza esa lista.',
    });
  });
}

type UploadResult = z.input<typeof doNotCallEndpoints.uploadDoNotCallList.response>;

/**
 * Adds all numbers of a file to the do-not-call list, or none of them. A file of the national registry replaces the
 * previous registry file in the same transaction. `read` parses the file. Its argument is the default country of the
 * file's numbers. Throws `too_many_requests`, and the errors of `read`.
 */
export function importDoNotCallFile(
  { db, audit, inTurn }: DoNotCallChangeDeps,
  { workspaceId, ...author }: DoNotCallListAuthor,
  list: Omit<NewDoNotCallList, 'uploadedBy'>,
  read: (country: CountryCode) => Promise<ParsedDoNotCallFile>,
): Promise<UploadResult> {
  const { username: addedBy } = author;
  return inTurn(async () => {
    const { batches, columns, rejected, notices } = await read(await findWorkspacePhoneCountry(db, workspaceId));
    return db.transaction().execute(async (tx) => {
      await lockDoNotCallUploads(tx, workspaceId);
      const replaced = list.kind === 'registry' ? await listDoNotCallRegistries(tx, workspaceId) : [];
      await createDoNotCallUploadTable(tx);
      for (const batch of batches) await copyDoNotCallBatchToUploadTable(tx, batch);
      const listId = await insertDoNotCallList(tx, workspaceId, { ...list, uploadedBy: addedBy });
      const entries = await insertUploadedDoNotCallEntries(tx, workspaceId, { id: listId, kind: list.kind, addedBy });
      for (const id of replaced) await deleteDoNotCallList(tx, workspaceId, id);
      const stored = await setDoNotCallListSize(tx, workspaceId, listId, entries);
      const { kind, name, fileDate } = stored;
      const details = { kind, fileDate, entries, rejected: rejected.count };
      await audit.record({ workspaceId, ...author, action: 'do_not_call.uploaded', target: name, details }, tx);
      return {
        ...stored,
        columns: [...columns],
        rejected: { ...rejected, lines: [...rejected.lines] },
        notices: [...notices],
      };
    });
  });
}

/** Removes an uploaded do-not-call file. Numbers of other files stay. Throws `not_found` and `too_many_requests`. */
export function deleteUploadedDoNotCallList(
  { db, audit, inTurn }: DoNotCallChangeDeps,
  { workspaceId, ...author }: DoNotCallListAuthor,
  listId: string,
): Promise<UploadedDoNotCallList> {
  return inTurn(() =>
    db.transaction().execute(async (tx) => {
      await lockDoNotCallUploads(tx, workspaceId);
      const list = await deleteDoNotCallList(tx, workspaceId, listId);
      if (!list) throw new AppError('not_found');
      const { kind, name, fileDate, entries } = list;
      await audit.record(
        {
          workspaceId,
          ...author,
          action: 'do_not_call.list_removed',
          target: name,
          details: { kind, fileDate, entries },
        },
        tx,
      );
      return list;
    }),
  );
}
