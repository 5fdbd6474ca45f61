/** Details of an audit log entry as rows to read: values before and after, or plain facts. Pure. */
import { auditDetailLabels, auditLabels } from '../audit-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { nameOfSetting, wordsOfSetting } from '../form/describe-setting.ts';
import type { SettingsPath } from '../form/settings-form.ts';

export interface AuditDetailRow {
  readonly name: string;
  /** The value before the audited change; null for a fact that did not change. */
  readonly before: string | null;
  readonly after: string;
}

type Json = Readonly<Record<string, unknown>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Joins nested keys of an audit entry by dots, so that a setting is named as on its screen. */
function flatten(value: Json, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isObject(inner) && Object.keys(inner).length > 0
      ? flatten(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, inner] as [string, unknown]],
  );
}

function nameOf(path: string): string {
  return auditDetailLabels[path] ?? nameOfSetting(path as SettingsPath);
}

function wordsOf(path: string, value: unknown, format: RegionalFormat): string {
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return auditLabels.nothing;
  return wordsOfSetting(path as SettingsPath, value, format);
}

export function auditDetailRows(details: Json, format: RegionalFormat): readonly AuditDetailRow[] {
  const { before, after, ...facts } = details;
  // Empty values and ids of an audit entry are omitted, because they mean nothing to a person.
  const factRows = flatten(facts)
    .filter(([, value]) => value !== null && value !== '' && !(typeof value === 'string' && uuid.test(value)))
    .map(([path, value]) => ({ name: nameOf(path), before: null, after: wordsOf(path, value, format) }));
  if (!isObject(before) || !isObject(after)) {
    if (before === undefined && after === undefined) return factRows;
    return [
      ...factRows,
      {
        name: auditDetailLabels['role'] ?? '',
        before: wordsOf('role', before, format),
        after: wordsOf('role', after, format),
      },
    ];
  }
  const was = new Map(flatten(before));
  const is = new Map(flatten(after));
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter(
    (path) => path !== 'version' && JSON.stringify(was.get(path)) !== JSON.stringify(is.get(path)),
  );
  const changes = changed.map((path) => ({
    name: nameOf(path),
    before: wordsOf(path, was.get(path), format),
    after: wordsOf(path, is.get(path), format),
  }));
  // Drops rows of an audit entry that read alike before and after; contents of a new section have their own rows.
  return [...factRows, ...changes.filter((row) => row.before !== row.after)];
}

/** Name of the person or thing that the audit entry is about; null if it has no name to show. */
export function auditTargetName(
  { target, details }: { readonly target: string | null; readonly details: Json },
  nameOfCampaign: (id: string) => string | undefined,
): string | null {
  for (const name of [details['username'], details['name']]) if (typeof name === 'string' && name !== '') return name;
  if (target === null) return null;
  return nameOfCampaign(target) ?? (uuid.test(target) ? null : target);
}
