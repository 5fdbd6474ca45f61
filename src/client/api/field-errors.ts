/** Which field of a form each part of a refusal belongs to. */
import { ApiError } from './api-error.ts';

/** What the server found wrong with these fields; empty for any other failure. */
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
