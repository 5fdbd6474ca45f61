// Lenient parsing of the provider's responses. Unknown keys are kept, and a known field that is null or malformed
// counts as missing. The provider adds values without notice, and one odd field must not make a call unreadable.
import { z } from 'zod';

/** Makes a schema field optional and nullable. A value of the wrong type is parsed as undefined. */
export function toLenientFieldSchema<T extends z.ZodType>(schema: T) {
  return z.optional(schema.nullish().catch(undefined));
}

/** An object of free-form values by name. */
export const anyRecordSchema = z.record(z.string(), z.unknown());

/**
 * Limits the type of a zod loose object to its declared keys, at every depth, so that a misspelt field fails the build.
 * The types of records without declared keys are unchanged.
 */
export type DeclaredFieldsOnly<T> = T extends readonly (infer Item)[]
  ? DeclaredFieldsOnly<Item>[]
  : T extends object
    ? keyof Declared<T> extends never
      ? T
      : { [Key in keyof Declared<T>]: DeclaredFieldsOnly<Declared<T>[Key]> }
    : T;

type Declared<T> = {
  [Key in keyof T as string extends Key ? never : number extends Key ? never : Key]: T[Key];
};
