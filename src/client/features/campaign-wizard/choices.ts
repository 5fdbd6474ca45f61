/** One read of the provider, for a list of choices. */
export interface Choices<T> {
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly retry: () => void;
}
