/** Compares two states of the settings form, and merges typed changes into newer saved settings. Pure. */
import { get, set } from 'react-hook-form';
import type { SettingsFormValues, SettingsFieldPath } from './settings-form.ts';
import type { SettingsFieldName } from '../../../../contract/settings.ts';

type Branch = Readonly<Record<string, unknown>>;

const isBranch = (value: unknown): value is Branch =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isSame(one: unknown, other: unknown): boolean {
  return Array.isArray(one) || Array.isArray(other)
    ? JSON.stringify(one) === JSON.stringify(other)
    : Object.is(one, other);
}

function collect(before: Branch, after: Branch, prefix: string, into: string[]): void {
  for (const [key, value] of Object.entries(after)) {
    const was = before[key];
    if (isBranch(value) && isBranch(was)) collect(was, value, `${prefix}${key}.`, into);
    else if (!isSame(was, value)) into.push(`${prefix}${key}`);
  }
}

/** Returns the paths of settings that differ between `before` and `after`. A list (days, holidays) is one path. */
export function listChangedSettingsPaths(
  before: SettingsFormValues,
  after: SettingsFormValues,
): readonly SettingsFieldPath[] {
  const paths: string[] = [];
  collect(before, after, '', paths);
  return paths as SettingsFieldPath[];
}

/** Name of the settings part in a field's path: 'thresholds.callsPerHour' → 'thresholds'. */
export const getSettingsPartOfFieldPath = (path: SettingsFieldPath): SettingsFieldName =>
  path.split('.')[0] as SettingsFieldName;

/**
 * Returns a copy of the settings `saved` with the person's edits applied. A field was edited if its value in `typed`
 * differs from its value in `before`.
 */
export function mergeEditedSettings(
  before: SettingsFormValues,
  typed: SettingsFormValues,
  saved: SettingsFormValues,
): SettingsFormValues {
  const form = structuredClone(saved);
  for (const path of listChangedSettingsPaths(before, typed)) set(form, path, structuredClone(get(typed, path)));
  return form;
}
