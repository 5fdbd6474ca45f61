/**
 * Hook: draft of the quality form. Without unsaved changes it shows the newest saved form, otherwise the form on which
 * the changes are based.
 * If the server refuses a save because the form is outdated, the changes are applied to the newest form.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualityForm } from '../../../contract/quality.ts';
import { qualityFormLabels as labels } from './quality-es.ts';
import { ApiError, isApiErrorWithCode, getRequestErrorText } from '../../api/api-error.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import {
  areQualityFormDraftsEqual,
  mapServerErrorsToFormFields,
  validateQualityFormDraft,
  parsePassPercent,
  toQualityFormDraft,
  type QualityFormDraft,
  type QualityFormErrors,
} from './form-draft.ts';

export interface QualityFormDraftState {
  /** The form as the screen shows it. */
  readonly draft: QualityFormDraft;
  /** Saved quality form on which the draft is based. Its version is sent with a save. */
  readonly base: QualityForm;
  /** The draft differs from `base`. */
  readonly isChanged: boolean;
  /** True if another user saved the quality form after this draft was begun. `base` is then the newer saved form. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  readonly failure: string | null;
  readonly mistakes: QualityFormErrors;
  readonly change: (draft: QualityFormDraft) => void;
  readonly discard: () => void;
  /** Saves the quality form. @returns false if the draft has errors, which are then shown. */
  readonly save: () => boolean;
}

interface Edit {
  readonly base: QualityForm;
  readonly draft: QualityFormDraft;
  readonly isStale: boolean;
}

const noMistakes: QualityFormErrors = new Map();

export function useQualityFormDraft(
  saved: QualityForm,
  readAgain: () => Promise<QualityForm | undefined>,
): QualityFormDraftState {
  const client = useQueryClient();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<QualityFormErrors>(noMistakes);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const isChanged = edit !== null && !areQualityFormDraftsEqual(edit.draft, toQualityFormDraft(edit.base));
  const { base, draft, isStale }: Edit = isChanged
    ? edit
    : { base: saved, draft: toQualityFormDraft(saved), isStale: false };

  function begin(next: Edit | null): void {
    setEdit(next);
    setRefused(noMistakes);
    setFailure(null);
  }

  async function send(passPercent: number): Promise<void> {
    const sent = draft;
    setSaving(true);
    setFailure(null);
    try {
      const body = {
        version: base.version,
        passPercent,
        criteria: draft.criteria.map((criterion) => ({ ...criterion, text: criterion.text.trim() })),
      };
      const form = await callApi('putQualityForm', { body });
      client.setQueryData(getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getQualityForm', {}), form);
      // If the user typed while the quality form was being saved, keep the new text as a draft based on the saved form.
      setEdit((now) =>
        now && !areQualityFormDraftsEqual(now.draft, sent) ? { base: form, draft: now.draft, isStale: false } : null,
      );
      setRefused(noMistakes);
      setAsked(false);
      toast.good(labels.saved);
    } catch (error) {
      const isStale = isApiErrorWithCode(error, 'stale_version');
      const newest = isStale ? await readAgain() : undefined;
      if (newest && newest.version > base.version) setEdit((now) => now && { ...now, base: newest, isStale });
      else {
        if (error instanceof ApiError) setRefused(mapServerErrorsToFormFields(error.details, draft));
        setFailure(isStale ? labels.saveFailed : getRequestErrorText(error, labels.saveFailed));
      }
    } finally {
      setSaving(false);
    }
  }

  const mistakes = validateQualityFormDraft(draft);
  return {
    draft,
    base,
    isChanged,
    isStale,
    isSaving,
    failure,
    mistakes: isAsked && mistakes.size > 0 ? mistakes : refused,
    change: (next) => begin({ base, draft: next, isStale }),
    discard: () => {
      begin(null);
      setAsked(false);
    },
    save: () => {
      setAsked(true);
      const passPercent = parsePassPercent(draft.passPercent);
      if (mistakes.size > 0 || passPercent === null) return false;
      if (!isSaving) void send(passPercent);
      return true;
    },
  };
}
