/** Converts the details of an audit log entry to table rows: values before and after, or single facts. Pure. */
import { auditDetailLabels, auditLabels } from '../audit-es.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { describeSettingName, describeSettingValue } from '../form/describe-setting.ts';
import type { SettingsFieldPath } from '../form/settings-form.ts';

export interface AuditDetailDisplayRow {
  readonly name: string;
  /** Value before the audited change. Null if the row shows a mere detail of the action, which has no earlier value. */
  readonly before: string | null;
  readonly after: string;
}

type Json = Readonly<Record<string, unknown>>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens nested details of an audit entry. Keys are joined by dots, as settings paths are. */
function flatten(value: Json, prefix = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, inner]) =>
    isObject(inner) && Object.keys(inner).length > 0
      ? flatten(inner, `${prefix}${key}.`)
      : [[`${prefix}${key}`, inner] as [string, unknown]],
  );
}

function nameOf(path: string): string {
  return auditDetailLabels[path] ?? describeSettingName(path as SettingsFieldPath);
}

function wordsOf(path: string, value: unknown, format: RegionalFormat): string {
  if (value === undefined || (isObject(value) && Object.keys(value).length === 0)) return auditLabels.nothing;
  return describeSettingValue(path as SettingsFieldPath, value, format);
}

export function buildAuditDetailDisplayRows(details: Json, format: RegionalFormat): readonly AuditDetailDisplayRow[] {
  const { before, after, ...facts } = details;
  // Empty values and ids in an audit entry are left out, because they mean nothing to a person.
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
  // Leaves out audited values that are the same before and after the change.
  return [...factRows, ...changes.filter((row) => row.before !== row.after)];
}

/** Name of the person or thing that an audit entry is about; null if none is known. */
export function getAuditEntryTargetName(
  { target, details }: { readonly target: string | null; readonly details: Json },
  nameOfCampaign: (id: string) => string | undefined,
): string | null {
  for (const name of [details['username'], details['name']]) if (typeof name === 'string' && name !== '') return name;
  if (target === null) return null;
  return nameOfCampaign(target) ?? (uuid.test(target) ? null : target);
}
