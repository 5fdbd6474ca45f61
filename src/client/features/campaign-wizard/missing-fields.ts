/** Focuses the first missing form field when the user presses 'Siguiente'. */

/** Names of form fields to focus for each kind of problem with the recipients, in order of preference. */
export const recipientProblemFocusFields = {
  list: ['list'],
  problems: ['column', 'list'],
  valid: ['cell', 'list'],
  errors: ['cell', 'omit'],
  names: ['names'],
} as const;

/**
 * Focuses the first enabled form field among `fields`, in their order. Fields are found by the attribute `data-field`.
 */
export function focusFirstEnabledField(within: HTMLElement | null, fields: readonly string[]): void {
  const found = fields.map((field) => within?.querySelector<HTMLElement>(`[data-field=${field}]:enabled`));
  found.find((element) => element)?.focus();
}
