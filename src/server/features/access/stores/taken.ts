/** PostgreSQL's word for a value that a unique index already holds. */
export function isTaken(error: unknown): boolean {
  return (error as { readonly code?: string }).code === '23505';
}
