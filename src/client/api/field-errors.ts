/** Assigns each detail of a 422 answer to a field of a form. */
import { ApiError } from './api-error.ts';

/** The server's messages about these fields; empty for any other failure. */
export function fieldErrors<F extends string>(
  error: unknown,
  fields: readonly F[],
): readonly { readonly field: F; readonly message: string }[] {
  const details = error instanceof ApiError ? error.details : [];
  return fields.flatMap((field) => {
    const detail = details.find(({ path }) => path === field);
    return detail ? [{ field, message: detail.message }] : [];
  });
}
