/**
 * The form over the settings as they were read, and what becomes of it: saved as a whole section a part, discarded, or
 * set on top of what somebody else has saved meanwhile. Nothing typed is lost on the way.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { Settings, SettingsBody } from '../../../../contract/settings.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { savingLabels } from '../../../../labels/settings-es.ts';
import { ApiError, hasCode, shownMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { sessionKeys, workspaceKey } from '../../../api/query-keys.ts';
import { tabState } from '../../../api/tab-state.ts';
import { toast } from '../../../ui/toast.ts';
import { changedPaths, clashingPaths, partOf, rebaseChanges } from './settings-changes.ts';
import { addAllTyped } from './typed-entries.ts';
import { settingsResolver, toForm, type SettingsForm, type SettingsPart, type SettingsPath } from './settings-form.ts';

export interface SettingsDraft {
  readonly form: UseFormReturn<SettingsForm, unknown, SettingsBody>;
  /** What the draft stands on: the settings as saved when it was begun, or taken over since. */
  readonly base: Settings;
  /** Fields that differ from `base`. */
  readonly changes: readonly SettingsPath[];
  /** What somebody else has saved, against which this draft stands; null: nothing does. */
  readonly clash: Settings | null;
  readonly isSaving: boolean;
  /** Saves what has changed, and of what has not the parts `also`. `onInvalid` hears where the first mistake is. */
  readonly save: (onInvalid: (path: SettingsPath) => void, also?: readonly SettingsPart[]) => Promise<void>;
  /** Takes the last saved settings, mine are forgotten. */
  readonly discard: () => void;
  /** Stands my changes on what was saved against them. */
  readonly keepMine: () => void;
}

export function useSettingsDraft(saved: Settings, readAgain: () => Promise<Settings | undefined>): SettingsDraft {
  const client = useQueryClient();
  const [base, setBase] = useState(saved);
  const [clash, setClash] = useState<Settings | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const baseForm = useMemo(() => toForm(base), [base]);
  const form = useForm<SettingsForm, unknown, SettingsBody>({ defaultValues: baseForm, resolver: settingsResolver });
  const values = useWatch({ control: form.control }) as SettingsForm;
  const changes = useMemo(() => changedPaths(baseForm, values), [baseForm, values]);

  /** From now on the draft stands on `next`, and keeps what differs from `from`. */
  function standOn(next: Settings, from: SettingsForm): void {
    form.reset(rebaseChanges(from, form.getValues(), toForm(next)), { keepErrors: true });
    setBase(next);
    setClash(null);
  }

  function discard(): void {
    const next = clash ?? saved;
    form.reset(toForm(next));
    setBase(next);
    setClash(null);
  }

  const arrived = useRef((_settings: Settings) => {});
  useEffect(() => {
    arrived.current = (settings) => {
      if (settings.version <= base.version) return;
      if (clash === null && clashingPaths(baseForm, form.getValues(), toForm(settings)).length === 0)
        standOn(settings, baseForm);
      else setClash(settings);
    };
  });
  useEffect(() => arrived.current(saved), [saved]);

  async function fail(error: unknown, onInvalid: (path: SettingsPath) => void): Promise<void> {
    toast.bad(toastTitles.error, savingLabels.failed);
    if (hasCode(error, 'stale_version')) {
      const newest = await readAgain();
      // Where that fails too there is nothing to compare with: the refusal itself says what happened.
      if (newest && newest.version > base.version) return setClash(newest);
    }
    const details = error instanceof ApiError ? error.details : [];
    for (const { path, message } of details) form.setError(path as SettingsPath, { message });
    form.setError('root', { message: shownMessage(error, savingLabels.failed) });
    const first = details[0];
    if (first) onInvalid(first.path as SettingsPath);
  }

  async function send(
    body: SettingsBody,
    also: readonly SettingsPart[],
    onInvalid: (path: SettingsPath) => void,
  ): Promise<void> {
    const submitted = structuredClone(form.getValues());
    const parts = new Set([...changedPaths(baseForm, submitted).map(partOf), ...also]);
    const changed = Object.fromEntries(Object.entries(body).filter(([part]) => parts.has(part as SettingsPart)));
    setIsSaving(true);
    form.clearErrors();
    try {
      const answer = await call('putSettings', { body: { ...changed, version: base.version } });
      standOn(answer, submitted);
      client.setQueryData(workspaceKey(tabState().workspaceId, 'getSettings', {}), answer);
      toast.good(savingLabels.savedTitle, savingLabels.savedText);
      // Zone, locale and currency are the session's too, and reserved lines are none of the campaigns'.
      const lines = workspaceKey(tabState().workspaceId, 'getCampaignLines', {});
      for (const queryKey of [sessionKeys.workspaces, sessionKeys.currentWorkspace, lines])
        void client.invalidateQueries({ queryKey });
    } catch (error) {
      await fail(error, onInvalid);
    } finally {
      setIsSaving(false);
    }
  }

  function refuse(first: SettingsPath | null, onInvalid: (path: SettingsPath) => void): void {
    toast.bad(toastTitles.error, savingLabels.invalid);
    if (first) onInvalid(first);
  }

  return {
    form,
    base,
    changes,
    clash,
    isSaving,
    discard,
    keepMine: () => clash && standOn(clash, baseForm),
    save: async (onInvalid, also = []) => {
      const refused = addAllTyped(form);
      if (refused) refuse(refused, onInvalid);
      else
        await form.handleSubmit(
          (body) => send(body, also, onInvalid),
          (errors) => refuse(firstMistake(errors), onInvalid),
        )();
    },
  };
}

/** The path of the first field with a mistake, in the form's order. */
function firstMistake(errors: object, prefix = ''): SettingsPath | null {
  for (const [key, error] of Object.entries(errors)) {
    if (typeof error !== 'object' || error === null || key === 'root' || key === 'ref') continue;
    // A list's mistake (an address, a date) is shown at the list.
    if ('message' in error || Array.isArray(error)) return `${prefix}${key}` as SettingsPath;
    const inner = firstMistake(error, `${prefix}${key}.`);
    if (inner) return inner;
  }
  return null;
}
