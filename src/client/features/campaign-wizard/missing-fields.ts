/** Focuses the first missing field when a person presses on. */

/** Fields that fix each gap of the list; the first one on screen gets the focus. */
export const listFields = {
  list: ['list'],
  problems: ['column', 'list'],
  valid: ['cell', 'list'],
  errors: ['cell', 'omit'],
  names: ['names'],
} as const;

/** Focuses the first of the fields (by `data-field`) that is enabled. */
export function focusFirst(within: HTMLElement | null, fields: readonly string[]): void {
  const found = fields.map((field) => within?.querySelector<HTMLElement>(`[data-field=${field}]:enabled`));
  found.find((element) => element)?.focus();
}
