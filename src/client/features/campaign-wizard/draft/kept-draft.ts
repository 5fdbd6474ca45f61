/**
 * Stores the campaign wizard's draft in this browser: all input, the recipient file, and the idempotency key. The draft
 * is stored as two records, so that typing does not write the file again.
 */
import {
  deleteStoredDraftParts,
  storeDraftParts,
  readStoredDraftParts,
  type StoredDraftKey,
} from '../../../session/kept-work.ts';
import type { RecipientSource } from '../recipients/csv-messages.ts';
import { defaultRecipientParsingChoices } from '../recipients/reading-choices.ts';
import type { RecipientSourceWithChoices } from '../recipients/use-recipients.ts';
import { emptyWizardDraft, type WizardDraft } from './wizard-draft.ts';

/** Format version of the stored draft. Drafts with another format version are deleted. */
const version = 2;
/** Drafts are stored for a week at most, because they contain people's phone numbers. */
const keptForMs = 7 * 24 * 3_600_000;

/** The campaign from which the draft was copied. The wizard's URL names it. */
export interface CopiedCampaignOrigin {
  readonly id: string;
  readonly only: 'all' | 'uncontacted';
  readonly name: string;
  /**
   * Number of recipients of the copied campaign that were left out, by reason. Drafts stored by old versions lack
   * `erased`.
   */
  readonly leftOut: { readonly unconfirmed: number; readonly doNotCall: number; readonly erased?: number };
}

export interface WizardDraftWithRecipients {
  readonly draft: WizardDraft;
  readonly origin: CopiedCampaignOrigin | null;
  readonly idempotencyKey: string;
  /** True if the draft was sent to the server, and it is unknown whether that created a campaign. */
  readonly isSending: boolean;
  readonly list: RecipientSourceWithChoices | null;
}

export interface StoredWizardDraft extends WizardDraftWithRecipients {
  readonly savedAt: number;
  /** Id of the stored content; '' without one. */
  readonly sourceId: string;
  /**
   * True if the draft had a recipient file that could not be read back, for example because another tab overwrote it.
   */
  readonly lostList: boolean;
}

interface WorkRecord extends Omit<WizardDraftWithRecipients, 'list'> {
  readonly version: number;
  readonly savedAt: number;
  readonly list: (Omit<RecipientSourceWithChoices, 'source'> & { readonly sourceId: string }) | null;
}

interface RowsRecord {
  readonly id: string;
  readonly source: RecipientSource;
}

const parts = { record: 'record', rows: 'rows' } as const;
export const getWizardDraftStorageKey = (userId: string, workspaceId: string): StoredDraftKey => ({
  userId,
  workspaceId,
  name: 'campaign',
});

/**
 * Stores the campaign wizard's draft in the browser; with `withRows`, the recipient file too. Rejects if the browser
 * refuses.
 */
export async function storeWizardDraft(
  place: StoredDraftKey,
  { list, ...work }: WizardDraftWithRecipients,
  sourceId: string,
  withRows: boolean,
): Promise<void> {
  const kept = list ? { name: list.name, choices: list.choices, omitErrors: list.omitErrors, sourceId } : null;
  const record: WorkRecord = { ...work, version, savedAt: Date.now(), list: kept };
  const rows: RowsRecord | null = list ? { id: sourceId, source: list.source } : null;
  await storeDraftParts(place, { [parts.record]: record, ...(withRows ? { [parts.rows]: rows } : {}) });
}

/** Reads the wizard's stored draft; null if there is none or it is unreadable. Never rejects. */
export async function loadWizardDraft(place: StoredDraftKey): Promise<StoredWizardDraft | null> {
  try {
    const [first, second] = await readStoredDraftParts(place, [parts.record, parts.rows]);
    const record = first as WorkRecord | undefined;
    const rows = second as RowsRecord | null | undefined;
    if (!record) return null;
    if (record.version !== version || Date.now() - record.savedAt > keptForMs) {
      await deleteWizardDraft(place);
      return null;
    }
    const { list, version: _version, ...work } = record;
    // Ignore the stored recipient file if its id is not the one in the draft, because another tab has then overwritten
    // the file.
    const isKept = list !== null && rows?.id === list.sourceId;
    return {
      ...work,
      // Add default values for fields that a draft stored by an older version of the page lacks.
      draft: { ...emptyWizardDraft, ...work.draft },
      list:
        isKept && list
          ? {
              name: list.name,
              choices: { ...defaultRecipientParsingChoices, ...list.choices },
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

/** Deletes the wizard's stored draft. Never rejects: without storage there is nothing to delete. */
export async function deleteWizardDraft(place: StoredDraftKey): Promise<void> {
  try {
    await deleteStoredDraftParts(place, Object.values(parts));
  } catch {
    return;
  }
}
