/** What the rollups of a workspace say, summed over the servers that wrote them: the same before and after they are made anew from the calls. */
import type { Pool } from 'pg';

const tables = [
  'rollup_half_hours',
  'rollup_days',
  'rollup_half_hour_tallies',
  'rollup_day_tallies',
  'rollup_half_hour_fields',
  'rollup_day_fields',
  'rollup_agent_days',
  'rollup_total_half_hours',
  'rollup_total_days',
  'rollup_total_day_tallies',
  'rollup_total_half_hour_fields',
  'rollup_total_day_fields',
] as const;

const keyColumns = `
  select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indrelid = $1::regclass and i.indisprimary`;

/** One text; rows of nothing but zeros are left out. */
export async function readRollupSums(pool: Pool, workspaceId: string): Promise<string> {
  const lines: string[] = [];
  for (const table of tables) {
    const { rows: keys } = await pool.query<{ name: string }>(keyColumns, [table]);
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(r) as row from ${table} r where workspace_id = $1`,
      [workspaceId],
    );
    lines.push(
      ...sumRows(
        table,
        rows.map(({ row }) => row),
        new Set(keys.map(({ name }) => name)),
      ),
    );
  }
  return lines.toSorted((a, b) => (a < b ? -1 : 1)).join('\n');
}

function sumRows(table: string, rows: readonly Record<string, unknown>[], keys: ReadonlySet<string>): string[] {
  const sums = new Map<string, Map<string, number>>();
  for (const { slot: _slot, ...row } of rows) {
    const key = JSON.stringify(Object.entries(row).filter(([name]) => keys.has(name)));
    const sum = sums.get(key) ?? new Map<string, number>();
    for (const [name, value] of Object.entries(row))
      if (!keys.has(name)) sum.set(name, (sum.get(name) ?? 0) + Number(value));
    sums.set(key, sum);
  }
  return [...sums].flatMap(([key, sum]) => {
    // Cents and milliseconds have some decimals, which add up in any order.
    const counted = [...sum]
      .map(([name, value]) => [name, Number(value.toFixed(4))] as const)
      .filter(([, value]) => value !== 0);
    return counted.length === 0 ? [] : [`${table} ${key} ${JSON.stringify(counted)}`];
  });
}
