/** What is wrong with an order, at the field that a person has to change. */
import { AppError } from '../../../platform/errors.ts';

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, details: [{ path, message }] });
}
