/** What differs between two states of the form, field by field, and how my changes come to stand on somebody else's save. Pure. */
import type { SettingsForm, SettingsPart, SettingsPath } from './settings-form.ts';

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

/** Paths of the fields that differ, in the form's order; a list (days, holidays, addresses) counts as one field. */
export function changedPaths(before: SettingsForm, after: SettingsForm): readonly SettingsPath[] {
  const paths: string[] = [];
  collect(before, after, '', paths);
  return paths as SettingsPath[];
}

/** The part of the settings that a path belongs to: 'thresholds.callsPerHour' → 'thresholds'. */
export const partOf = (path: SettingsPath): SettingsPart => path.split('.')[0] as SettingsPart;

export function valueAt(form: SettingsForm, path: SettingsPath): unknown {
  return path.split('.').reduce<unknown>((branch, key) => (isBranch(branch) ? branch[key] : undefined), form);
}

function mergeBranch(base: Branch, mine: Branch, theirs: Branch): Branch {
  return Object.fromEntries(
    Object.entries(theirs).map(([key, value]) => {
      const own = mine[key];
      const was = base[key];
      if (isBranch(value) && isBranch(own) && isBranch(was)) return [key, mergeBranch(was, own, value)];
      return [key, isSame(was, own) ? value : own];
    }),
  );
}

/** `theirs`, with the fields that I have changed since `base` as I have them. */
export function rebaseChanges(base: SettingsForm, mine: SettingsForm, theirs: SettingsForm): SettingsForm {
  return mergeBranch(base, mine, theirs) as SettingsForm;
}

/** Fields that both changed since `base`, and not to the same. */
export function clashingPaths(base: SettingsForm, mine: SettingsForm, theirs: SettingsForm): readonly SettingsPath[] {
  const changedByThem = new Set(changedPaths(base, theirs));
  return changedPaths(base, mine).filter(
    (path) => changedByThem.has(path) && !isSame(valueAt(mine, path), valueAt(theirs, path)),
  );
}
