/** Fields that a change alters, with their values before and after it, in the form of the audit log's details. */

export interface FieldChanges<T> {
  readonly before: Partial<T>;
  readonly after: Partial<T>;
  readonly [key: string]: unknown;
}

export function pickFieldChanges<T extends object>(
  current: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): FieldChanges<T> | null {
  const before: Partial<T> = {};
  const after: Partial<T> = {};
  for (const field of Object.keys(wanted) as (keyof T)[]) {
    const value = wanted[field];
    if (value === undefined || value === current[field]) continue;
    before[field] = current[field];
    after[field] = value;
  }
  return Object.keys(after).length > 0 ? { before, after } : null;
}
