/** Initial content of the campaign wizard: empty, the stored draft, or a copy of the campaign named in the URL. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApiForBlob } from '../../../api/client.ts';
import { defaultRegionalSettings } from '../../../format/regional.ts';
import type { StoredDraftKey } from '../../../session/kept-work.ts';
import { campaignCopySuffixes } from '../../../../labels/campaign-results-es.ts';
import { copiedCampaignWizardLabels as labels } from '../../../../labels/wizard-es.ts';
import { defaultRecipientParsingChoices } from '../recipients/reading-choices.ts';
import {
  loadWizardDraft,
  type CopiedCampaignOrigin,
  type StoredWizardDraft,
  type WizardDraftWithRecipients,
} from './kept-draft.ts';
import { createRandomId } from './random-id.ts';
import { startRecipientFileReader } from '../recipients/recipient-reader.ts';
import { emptyWizardDraft } from './wizard-draft.ts';

/** The campaign that the wizard should copy, as named in the URL. */
export type CopiedCampaignLink = Pick<CopiedCampaignOrigin, 'id' | 'only'>;

export interface InitialWizardContent {
  /** React key of the wizard. Every start of the wizard gets another id, which remounts it. */
  readonly id: number;
  readonly work: WizardDraftWithRecipients;
  /** The draft as it was stored in this browser; null if the wizard does not start from a stored draft. */
  readonly restored: StoredWizardDraft | null;
}

export type InitialWizardState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  /** The user must choose: continue the draft stored in this browser (`kept`), or copy the campaign in the URL. */
  | { readonly status: 'undecided'; readonly kept: StoredWizardDraft }
  | { readonly status: 'ready'; readonly start: InitialWizardContent };

let starts = 0;

const fresh = (): WizardDraftWithRecipients => ({
  draft: emptyWizardDraft,
  origin: null,
  idempotencyKey: createRandomId(),
  isSending: false,
  list: null,
});

const startOf = (work: WizardDraftWithRecipients, restored: StoredWizardDraft | null = null): InitialWizardContent => ({
  id: (starts += 1),
  work,
  restored,
});

async function startFrom({ id, only }: CopiedCampaignLink): Promise<InitialWizardContent> {
  const content = await callApiForBlob('getCampaignDraft', { params: { id }, query: { only } });
  const source = { kind: 'campaign', content } as const;
  // Parse the copied campaign's recipients, up to ten thousand, in a Web Worker, off the main thread.
  const reader = startRecipientFileReader({
    source,
    choices: defaultRecipientParsingChoices,
    regional: defaultRegionalSettings,
    onProgress: () => {},
  });
  const { campaign } = await reader.summary.finally(reader.close);
  if (!campaign) throw new Error('a draft without its campaign');
  const { leftOut, phoneNumbers, ...filled } = campaign;
  // The server appends a suffix to the name of a campaign's copy. The notice on screen shows the name without it.
  const name = filled.name.endsWith(campaignCopySuffixes[only])
    ? filled.name.slice(0, -campaignCopySuffixes[only].length)
    : filled.name;
  const work = {
    ...fresh(),
    draft: { ...emptyWizardDraft, ...filled, moreNumbers: phoneNumbers.slice(1) },
    origin: { id, only, name, leftOut },
    list: { name: labels.listName(name), source, choices: defaultRecipientParsingChoices, omitErrors: false },
  };
  return startOf(work);
}

async function open(place: StoredDraftKey, link: CopiedCampaignLink | null): Promise<InitialWizardState> {
  const kept = await loadWizardDraft(place);
  const isSame = link === null || (kept?.origin?.id === link.id && kept.origin.only === link.only);
  if (kept && isSame) return { status: 'ready', start: startOf(kept, kept) };
  if (kept) return { status: 'undecided', kept };
  return { status: 'ready', start: link ? await startFrom(link) : startOf(fresh()) };
}

interface WizardStarting {
  readonly opening: InitialWizardState;
  /** Reads the beginning again. */
  readonly reopen: () => void;
}

export function useInitialWizardContent(place: StoredDraftKey, link: CopiedCampaignLink | null): WizardStarting {
  const [opening, setOpening] = useState<InitialWizardState>({ status: 'loading' });
  const latest = useRef(0);
  const { id, only } = link ?? {};

  const reopen = useCallback(() => {
    const own = (latest.current += 1);
    const settle = (next: InitialWizardState) => {
      if (latest.current === own) setOpening(next);
    };
    open(place, id && only ? { id, only } : null).then(settle, (error: unknown) => settle({ status: 'failed', error }));
  }, [place, id, only]);

  useEffect(() => {
    reopen();
    return () => {
      latest.current += 1;
    };
  }, [reopen]);
  return { opening, reopen };
}
