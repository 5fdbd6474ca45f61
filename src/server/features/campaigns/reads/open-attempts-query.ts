/** For metrics: orders to dial without an outcome, by the index that holds those alone. */
export const openAttemptsQuery = `
  with open as (
    select state, count(*) as attempts, extract(epoch from now() - min(created_at)) as age from attempts
    where state in ('claimed', 'unknown', 'unconfirmed') group by state
  )
  select 'vocero_attempts_open' as metric, states.state as label, coalesce(open.attempts, 0)::float8 as value
  from (values ('claimed'), ('unknown'), ('unconfirmed')) as states (state) left join open using (state)
  union all select 'vocero_attempts_oldest_unknown_seconds', null,
    coalesce((select greatest(0, age) from open where state = 'unknown'), 0)::float8`;
