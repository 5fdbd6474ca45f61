/** Focuses the first missing form field when the user presses 'Siguiente'. */

/** For each kind of problem in the recipient list, the form fields that resolve it, in order of preference. */
export const recipientProblemFields = {
  list: ['list'],
  problems: ['column', 'list'],
  valid: ['cell', 'list'],
  errors: ['cell', 'omit'],
  names: ['names'],
} as const;

/** Focuses the first enabled form field of the given names (attribute `data-field`). */
export function focusFirst(within: HTMLElement | null, fields: readonly string[]): void {
  const found = fields.map((field) => within?.querySelector<HTMLElement>(`[data-field=${field}]:enabled`));
  found.find((element) => element)?.focus();
}
