/** Where somebody is led who presses on though something is missing. */

/** What the list lacks is mended at the first of these that stands on the screen. */
export const listFields = {
  list: ['list'],
  problems: ['column', 'list'],
  valid: ['cell', 'list'],
  errors: ['cell', 'omit'],
  names: ['names'],
} as const;

/** A field is found by `data-field`; one that can't be typed into yet is passed over. */
export function focusFirst(within: HTMLElement | null, fields: readonly string[]): void {
  const found = fields.map((field) => within?.querySelector<HTMLElement>(`[data-field=${field}]:enabled`));
  found.find((element) => element)?.focus();
}
