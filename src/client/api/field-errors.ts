/** Assigns the validation errors of a 422 response to the fields of a form. */
import { ApiError } from './api-error.ts';

/** The server's validation messages for the given form fields; empty if the error is not a 422 response. */
export function pickFieldErrors<F extends string>(
  error: unknown,
  fields: readonly F[],
): readonly { readonly field: F; readonly message: string }[] {
  const details = error instanceof ApiError ? error.details : [];
  return fields.flatMap((field) => {
    const detail = details.find(({ path }) => path === field);
    return detail ? [{ field, message: detail.message }] : [];
  });
}
