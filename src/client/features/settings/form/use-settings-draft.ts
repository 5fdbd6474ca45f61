/**
 * Hook: draft of one settings section. Without typed changes it shows the newest saved settings. With typed changes it
 * stays on the settings that the person began with. If a save is refused as outdated, the changes are put on the newest
 * settings.
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
import { listChangedSettingsPaths, mergeTypedSettings, getSettingsPart } from './settings-changes.ts';
import { addTypedEntriesToSettingsLists } from './typed-entries.ts';
import { settingsFormResolver, toSettingsForm, type SettingsFormValues, type SettingsPath } from './settings-form.ts';
import type { SettingsSectionName } from './settings-sections.ts';

export interface SettingsDraft {
  readonly form: UseFormReturn<SettingsFormValues, unknown, UpdateSettingsBody>;
  /** Saved settings that the user's edits started from. A save sends their version, so that conflicts are detected. */
  readonly base: WorkspaceSettings;
  /** Fields that differ from `base`. */
  readonly changes: readonly SettingsPath[];
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
    form.reset(mergeTypedSettings(before, form.getValues(), toSettingsForm(next)), { keepErrors: true });
    setBase({ base: next, of, isStale });
  }

  function discard(): void {
    form.reset(toSettingsForm(saved));
    setBase({ base: saved, of: section, isStale: false });
  }

  const follow = useRef(() => {});
  useEffect(() => {
    follow.current = () => {
      // A person who left a section with unsaved changes has agreed to lose them, so they are discarded.
      const isUntouched = changes.length === 0 && (isStale || saved.version > base.version);
      if (of !== section || isUntouched) discard();
    };
  });
  useEffect(() => follow.current());

  async function fail(error: unknown): Promise<void> {
    toast.bad(toastTitles.error, settingsSavingLabels.failed);
    if (isApiErrorWithCode(error, 'stale_version')) {
      const newest = await readAgain();
      // If the settings can't be refetched after a version conflict, show the error message of the conflict.
      if (newest && newest.version > base.version) return moveTo(newest, baseForm, true);
    }
    const details = error instanceof ApiError ? error.details : [];
    for (const [place, { path, message }] of details.entries())
      form.setError(path as SettingsPath, { message }, { shouldFocus: place === 0 });
    form.setError('root', { message: getRequestErrorText(error, settingsSavingLabels.failed) });
  }

  async function send(body: UpdateSettingsBody, also: readonly SettingsFieldName[]): Promise<void> {
    const submitted = structuredClone(form.getValues());
    const parts = new Set([...listChangedSettingsPaths(baseForm, submitted).map(getSettingsPart), ...also]);
    const changed = Object.fromEntries(Object.entries(body).filter(([part]) => parts.has(part as SettingsFieldName)));
    setIsSaving(true);
    form.clearErrors();
    try {
      const answer = await callApi('putSettings', { body: { ...changed, version: base.version } });
      moveTo(answer, submitted, false);
      client.setQueryData(getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'getSettings', {}), answer);
      toast.good(settingsSavingLabels.savedTitle, settingsSavingLabels.savedText);
      // Refreshes the workspace data with time zone, locale and currency, and the number of lines for campaigns.
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
