/**
 * The wizard's draft in this browser: all input, the recipients' file, and the key that makes a repeated request one
 * campaign. It has two parts, so that typing does not write the file again.
 */
import { dropWork, keepWork, readWork, type WorkKey } from '../../../session/kept-work.ts';
import type { RecipientSource } from '../recipients/csv-messages.ts';
import { noChoices } from '../recipients/reading-choices.ts';
import type { RecipientList } from '../recipients/use-recipients.ts';
import { emptyDraft, type WizardDraft } from './wizard-draft.ts';

/** Version of the stored form; drafts of another version are dropped. */
const version = 2;
/** Drafts are kept for a week, because people's numbers must not stay without a purpose. */
const keptForMs = 7 * 24 * 3_600_000;

/** The earlier campaign from which a draft was filled, as the address names it. */
export interface DraftOrigin {
  readonly id: string;
  readonly only: 'all' | 'uncontacted';
  readonly name: string;
  /** People left out of the copy. `erased` is missing from a draft stored by an older page. */
  readonly leftOut: { readonly unconfirmed: number; readonly doNotCall: number; readonly erased?: number };
}

export interface WizardWork {
  readonly draft: WizardDraft;
  readonly origin: DraftOrigin | null;
  readonly idempotencyKey: string;
  /** True if the draft was sent and no answer has come yet. */
  readonly isSending: boolean;
  readonly list: RecipientList | null;
}

export interface KeptWork extends WizardWork {
  readonly savedAt: number;
  /** Id of the stored content; '' without one. */
  readonly sourceId: string;
  /** True if recipients were stored but can't be read any more. */
  readonly lostList: boolean;
}

interface WorkRecord extends Omit<WizardWork, 'list'> {
  readonly version: number;
  readonly savedAt: number;
  readonly list: (Omit<RecipientList, 'source'> & { readonly sourceId: string }) | null;
}

interface RowsRecord {
  readonly id: string;
  readonly source: RecipientSource;
}

const parts = { record: 'record', rows: 'rows' } as const;
export const draftPlace = (userId: string, workspaceId: string): WorkKey => ({
  userId,
  workspaceId,
  name: 'campaign',
});

/** Stores the draft. `withRows`: also the recipients' file, unless stored before. Rejects if the browser refuses. */
export async function keepDraft(
  place: WorkKey,
  { list, ...work }: WizardWork,
  sourceId: string,
  withRows: boolean,
): Promise<void> {
  const kept = list ? { name: list.name, choices: list.choices, omitErrors: list.omitErrors, sourceId } : null;
  const record: WorkRecord = { ...work, version, savedAt: Date.now(), list: kept };
  const rows: RowsRecord | null = list ? { id: sourceId, source: list.source } : null;
  await keepWork(place, { [parts.record]: record, ...(withRows ? { [parts.rows]: rows } : {}) });
}

/** Reads the stored draft. Never rejects: an unreadable draft is null. */
export async function readDraft(place: WorkKey): Promise<KeptWork | null> {
  try {
    const [first, second] = await readWork(place, [parts.record, parts.rows]);
    const record = first as WorkRecord | undefined;
    const rows = second as RowsRecord | null | undefined;
    if (!record) return null;
    if (record.version !== version || Date.now() - record.savedAt > keptForMs) {
      await dropDraft(place);
      return null;
    }
    const { list, version: _version, ...work } = record;
    // A different id means that another tab wrote its file at the same time.
    const isKept = list !== null && rows?.id === list.sourceId;
    return {
      ...work,
      // A draft of an older page lacks fields that were added since.
      draft: { ...emptyDraft, ...work.draft },
      list:
        isKept && list
          ? {
              name: list.name,
              choices: { ...noChoices, ...list.choices },
              omitErrors: list.omitErrors,
              source: rows.source,
            }
          : null,
      sourceId: isKept && list ? list.sourceId : '',
      lostList: list !== null && !isKept,
    };
  } catch {
    return null;
  }
}

/** Deletes the stored draft. Never rejects: where nothing can be stored, nothing is left to delete. */
export async function dropDraft(place: WorkKey): Promise<void> {
  try {
    await dropWork(place, Object.values(parts));
  } catch {
    return;
  }
}
