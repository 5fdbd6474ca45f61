/** State of a query for the options of a select, such as phone numbers or agents. */
export interface SelectOptionsState<T> {
  readonly items: readonly T[] | undefined;
  readonly error: unknown;
  readonly isError: boolean;
  readonly retry: () => void;
}
