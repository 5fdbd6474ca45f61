/** Reads today's number of calls of a campaign's origin numbers, and which of them are excluded as rarely answered. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { attemptOutcomesWithoutCall } from '../../../../contract/campaigns.ts';
import { preparedStatementMark } from '../../../platform/db/prepared.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { Tx } from '../../calls/index.ts';
import { attemptStatesCountedForDailyLimit } from '../rules/attempt-state.ts';
import { sumOriginNumberCapsAndCallsToday, type OriginNumberChoiceFacts } from '../rules/origin-choice.ts';

interface OriginOrder {
  readonly workspaceId: string;
  readonly phoneNumbers: readonly string[];
  /** Limit of calls of an origin number in a day; 0 for no cap. */
  readonly cap: number;
  readonly since: Date;
}

/**
 * State of the origin numbers while recipients are selected: their calls of today, and which of them are excluded. It
 * is exact only while the caller keeps the dispatch lease locked.
 */
export interface OriginNumberClaimState {
  /**
   * Reads today's calls and exclusions of the origin numbers. Also reads the result of `spokeFrom` for each phone
   * number in `numberKeys`.
   */
  learn(numberKeys: readonly string[]): Promise<void>;
  readonly facts: OriginNumberChoiceFacts;
  /**
   * Origin number of the person's last connected call; without a connected call, of their last call. Null if they were
   * never called, or if the campaign has only one origin number.
   */
  spokeFrom(numberKey: string): string | null;
  /** Counts one more call of this number. */
  call(number: string): void;
}

/** Attempt states that count as a call of the origin number. The partial index of attempts has the same list. */
const counted = sql.join(attemptStatesCountedForDailyLimit.map((state) => sql.lit(state)));

/** SQL condition: an attempt counts as a call of its origin number. `alias` names the table of attempts. */
export const originNumberCallCondition = (alias: string): RawBuilder<boolean> =>
  sql`${sql.ref(`${alias}.state`)} in (${counted})
    and (${sql.ref(`${alias}.outcome`)} is null or ${sql.ref(`${alias}.outcome`)} <> all(${attemptOutcomesWithoutCall}::text[]))`;

const setAsideOf = (workspaceId: string, numbers: readonly string[]): RawBuilder<string[]> =>
  sql`array(select phone_number from origin_numbers
    where workspace_id = ${workspaceId} and phone_number = any(${numbers}::text[]) and set_aside_at is not null)`;

/** Calls since a moment, by origin number. */
const callsSince = (workspaceId: string, numbers: readonly string[], since: Date): RawBuilder<Record<string, number>> =>
  sql`coalesce((select jsonb_object_agg(from_number, calls) from (
    select a.from_number, count(*) as calls from attempts a
    where a.workspace_id = ${workspaceId} and a.from_number = any(${numbers}::text[]) and a.created_at >= ${since} and ${originNumberCallCondition('a')}
    group by 1) today), '{}')`;

export function createOriginNumberClaimState(tx: Tx, order: OriginOrder): OriginNumberClaimState {
  const { workspaceId, phoneNumbers, cap, since } = order;
  const hasChoice = phoneNumbers.length > 1;
  const spokeFrom = new Map<string, string>();
  const callsToday = new Map<string, number>();
  let setAside: ReadonlySet<string> = new Set();
  let isKnown = !hasChoice && cap === 0;

  async function read(numbers: readonly string[], numberKeys: readonly string[]) {
    const { rows } = await sql<Found>`
      select ${preparedStatementMark}
        ${setAsideOf(workspaceId, numbers)} as "setAside", ${callsSince(workspaceId, numbers, since)} as "callsToday",
        coalesce((select jsonb_object_agg(key, from_number) from unnest(${numberKeys}::text[]) as given (key) cross join lateral (
          -- Fenced, so that it is found by the person's number whatever the planner knows of the table.
          select a.from_number from (
            select from_number, state, outcome, picked_up, created_at from attempts
            where workspace_id = ${workspaceId} and number_key = given.key offset 0) a
          where a.from_number is not null and ${originNumberCallCondition('a')}
          order by a.picked_up desc, a.created_at desc limit 1) last), '{}') as "spokeFrom"`.execute(tx);
    return rows[0] as Found;
  }

  return {
    async learn(numberKeys) {
      const keys = hasChoice ? numberKeys : [];
      if (isKnown && keys.length === 0) return;
      const found = await read(isKnown ? [] : phoneNumbers, keys);
      for (const [key, number] of Object.entries(found.spokeFrom)) spokeFrom.set(key, number);
      if (isKnown) return;
      isKnown = true;
      setAside = new Set(found.setAside);
      for (const [number, calls] of Object.entries(found.callsToday)) callsToday.set(number, calls);
    },
    get facts() {
      return { setAside, callsToday, cap };
    },
    spokeFrom: (key) => spokeFrom.get(key) ?? null,
    call: (number) => void callsToday.set(number, (callsToday.get(number) ?? 0) + 1),
  };
}

/** Daily limit and today's calls of each campaign's origin numbers, for the forecast; null without a limit. */
export async function readOriginNumberDailyAllowances(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  campaigns: readonly (readonly string[])[],
  { cap, since }: { readonly cap: number; readonly since: Date },
): Promise<readonly ReturnType<typeof sumOriginNumberCapsAndCallsToday>[]> {
  if (cap === 0) return campaigns.map(() => null);
  const numbers = [...new Set(campaigns.flat())];
  const { rows } = await sql<Omit<Found, 'spokeFrom'>>`
    select ${setAsideOf(workspaceId, numbers)} as "setAside", ${callsSince(workspaceId, numbers, since)} as "callsToday"`.execute(
    db,
  );
  const setAside = new Set(rows[0]?.setAside);
  const callsToday = new Map(Object.entries(rows[0]?.callsToday ?? {}));
  return campaigns.map((phoneNumbers) => sumOriginNumberCapsAndCallsToday({ phoneNumbers, setAside, callsToday, cap }));
}

/**
 * True if all given origin numbers have surely reached their daily cap. Attempts without a response do not count,
 * because their call may not have been placed. Attempts in which the provider dialled nobody do not count either.
 */
export async function areAllOriginNumbersAtDailyCap(
  tx: Tx,
  workspaceId: string,
  phoneNumbers: readonly string[],
  { cap, since }: { readonly cap: number; readonly since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select coalesce(bool_and(placed.calls >= ${cap}), true) as full from unnest(${phoneNumbers}::text[]) as given (number) cross join lateral (
      select count(*) as calls from attempts a
      where a.workspace_id = ${workspaceId} and a.from_number = given.number and a.created_at >= ${since} and ${originNumberCallCondition('a')}
        and a.state not in ('claimed', 'unknown')) placed`.execute(tx);
  return rows[0]?.full ?? true;
}

interface Found {
  readonly setAside: readonly string[];
  readonly callsToday: Readonly<Record<string, number>>;
  readonly spokeFrom: Readonly<Record<string, string>>;
}
