// Types that compare two shapes field by field, so that a compiler error names the field and, for fields with few
// words, the value. `None<…>` accepts only `never`, so the error message shows the rest.

/** Compiles only if there are no problems. */
export type None<Problems extends never> = Problems;

/**
 * Every field of a type by its path, such as `call_analysis.user_sentiment` or `transcript_object[].words[].start`,
 * with its type. Words and numbers are literal; objects and lists are only named, because their fields have own paths.
 */
type FieldsOf<T> = { [Entry in EntryOf<T, ''> as PathIn<Entry>]: ValueIn<Entry> };
type PathOf<T> = keyof FieldsOf<T> & string;
type At<T, Path> = Path extends keyof FieldsOf<T> ? FieldsOf<T>[Path] : never;

/** One of them. */
interface Field<Path extends string, Value> {
  path: Path;
  value: Value;
}
type PathIn<Entry> = Entry extends Field<infer Path, unknown> ? Path : never;
type ValueIn<Entry> = Entry extends Field<string, infer Value> ? Value : never;

type EntryOf<T, Before extends string> = T extends readonly (infer Item)[]
  ? Field<`${Before}[]`, KindOf<Item>> | EntryOf<Item, `${Before}[]`>
  : T extends object
    ? string extends keyof T
      ? never
      : {
          [Key in keyof T & string]-?: Field<Join<Before, Key>, KindOf<T[Key]>> | EntryOf<T[Key], Join<Before, Key>>;
        }[keyof T & string]
    : never;
type Join<Before extends string, Key extends string> = Before extends '' ? Key : `${Before}.${Key}`;
type KindOf<V> = V extends readonly unknown[] ? Kind<'list'> : V extends object ? Kind<'object'> : V;
interface Kind<Name extends string> {
  kind: Name;
}

/** Each value at a path of `From` that the same path of `To` does not accept. */
type Unfit<Path extends string, From, To> = From extends To ? never : Named<Path, From>;
type Named<Path extends string, V> = V extends undefined
  ? `${Path} may be missing`
  : V extends string | number | boolean | null
    ? `${Path}=${V}`
    : V extends Kind<infer Name>
      ? `${Path}=(${Name})`
      : Path;

/** The fields of `Relied` that `Theirs` lacks or `Ours` does not read, and values that `Ours` would not read. */
export type Misread<Theirs, Ours, Relied extends string> = Each<
  {
    [Path in Relied]: Path extends PathOf<Theirs>
      ? Path extends PathOf<Ours>
        ? Unfit<Path, At<Theirs, Path>, At<Ours, Path>>
        : `${Path} is not read`
      : `${Path} is not theirs`;
  }[Relied]
>;

/**
 * Values and fields of `Sent` that `Theirs` does not accept, and required fields that are not sent. `Except` names
 * known exceptions.
 */
export type Missent<Sent, Theirs, Except extends string = never> = Each<
  Exclude<Unsendable<Sent, Theirs> | Unsent<Sent, Theirs>, Except> | Unassignable<Sent, Theirs, Except>
>;

/** Forces the compiler to print the result instead of the type's name. */
type Each<Problem extends string> = `${Problem}`;

type Unsendable<Sent, Theirs> = {
  [Path in PathOf<Sent>]: Path extends PathOf<Theirs>
    ? Unfit<Path, At<Sent, Path>, At<Theirs, Path>>
    : `${Path} is not theirs`;
}[PathOf<Sent>];

/** Required fields that are missing. */
type Unsent<Sent, Theirs> = {
  [Key in keyof Theirs & string]-?: Key extends keyof Sent
    ? never
    : undefined extends Theirs[Key]
      ? never
      : `${Key} is required`;
}[keyof Theirs & string];

/** The compiler's own check, once every field fits. A part that does not fit can then only be an exception. */
type Unassignable<Sent, Theirs, Except extends string> = [
  Exclude<Unsendable<Sent, Theirs> | Unsent<Sent, Theirs>, Except>,
] extends [never]
  ? Without<Sent, TopOf<Except>> extends Without<Theirs, TopOf<Except>>
    ? never
    : {
        [Path in Exclude<PathOf<Theirs>, PathOf<Sent>>]: undefined extends At<Theirs, Path>
          ? never
          : `${Path} is required`;
      }[Exclude<PathOf<Theirs>, PathOf<Sent>>]
  : never;
type TopOf<Path extends string> = Path extends `${infer Top}${'.' | '[' | '=' | ' '}${string}` ? TopOf<Top> : Path;
type Without<T, Keys extends string> = T extends unknown ? Omit<T, Keys> : never;

/** Exceptions that are no longer needed. */
export type Needless<Except extends string, Problems extends string> = Exclude<Except, Problems>;

/** Words of a field that only one side knows. */
export type Unshared<Path extends string, Theirs extends string, Ours extends string> = Exclude<
  `${Path}=${Theirs | Ours}`,
  `${Path}=${Theirs & Ours}`
>;
