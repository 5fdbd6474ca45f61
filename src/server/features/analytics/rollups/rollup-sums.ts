/**
 * Sums the contributions of calls to the same rollup row before they are sent to the database. Calls of a batch share
 * few rows, and a change of a call often adds zero to a row. The sums are as exact as the database's.
 */
import { createExactDecimalSum, type ExactDecimalSum } from './decimal-sum.ts';
import type { SignedRollupContribution } from './rollup-contribution.ts';
import { rollupCounters } from './rollup-counters.ts';
import { analysisFieldRollupColumns } from './rollup-fields.ts';

/** A rollup row: its key columns, and for each summed column the amount to add. Decimals are text. */
type SummedRow = Readonly<Record<string, number | string>>;

export interface RollupRowSums {
  readonly rows: readonly SummedRow[];
  readonly tallies: readonly SummedRow[];
  readonly fields: readonly SummedRow[];
}

interface SummedColumn {
  readonly column: string;
  readonly type: 'bigint' | 'numeric';
}

export interface RollupSumAccumulator {
  add(contributions: readonly SignedRollupContribution[]): void;
  read(): RollupRowSums;
}

export function sumRollupContributions(contributions: readonly SignedRollupContribution[]): RollupRowSums {
  const sums = createRollupSumAccumulator();
  sums.add(contributions);
  return sums.read();
}

/** Creates an accumulator of rollup sums. Its memory grows with the number of rollup rows, not of calls. */
export function createRollupSumAccumulator(): RollupSumAccumulator {
  const rows = createRowSums(rollupCounters);
  const tallies = createRowSums([{ column: 'calls', type: 'bigint' }]);
  const fields = createRowSums(analysisFieldRollupColumns);
  return {
    add(contributions) {
      for (const { sign, contribution } of contributions) {
        const { bucketAt, agentId, direction } = contribution;
        rows.add({ bucket_at: bucketAt, agent_id: agentId, direction }, sign, contribution.counters);
        for (const { kind, value } of contribution.tallies)
          tallies.add({ bucket_at: bucketAt, agent_id: agentId, direction, kind, value }, sign, [1]);
        for (const field of contribution.fields) {
          const { name, reviewed } = field;
          fields.add(
            { bucket_at: bucketAt, agent_id: agentId, name, reviewed },
            sign,
            analysisFieldRollupColumns.map(({ column }) => field[column]),
          );
        }
      }
    },
    read: () => ({ rows: rows.list(), tallies: tallies.list(), fields: fields.list() }),
  };
}

interface RowSum {
  readonly key: SummedRow;
  readonly sums: (number | ExactDecimalSum)[];
}

function createRowSums(columns: readonly SummedColumn[]) {
  const byKey = new Map<string, RowSum>();

  function rowOf(key: SummedRow): RowSum {
    const name = JSON.stringify(Object.values(key));
    const known = byKey.get(name);
    if (known) return known;
    const row: RowSum = { key, sums: columns.map(({ type }) => (type === 'numeric' ? createExactDecimalSum() : 0)) };
    byKey.set(name, row);
    return row;
  }

  return {
    add(key: SummedRow, sign: 1 | -1, values: readonly (number | string)[]): void {
      const { sums } = rowOf(key);
      values.forEach((value, index) => {
        const sum = sums[index];
        if (typeof sum === 'number') sums[index] = sum + sign * Number(value);
        else sum?.add(sign, value);
      });
    },
    list(): SummedRow[] {
      return [...byKey.values()]
        .filter(({ sums }) => !sums.every(isZero))
        .map(({ key, sums }) => ({
          ...key,
          ...Object.fromEntries(columns.map(({ column }, index) => [column, plainOf(sums[index] ?? 0)])),
        }));
    },
  };
}

const isZero = (sum: number | ExactDecimalSum): boolean => (typeof sum === 'number' ? sum === 0 : sum.isZero);
const plainOf = (sum: number | ExactDecimalSum): number | string => (typeof sum === 'number' ? sum : sum.toString());
