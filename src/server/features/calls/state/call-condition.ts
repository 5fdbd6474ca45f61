/**
 * Conditions on a call. Each condition has a TypeScript function of the call and an equivalent SQL expression over the
 * row `calls as c`. The SQL is never null. Otherwise its negation would be null too, where the negated function returns
 * true.
 */
import { toSnakeCase, type CallTableRow } from './call-columns.ts';

/** A condition on a call, as a TypeScript function and as SQL. `F`: the names of the call's fields that it reads. */
export interface CallCondition<F extends keyof CallTableRow = keyof CallTableRow> {
  (call: Pick<CallTableRow, F>): boolean;
  readonly sql: string;
}

/** SQL: the column of a call's field. */
export const toCallColumnSql = (field: keyof CallTableRow): string => `c.${toSnakeCase(field)}`;

export function joinCallConditionsByAnd<F extends keyof CallTableRow>(
  ...conditions: readonly CallCondition<NoInfer<F>>[]
): CallCondition<F> {
  return condition(
    (call) => conditions.every((holds) => holds(call)),
    ['true', ...conditions.map(({ sql }) => sql)].join(' and '),
  );
}

export function joinCallConditionsByOr<F extends keyof CallTableRow>(
  ...conditions: readonly CallCondition<NoInfer<F>>[]
): CallCondition<F> {
  return condition((call) => conditions.some((holds) => holds(call)), conditions.map(({ sql }) => sql).join(' or '));
}

export function negateCallCondition<F extends keyof CallTableRow>(holds: CallCondition<F>): CallCondition<F> {
  return condition((call) => !holds(call), `not ${holds.sql}`);
}

export function callFieldKnownCondition<F extends keyof CallTableRow>(field: F): CallCondition<F> {
  return condition((call) => call[field] !== null, `${toCallColumnSql(field)} is not null`);
}

/** Builds the condition that a field of the call equals one of the given values. */
export function callFieldOneOfCondition<F extends keyof CallTableRow>(
  field: F,
  ...values: readonly (CallTableRow[F] & (string | boolean))[]
): CallCondition<F> {
  const column = toCallColumnSql(field);
  const listed = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');
  return condition(
    (call) => (values as readonly unknown[]).includes(call[field]),
    `${column} is not null and ${column} in (${listed})`,
  );
}

/** Builds the condition that the call's disconnection reason begins with the given text. */
export function disconnectionReasonPrefixCondition(beginning: string): CallCondition<'disconnectionReason'> {
  return condition(
    ({ disconnectionReason }) => disconnectionReason?.startsWith(beginning) ?? false,
    `starts_with(coalesce(c.disconnection_reason, ''), '${beginning}')`,
  );
}

/** Returns the condition that a call's `field` is greater than `limit`. An unknown value counts as 0. */
export function callFieldAboveCondition<F extends 'durationMs' | 'e2eP50Ms' | 'fieldsExpected'>(
  field: F,
  limit: number,
): CallCondition<F> {
  return condition((call) => Number(call[field] ?? 0) > limit, `coalesce(${toCallColumnSql(field)}, 0) > ${limit}`);
}

function condition<F extends keyof CallTableRow>(
  holds: (call: Pick<CallTableRow, F>) => boolean,
  text: string,
): CallCondition<F> {
  return Object.assign(holds, { sql: `(${text})` });
}
