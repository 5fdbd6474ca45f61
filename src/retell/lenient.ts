// Lenient reading of the provider's answers: unknown keys are kept, and a known field that is missing, null or
// malformed counts as absent. The provider adds values without notice, and one odd field must not cost a call.
import { z } from 'zod';

/** Makes a schema field optional and nullable. A value of the wrong type reads as undefined. */
export function lenient<T extends z.ZodType>(schema: T) {
  return z.optional(schema.nullish().catch(undefined));
}

/** An object of free-form values by name. */
export const anyRecord = z.record(z.string(), z.unknown());

/**
 * Limits a loose object's type to its declared keys, at every depth, so that a misspelt field fails the build. Pure
 * records (without declared keys) stay as they are.
 */
export type DeclaredFields<T> = T extends readonly (infer Item)[]
  ? DeclaredFields<Item>[]
  : T extends object
    ? keyof Declared<T> extends never
      ? T
      : { [Key in keyof Declared<T>]: DeclaredFields<Declared<T>[Key]> }
    : T;

type Declared<T> = {
  [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: T[Key];
};
