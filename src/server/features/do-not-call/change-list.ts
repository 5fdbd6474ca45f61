/** Changes of the do-not-call list by people, each in one transaction with its audit log entry. */
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { DoNotCallEntry, DoNotCallList, doNotCallEndpoints } from '../../../contract/do-not-call.ts';
import { numberProblemText } from '../../../labels/phone-es.ts';
import { readNumberKey } from '../../../phone/number-key.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { readNumber } from '../../../phone/read-number.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { Audit } from '../audit/index.ts';
import { findPhoneCountry } from '../settings/index.ts';
import {
  createStage,
  deleteEntries,
  deleteList,
  findListedKeys,
  findRegistries,
  insertList,
  insertManualEntry,
  insertStaged,
  lockUploads,
  setListSize,
  stageEntries,
  type NewList,
} from './do-not-call-store.ts';
import type { NumberFile } from './number-file.ts';
import type { UploadQueue } from './upload-queue.ts';

export interface ChangeListDeps {
  readonly db: Kysely<Schema>;
  readonly audit: Audit;
  /** Returns the keys and digests under which each number may be stored in the do-not-call list. */
  readonly findForms: (workspaceId: string, numberKeys: readonly string[]) => Promise<readonly (readonly string[])[]>;
  readonly inTurn: UploadQueue;
}

/** The person who changes the do-not-call list, and the IP address of the request. */
export interface ListAuthor {
  readonly workspaceId: string;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/** Adds a number to the do-not-call list. Throws `invalid_input` with the number as it was understood. */
export async function addNumber(
  { db, audit }: ChangeListDeps,
  { workspaceId, ...author }: ListAuthor,
  { phoneNumber, note }: { readonly phoneNumber: string; readonly note?: string | null | undefined },
): Promise<DoNotCallEntry> {
  const context = { country: await findPhoneCountry(db, workspaceId) };
  const numberKey = readNumberKey(phoneNumber, context);
  if (numberKey === null) {
    const message = numberProblemText(readNumber(phoneNumber, context), phoneNumber);
    throw new AppError('invalid_input', { message, details: [{ path: 'phoneNumber', message }] });
  }
  return db.transaction().execute(async (tx) => {
    const entry = await insertManualEntry(tx, workspaceId, {
      numberKey,
      phoneNumber,
      note: note || null,
      addedBy: author.username,
    });
    await audit.record({ workspaceId, ...author, action: 'do_not_call.added', target: numberKey }, tx);
    return entry;
  });
}

/** Removes a number from the do-not-call list. Throws `not_found`, or `conflict` if it is only in the registry. */
export async function removeNumber(
  { db, audit, findForms }: ChangeListDeps,
  { workspaceId, ...author }: ListAuthor,
  numberKey: string,
): Promise<void> {
  const forms = await findForms(workspaceId, [numberKey]);
  await db.transaction().execute(async (tx) => {
    if ((await deleteEntries(tx, workspaceId, forms.flat())) > 0) {
      await audit.record({ workspaceId, ...author, action: 'do_not_call.removed', target: numberKey }, tx);
      return;
    }
    const isInRegistry = (await findListedKeys(tx, workspaceId, [numberKey])).size > 0;
    if (!isInRegistry) throw new AppError('not_found');
    throw new AppError('conflict', {
      message: 'Ese número está en el Registro Nacional No Llame: sale cuando se quita o se reemplaza esa lista.',
    });
  });
}

type UploadResult = z.input<typeof doNotCallEndpoints.uploadDoNotCallList.response>;

/**
 * Adds all numbers of a file to the do-not-call list, or none. A file of the national registry replaces the previous
 * one in one transaction. `read` parses the file with the default country of numbers. Throws `too_many_requests`, and
 * errors of `read`.
 */
export function uploadList(
  { db, audit, inTurn }: ChangeListDeps,
  { workspaceId, ...author }: ListAuthor,
  list: Omit<NewList, 'uploadedBy'>,
  read: (country: CountryCode) => Promise<NumberFile>,
): Promise<UploadResult> {
  const { username: addedBy } = author;
  return inTurn(async () => {
    const { batches, columns, rejected, notices } = await read(await findPhoneCountry(db, workspaceId));
    return db.transaction().execute(async (tx) => {
      await lockUploads(tx, workspaceId);
      const replaced = list.kind === 'registry' ? await findRegistries(tx, workspaceId) : [];
      await createStage(tx);
      for (const batch of batches) await stageEntries(tx, batch);
      const listId = await insertList(tx, workspaceId, { ...list, uploadedBy: addedBy });
      const entries = await insertStaged(tx, workspaceId, { id: listId, kind: list.kind, addedBy });
      for (const id of replaced) await deleteList(tx, workspaceId, id);
      const stored = await setListSize(tx, workspaceId, listId, entries);
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
export function removeList(
  { db, audit, inTurn }: ChangeListDeps,
  { workspaceId, ...author }: ListAuthor,
  listId: string,
): Promise<DoNotCallList> {
  return inTurn(() =>
    db.transaction().execute(async (tx) => {
      await lockUploads(tx, workspaceId);
      const list = await deleteList(tx, workspaceId, listId);
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
