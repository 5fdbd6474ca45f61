/** True if PostgreSQL reports a unique violation. */
export function isUniqueViolation(error: unknown): boolean {
  return (error as { readonly code?: string }).code === '23505';
}
