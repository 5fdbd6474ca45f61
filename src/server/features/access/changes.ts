/** What a change really changes, before and after, as the audit log keeps it. */

export interface Changes<T> {
  readonly before: Partial<T>;
  readonly after: Partial<T>;
  readonly [key: string]: unknown;
}

/** The fields given in `wanted` whose value differs; null when none does. */
export function pickChanges<T extends object>(
  current: T,
  wanted: { readonly [K in keyof T]?: T[K] | undefined },
): Changes<T> | null {
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
