/**
 * The wizard's draft as this browser keeps it: everything typed, the recipients' file, and the key that makes a repeated
 * request one campaign. Two parts, so that typing does not write the file again.
 */
import { dropWork, keepWork, readWork, type WorkPlace } from '../../../session/kept-work.ts';
import type { RecipientSource } from '../recipients/csv-messages.ts';
import { noChoices } from '../recipients/reading-choices.ts';
import type { RecipientList } from '../recipients/use-recipients.ts';
import { emptyDraft, type WizardDraft } from './wizard-draft.ts';

/** Another shape of what is kept: drafts of the last one are dropped. */
const version = 2;
/** What nobody came back for in a week holds people's numbers for nothing. */
const keptForMs = 7 * 24 * 3_600_000;

/** The earlier campaign that a draft was filled from, as the address names it. */
export interface DraftOrigin {
  readonly id: string;
  readonly only: 'all' | 'uncontacted';
  readonly name: string;
  /** `erased`: kept by an older page, it lacks it. */
  readonly leftOut: { readonly unconfirmed: number; readonly doNotCall: number; readonly erased?: number };
}

export interface WizardWork {
  readonly draft: WizardDraft;
  readonly origin: DraftOrigin | null;
  readonly idempotencyKey: string;
  /** It was sent, and no answer has said yet what became of it. */
  readonly isSending: boolean;
  readonly list: RecipientList | null;
}

export interface KeptWork extends WizardWork {
  readonly savedAt: number;
  /** Of the kept content; '' without one. */
  readonly sourceId: string;
  /** The recipients were there once, and can't be read any more. */
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
export const draftPlace = (userId: string, workspaceId: string): WorkPlace => ({
  userId,
  workspaceId,
  name: 'campaign',
});

/** `withRows`: the recipients' file too, which a writing before this one has not kept yet. Rejects where the browser refuses. */
export async function keepDraft(
  place: WorkPlace,
  { list, ...work }: WizardWork,
  sourceId: string,
  withRows: boolean,
): Promise<void> {
  const kept = list ? { name: list.name, choices: list.choices, omitErrors: list.omitErrors, sourceId } : null;
  const record: WorkRecord = { ...work, version, savedAt: Date.now(), list: kept };
  const rows: RowsRecord | null = list ? { id: sourceId, source: list.source } : null;
  await keepWork(place, { [parts.record]: record, ...(withRows ? { [parts.rows]: rows } : {}) });
}

/** Never rejects: what can't be read was not kept. */
export async function readDraft(place: WorkPlace): Promise<KeptWork | null> {
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
    // Otherwise it is another tab's, where two were written at once.
    const isKept = list !== null && rows?.id === list.sourceId;
    return {
      ...work,
      // Kept by an older page, it lacks what came since.
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

/** Never rejects: where nothing can be kept there is nothing to forget. */
export async function dropDraft(place: WorkPlace): Promise<void> {
  try {
    await dropWork(place, Object.values(parts));
  } catch {
    return;
  }
}
