/**
 * The form of quality as it is saved and as somebody edits it: saved by its version, kept when somebody else saved first,
 * and set aside when the person looks at what that was. Nothing typed is lost on the way.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { QualityForm } from '../../../contract/quality.ts';
import { qualityFormLabels as labels } from './quality-es.ts';
import { ApiError, hasCode, shownMessage } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';
import { toast } from '../../ui/toast.ts';
import {
  isSameDraft,
  mistakesFrom,
  mistakesOf,
  readPassPercent,
  toDraft,
  type FormDraft,
  type FormMistakes,
} from './form-draft.ts';

export interface FormDraftState {
  /** As it stands on the screen. */
  readonly draft: FormDraft;
  /** It differs from what it was begun with. */
  readonly isChanged: boolean;
  /** Somebody else saved since. */
  readonly isClash: boolean;
  /** What was typed and stands aside since what is saved was shown; more than one after another clash. */
  readonly aside: readonly FormDraft[];
  /** Something would be lost. */
  readonly isUnsaved: boolean;
  readonly isSaving: boolean;
  readonly failure: string | null;
  readonly mistakes: FormMistakes;
  readonly change: (draft: FormDraft) => void;
  readonly discard: () => void;
  readonly showSaved: () => void;
  /** Sets what was typed on top of what is saved. */
  readonly keepMine: () => void;
  /** Sets the draft at that place of `aside` on top of what is saved; what was typed since takes its place. */
  readonly restore: (place: number) => void;
  readonly forget: (place: number) => void;
  /** @returns whether it was sent; without, the mistakes are marked. */
  readonly save: () => boolean;
}

interface Edit {
  /** What it was begun with. */
  readonly base: QualityForm;
  readonly draft: FormDraft;
}

const noMistakes: FormMistakes = new Map();

/** `readAgain` tells whether it could. */
export function useFormDraft(saved: QualityForm, readAgain: () => Promise<boolean>): FormDraftState {
  const client = useQueryClient();
  const [edit, setEdit] = useState<Edit | null>(null);
  const [aside, setAside] = useState<readonly FormDraft[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<FormMistakes>(noMistakes);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const isChanged = edit !== null && !isSameDraft(edit.draft, toDraft(edit.base));
  const base = isChanged ? edit.base : saved;
  const draft = isChanged ? edit.draft : toDraft(saved);

  function stand(next: Edit | null): void {
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
      const form = await call('putQualityForm', { body });
      client.setQueryData(workspaceKey(tabState().workspaceId, 'getQualityForm', {}), form);
      // What was typed meanwhile goes on from what is saved.
      setEdit((now) => (now && !isSameDraft(now.draft, sent) ? { base: form, draft: now.draft } : null));
      setRefused(noMistakes);
      setAsked(false);
      toast.good(labels.saved);
    } catch (error) {
      if (hasCode(error, 'stale_version')) {
        if (!(await readAgain())) setFailure(labels.saveFailed);
      } else {
        if (error instanceof ApiError) setRefused(mistakesFrom(error.details, draft));
        setFailure(shownMessage(error, labels.saveFailed));
      }
    } finally {
      setSaving(false);
    }
  }

  const mistakes = mistakesOf(draft);
  return {
    draft,
    isChanged,
    isClash: isChanged && saved.version !== base.version,
    aside,
    isUnsaved: isChanged || aside.length > 0,
    isSaving,
    failure,
    mistakes: isAsked && mistakes.size > 0 ? mistakes : refused,
    change: (next) => stand({ base, draft: next }),
    discard: () => {
      stand(null);
      setAsked(false);
    },
    showSaved: () => {
      setAside([...aside, draft]);
      stand(null);
    },
    keepMine: () => stand({ base: saved, draft }),
    restore: (place) => {
      stand({ base: saved, draft: aside[place] ?? draft });
      setAside(aside.toSpliced(place, 1, ...(isChanged ? [draft] : [])));
    },
    forget: (place) => setAside(aside.toSpliced(place, 1)),
    save: () => {
      setAsked(true);
      const passPercent = readPassPercent(draft.passPercent);
      if (mistakes.size > 0 || passPercent === null) return false;
      if (!isSaving) void send(passPercent);
      return true;
    },
  };
}
