/**
 * Hook: draft of one settings section. Without typed changes it shows the newest saved settings. With typed changes it
 * stays on the settings that the person began with. If a save is refused as outdated, the changes are put on the newest
 * settings.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Settings, SettingsBody, SettingsPart } from '../../../../contract/settings.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { savingLabels } from '../../../../labels/settings-es.ts';
import { ApiError, hasCode, shownMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { sessionKeys, workspaceKey } from '../../../api/query-keys.ts';
import { tabState } from '../../../api/tab-state.ts';
import { toast } from '../../../ui/toast.ts';
import { changedPaths, mergeTypedFields, settingsPartOf } from './settings-changes.ts';
import { addAllTypedEntries } from './typed-entries.ts';
import { settingsResolver, toSettingsForm, type SettingsForm, type SettingsPath } from './settings-form.ts';
import type { SettingsSection } from './settings-sections.ts';

export interface SettingsDraft {
  readonly form: UseFormReturn<SettingsForm, unknown, SettingsBody>;
  /** Saved settings on which the draft is based. Their version is sent with a save. */
  readonly base: Settings;
  /** Fields that differ from `base`. */
  readonly changes: readonly SettingsPath[];
  /** True if somebody else saved the settings after this draft was begun. `base` is then the newly saved settings. */
  readonly isStale: boolean;
  readonly isSaving: boolean;
  /** Saves each part of the settings that has changes, and the parts in `also` even without changes. */
  readonly save: (also?: readonly SettingsPart[]) => Promise<void>;
  readonly discard: () => void;
}

export function useSettingsDraft(
  section: SettingsSection,
  saved: Settings,
  readAgain: () => Promise<Settings | undefined>,
): SettingsDraft {
  const client = useQueryClient();
  const [{ base, of, isStale }, setBase] = useState({ base: saved, of: section, isStale: false });
  const [isSaving, setIsSaving] = useState(false);
  const baseForm = useMemo(() => toSettingsForm(base), [base]);
  const form = useForm<SettingsForm, unknown, SettingsBody>({ defaultValues: baseForm, resolver: settingsResolver });
  const values = useWatch({ control: form.control }) as SettingsForm;
  const changes = useMemo(() => changedPaths(baseForm, values), [baseForm, values]);

  /** Bases the draft on the settings `next`, and keeps the fields in which it differs from `before`. */
  function moveTo(next: Settings, before: SettingsForm, isStale: boolean): void {
    form.reset(mergeTypedFields(before, form.getValues(), toSettingsForm(next)), { keepErrors: true });
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
    toast.bad(toastTitles.error, savingLabels.failed);
    if (hasCode(error, 'stale_version')) {
      const newest = await readAgain();
      // If the newest settings can't be loaded, the message of the refused save is shown.
      if (newest && newest.version > base.version) return moveTo(newest, baseForm, true);
    }
    const details = error instanceof ApiError ? error.details : [];
    for (const [place, { path, message }] of details.entries())
      form.setError(path as SettingsPath, { message }, { shouldFocus: place === 0 });
    form.setError('root', { message: shownMessage(error, savingLabels.failed) });
  }

  async function send(body: SettingsBody, also: readonly SettingsPart[]): Promise<void> {
    const submitted = structuredClone(form.getValues());
    const parts = new Set([...changedPaths(baseForm, submitted).map(settingsPartOf), ...also]);
    const changed = Object.fromEntries(Object.entries(body).filter(([part]) => parts.has(part as SettingsPart)));
    setIsSaving(true);
    form.clearErrors();
    try {
      const answer = await call('putSettings', { body: { ...changed, version: base.version } });
      moveTo(answer, submitted, false);
      client.setQueryData(workspaceKey(tabState().workspaceId, 'getSettings', {}), answer);
      toast.good(savingLabels.savedTitle, savingLabels.savedText);
      // Refreshes the workspace data with time zone, locale and currency, and the number of lines for campaigns.
      const lines = workspaceKey(tabState().workspaceId, 'getCampaignLines', {});
      for (const queryKey of [sessionKeys.workspaces, sessionKeys.currentWorkspace, lines])
        void client.invalidateQueries({ queryKey });
    } catch (error) {
      await fail(error);
    } finally {
      setIsSaving(false);
    }
  }

  const refuse = () => toast.bad(toastTitles.error, savingLabels.invalid);

  return {
    form,
    base,
    changes,
    isStale,
    isSaving,
    discard,
    save: async (also = []) => {
      if (addAllTypedEntries(form)) await form.handleSubmit((body) => send(body, also), refuse)();
      else refuse();
    },
  };
}
