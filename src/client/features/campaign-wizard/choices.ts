/** A read of the provider, as far as a list of choices needs it. */
export interface Choices<T> {
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly retry: () => void;
}
