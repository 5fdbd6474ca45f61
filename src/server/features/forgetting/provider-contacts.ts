/**
 * After the erasure of a phone number, empties the provider's contacts with that number by jobs. The jobs are queued in
 * the transaction of the erasure, so that none is lost.
 * Jobs are retried for three days and then queued again every night. A contact's do-not-call mark stays.
 */
import type { ProviderContactToErase } from '../../../contract/forgetting.ts';
import { listPhoneNumberSpellings } from '../../../phone/number-key.ts';
import { AppError } from '../../platform/errors.ts';
import { ProviderError } from '../../platform/provider/provider.ts';
import type { Tx } from '../calls/index.ts';
import {
  findAbandonedContactErasures,
  findContactsToEraseAtProvider,
  insertContactsToEraseAtProvider,
  storeContactErasureResult,
  type ProviderContactToEraseKey,
} from './contact-store.ts';
import {
  deletionJobAbandonedAfterMs,
  providerDeletionRetryOptions,
  type ProviderCopyDeletionDeps,
} from './provider-copies.ts';

export interface ProviderContactErasureJobs {
  /**
   * Returns the ids of the provider's contacts that have a phone number, in whatever spelling. Null if the API key may
   * not read contacts. Throws `provider_unavailable`.
   */
  find(workspaceId: string, numberKey: string): Promise<readonly string[] | null>;
  /**
   * Queues jobs that delete the data of contacts at the provider. The jobs are stored if and only if the transaction
   * commits.
   */
  order(tx: Tx, workspaceId: string, contactIds: readonly string[]): Promise<void>;
  /** Contacts that are not empty yet. */
  list(workspaceId: string): Promise<ProviderContactToErase[]>;
}

const unanswered =
  'Retell no responde, y no se pudo ver si tiene un contacto con este número. No se eliminó nada: prueba de nuevo en unos minutos.';

/** Declares the jobs that delete the data of provider contacts. Must be called before `jobs.start`. */
export function createProviderContactErasureJobs(deps: ProviderCopyDeletionDeps): ProviderContactErasureJobs {
  const { db, clock, jobs, directory } = deps;
  const queue = jobs.queue<ProviderContactToEraseKey>('empty-contacts', providerDeletionRetryOptions, (contact) =>
    emptyContact(deps, contact),
  );
  jobs.schedule('empty-contacts-sweep', '58 6 * * *', async () => {
    const orderedBefore = new Date(clock.now().getTime() - deletionJobAbandonedAfterMs);
    for (const contact of await findAbandonedContactErasures(db, orderedBefore)) await queue.send(contact);
  });
  return {
    async find(workspaceId, numberKey) {
      const provider = await directory.providerOf(workspaceId);
      try {
        const contacts = await Promise.all(
          listPhoneNumberSpellings(numberKey).map((number) => provider.findContact(number)),
        );
        return contacts.flatMap((contact) => (contact?.id == null ? [] : [contact.id]));
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        if (error.kind === 'key_rejected' || error.kind === 'refused') return null;
        throw new AppError('provider_unavailable', { message: unanswered, cause: error });
      }
    },
    async order(tx, workspaceId, contactIds) {
      await insertContactsToEraseAtProvider(tx, workspaceId, contactIds);
      for (const contactId of contactIds) await queue.send({ workspaceId, contactId }, tx);
    },
    list: (workspaceId) => findContactsToEraseAtProvider(db, workspaceId),
  };
}

async function emptyContact(
  { db, log, directory }: ProviderCopyDeletionDeps,
  contact: ProviderContactToEraseKey,
): Promise<void> {
  const provider = await directory.providerOf(contact.workspaceId);
  try {
    await provider.emptyContact(contact.contactId);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ err: error, ...contact }, 'the provider did not empty a contact');
    await storeContactErasureResult(
      db,
      contact,
      error.kind === 'refused' && /crm|sync/i.test(error.message) ? 'crm' : 'other',
    );
    throw error;
  }
  await storeContactErasureResult(db, contact, null);
}
