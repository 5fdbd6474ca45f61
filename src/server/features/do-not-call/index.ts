/** The do-not-call list: numbers that campaigns never dial. They come from people, files, the registry and calls. */
import type { Kysely } from 'kysely';
import { listPhoneNumberKeyVariants, numberKeyOf } from '../../../phone/number-key.ts';
import { hmac } from '../../platform/crypto.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import { mapCooperatively } from '../../platform/in-turns.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Tx } from '../calls/index.ts';
import { registerDoNotCallRoutes } from './do-not-call-routes.ts';
import {
  findDoNotCallNumberKeys,
  insertRequestedDoNotCallEntries,
  replaceDoNotCallNumberByDigest,
} from './do-not-call-store.ts';
import { createDoNotCallChangeQueue } from './upload-queue.ts';

export { createDoNotCallCallChangeParticipant } from './do-not-call-participant.ts';
export { findDoNotCallRegistryDate } from './registry-date-query.ts';

export interface DoNotCallFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly audit: AuditLog;
  /** Key for the digests of forgotten numbers. */
  readonly secretKey: string;
}

export interface DoNotCallFeature extends ServerFeature {
  /** Returns those of the given numbers (E.164) that are on the do-not-call list, as this transaction sees it. */
  findListed(
    tx: Tx | Kysely<DatabaseSchema>,
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlySet<string>>;
  /**
   * Adds a number to the do-not-call list, because the provider's contact with this number is marked as do-not-call.
   * Audited.
   */
  addMarked(workspaceId: string, phoneNumber: string): Promise<void>;
  /**
   * Replaces an erased number in all its do-not-call entries, including those of the national registry, by the number's
   * digest.
   */
  forgetNumber(tx: Tx, workspaceId: string, numberKey: string): Promise<void>;
  /** Returns the digest `hmac:…` of a number key, which does not reveal the number. Digests are returned unchanged. */
  digestOf(workspaceId: string, numberKey: string): string;
  /**
   * Returns, for each number key, all values under which the do-not-call list may store the number: the key itself, and
   * digests of the number's keys in all app versions. Digests by older versions can't be converted.
   */
  findForms(workspaceId: string, numberKeys: readonly string[]): Promise<readonly (readonly string[])[]>;
}

export function createDoNotCallFeature({ db, audit, secretKey }: DoNotCallFeatureDeps): DoNotCallFeature {
  const digestOf = (workspaceId: string, numberKey: string): string =>
    numberKey.startsWith('hmac:') ? numberKey : `hmac:${hmac(secretKey, 'do-not-call', `${workspaceId}:${numberKey}`)}`;

  const findForms: DoNotCallFeature['findForms'] = (workspaceId, numberKeys) =>
    mapCooperatively(numberKeys, (numberKey) => [
      numberKey,
      ...listPhoneNumberKeyVariants(numberKey).map((each) => digestOf(workspaceId, each)),
    ]);

  const inTurn = createDoNotCallChangeQueue();

  return {
    name: 'do-not-call',
    registerRoutes: (binder) => registerDoNotCallRoutes(binder, { db, audit, findForms, inTurn }),
    async findListed(tx, workspaceId, phoneNumbers) {
      if (phoneNumbers.length === 0) return new Set();
      const forms = await findForms(workspaceId, await mapCooperatively(phoneNumbers, numberKeyOf));
      const listed = await findDoNotCallNumberKeys(tx, workspaceId, forms.flat());
      return new Set(phoneNumbers.filter((_, index) => forms[index]?.some((form) => listed.has(form))));
    },
    async addMarked(workspaceId, phoneNumber) {
      const numberKey = numberKeyOf(phoneNumber);
      await db.transaction().execute(async (tx) => {
        const [added] = await insertRequestedDoNotCallEntries(tx, workspaceId, 'provider', [
          { numberKey, phoneNumber },
        ]);
        if (added === undefined) return;
        const system = { workspaceId, userId: null, username: null, address: null };
        await audit.record(
          { ...system, action: 'do_not_call.added', target: numberKey, details: { source: 'provider' } },
          tx,
        );
      });
    },
    forgetNumber: (tx, workspaceId, numberKey) =>
      replaceDoNotCallNumberByDigest(tx, workspaceId, numberKey, digestOf(workspaceId, numberKey)),
    digestOf,
    findForms,
  };
}
