/**
 * React hook: draft of one settings section. Without unsaved changes it shows the newest saved settings. With unsaved
 * changes it keeps the settings from which the user began. If the server refuses a save because the settings are
 * outdated, the changes are applied to the newest settings.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { WorkspaceSettings, UpdateSettingsBody, SettingsFieldName } from '../../../../contract/settings.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { settingsSavingLabels } from '../../../../labels/settings-es.ts';
import { ApiError, isApiErrorWithCode, getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { sessionQueryKeys, getWorkspaceQueryKey } from '../../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../../api/tab-state.ts';
import { toast } from '../../../ui/toast.ts';
import { listChangedSettingsPaths, mergeEditedSettings, getSettingsPartOfFieldPath } from './settings-changes.ts';
import { addTypedEntriesToSettingsLists } from './typed-entries.ts';
import {
  settingsFormResolver,
  toSettingsForm,
  type SettingsFormValues,
  type SettingsFieldPath,
} from './settings-form.ts';
import type { SettingsSectionName } from './settings-sections.ts';

export interface SettingsDraft {
  readonly form: UseFormReturn<SettingsFormValues, unknown, UpdateSettingsBody>;
  /**
   * Saved settings on which the user's edits are based. A save sends their version, so that the server detects
   * conflicts.
   */
  readonly base: WorkspaceSettings;
  /** Fields that differ from `base`. */
  readonly changes: readonly SettingsFieldPath[];
  /** True if another user saved the settings after this draft was begun. `base` is then the newer saved settings. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** Saves each part of the settings that has changes, and the parts in `also` even without changes. */
  readonly save: (also?: readonly SettingsFieldName[]) => Promise<void>;
  readonly discard: () => void;
}

export function useSettingsDraft(
  section: SettingsSectionName,
  saved: WorkspaceSettings,
  readAgain: () => Promise<WorkspaceSettings | undefined>,
): SettingsDraft {
  const client = useQueryClient();
  const [{ base, of, isStale }, setBase] = useState({ base: saved, of: section, isStale: false });
  const [isSaving, setIsSaving] = useState(false);
  const baseForm = useMemo(() => toSettingsForm(base), [base]);
  const form = useForm<SettingsFormValues, unknown, UpdateSettingsBody>({
    defaultValues: baseForm,
    resolver: settingsFormResolver,
  });
  const values = useWatch({ control: form.control }) as SettingsFormValues;
  const changes = useMemo(() => listChangedSettingsPaths(baseForm, values), [baseForm, values]);

  /** Bases the settings draft on `next`, but keeps the fields that the user has changed since `before`. */
  function moveTo(next: WorkspaceSettings, before: SettingsFormValues, isStale: boolean): void {
    form.reset(mergeEditedSettings(before, form.getValues(), toSettingsForm(next)), { keepErrors: true });
    setBase({ base: next, of, isStale });
  }

  function discard(): void {
    form.reset(toSettingsForm(saved));
    setBase({ base: saved, of: section, isStale: false });
  }

  const follow = useRef(() => {});
  useEffect(() => {
    follow.current = () => {
      // Discard the unsaved changes if the user went to another section, because the user has agreed to lose them.
      const isUntouched = changes.length === 0 && (isStale || saved.version > base.version);
      if (of !== section || isUntouched) discard();
    };
  });
  useEffect(() => follow.current());

  async function fail(error: unknown): Promise<void> {
    toast.bad(toastTitles.error, settingsSavingLabels.failed);
    if (isApiErrorWithCode(error, 'stale_version')) {
      const newest = await readAgain();
      if (newest && newest.version > base.version) return moveTo(newest, baseForm, true);
      // The newest settings can't be shown, so show the error message of the version conflict.
    }
    const details = error instanceof ApiError ? error.details : [];
    for (const [place, { path, message }] of details.entries())
      form.setError(path as SettingsFieldPath, { message }, { shouldFocus: place === 0 });
    form.setError('root', { message: getRequestErrorText(error, settingsSavingLabels.failed) });
  }

  async function send(body: UpdateSettingsBody, also: readonly SettingsFieldName[]): Promise<void> {
    const submitted = structuredClone(form.getValues());
    const parts = new Set([...listChangedSettingsPaths(baseForm, submitted).map(getSettingsPartOfFieldPath), ...also]);
    const changed = Object.fromEntries(Object.entries(body).filter(([part]) => parts.has(part as SettingsFieldName)));
    setIsSaving(true);
    form.clearErrors();
    try {
      const answer = await callApi('putSettings', { body: { ...changed, version: base.version } });
      moveTo(answer, submitted, false);
      client.setQueryData(getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getSettings', {}), answer);
      toast.good(settingsSavingLabels.savedTitle, settingsSavingLabels.savedText);
      // Refetch the workspace data that contain time zone, locale and currency, and the number of concurrent calls for
      // campaigns.
      const lines = getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getCampaignLines', {});
      for (const queryKey of [sessionQueryKeys.workspaces, sessionQueryKeys.currentWorkspace, lines])
        void client.invalidateQueries({ queryKey });
    } catch (error) {
      await fail(error);
    } finally {
      setIsSaving(false);
    }
  }

  const refuse = () => toast.bad(toastTitles.error, settingsSavingLabels.invalid);

  return {
    form,
    base,
    changes,
    isStale,
    isSaving,
    discard,
    save: async (also = []) => {
      if (addTypedEntriesToSettingsLists(form)) await form.handleSubmit((body) => send(body, also), refuse)();
      else refuse();
    },
  };
}
