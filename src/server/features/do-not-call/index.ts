/** The do-not-call list: numbers never dialled by campaigns, from people, files, the registry or requests in calls. */
import type { Kysely } from 'kysely';
import { listNumberKeyVariants, numberKeyOf } from '../../../phone/number-key.ts';
import { hmac } from '../../platform/crypto.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Feature } from '../../platform/feature.ts';
import { mapCooperatively } from '../../platform/in-turns.ts';
import type { Audit } from '../audit/index.ts';
import type { Tx } from '../calls/index.ts';
import { registerDoNotCallRoutes } from './do-not-call-routes.ts';
import { findListedKeys, insertAskedEntries, replaceByDigest } from './do-not-call-store.ts';
import { createUploadQueue } from './upload-queue.ts';

export { createDoNotCallParticipant } from './do-not-call-participant.ts';
export { findRegistryDate } from './registry-date-query.ts';

export interface DoNotCallDeps {
  readonly db: Kysely<Schema>;
  readonly audit: Audit;
  /** Key for the digests of forgotten numbers. */
  readonly secretKey: string;
}

export interface DoNotCall extends Feature {
  /** Finds those of the given numbers (E.164) that the do-not-call list has, as this transaction sees it. */
  findListed(
    tx: Tx | Kysely<Schema>,
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /** Adds a number to the do-not-call list, because the provider's contact is marked so. Audited. */
  addMarked(workspaceId: string, phoneNumber: string): Promise<void>;
  /** Replaces all do-not-call entries of a forgotten number, even the registry's, by the number's digest. */
  forgetNumber(tx: Tx, workspaceId: string, numberKey: string): Promise<void>;
  /** Digest `hmac:…` of a number key, which can be looked up but not read. A digest is returned unchanged. */
  digestOf(workspaceId: string, numberKey: string): string;
  /**
   * Finds the forms under which the do-not-call list may store each number key, in the order of the keys: first the
   * key, then the digests of it and of the number's former keys. No migration can read and replace former digests.
   */
  findForms(workspaceId: string, numberKeys: readonly string[]): Promise<readonly (readonly string[])[]>;
}

export function createDoNotCall({ db, audit, secretKey }: DoNotCallDeps): DoNotCall {
  const digestOf = (workspaceId: string, numberKey: string): string =>
    numberKey.startsWith('hmac:') ? numberKey : `hmac:${hmac(secretKey, 'do-not-call', `${workspaceId}:${numberKey}`)}`;

  const findForms: DoNotCall['findForms'] = (workspaceId, numberKeys) =>
    mapCooperatively(numberKeys, (numberKey) => [
      numberKey,
      ...listNumberKeyVariants(numberKey).map((each) => digestOf(workspaceId, each)),
    ]);

  const inTurn = createUploadQueue();

  return {
    name: 'do-not-call',
    registerRoutes: (binder) => registerDoNotCallRoutes(binder, { db, audit, findForms, inTurn }),
    async findListed(tx, workspaceId, phoneNumbers) {
      if (phoneNumbers.length === 0) return new Set();
      const forms = await findForms(workspaceId, await mapCooperatively(phoneNumbers, numberKeyOf));
      const listed = await findListedKeys(tx, workspaceId, forms.flat());
      return new Set(phoneNumbers.filter((_, index) => forms[index]?.some((form) => listed.has(form))));
    },
    async addMarked(workspaceId, phoneNumber) {
      const numberKey = numberKeyOf(phoneNumber);
      await db.transaction().execute(async (tx) => {
        const [added] = await insertAskedEntries(tx, workspaceId, 'provider', [{ numberKey, phoneNumber }]);
        if (added === undefined) return;
        const system = { workspaceId, userId: null, username: null, address: null };
        await audit.record(
          { ...system, action: 'do_not_call.added', target: numberKey, details: { source: 'provider' } },
          tx,
        );
      });
    },
    forgetNumber: (tx, workspaceId, numberKey) =>
      replaceByDigest(tx, workspaceId, numberKey, digestOf(workspaceId, numberKey)),
    digestOf,
    findForms,
  };
}
