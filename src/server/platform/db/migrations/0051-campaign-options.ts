/**
 * Migration: log entries about a changed campaign option all get the kind 'changed' and name the option. Also removes
 * `enabled` and `holidays` from campaigns' own calling hours.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `update campaign_log set details = changed.details, kind = 'changed'
   from (values ('opened', 'isOpen', 'true'), ('closed', 'isOpen', 'false'), ('best_hour_on', 'bestHour', 'true'),
     ('best_hour_off', 'bestHour', 'false')) as old (kind, field, value),
     lateral (select jsonb_build_object('field', old.field, 'from', null, 'to', old.value::jsonb) as details) changed
   where campaign_log.kind = old.kind`,
  `update campaign_log set details = jsonb_build_object('field', 'weight', 'from', null, 'to', details -> 'weight'), kind = 'changed'
   where kind = 'weight_set'`,
  `update campaign_log set kind = 'changed', details = jsonb_build_object('field', 'callingWindow', 'from', null, 'to',
     (details ->> 'days') || ' ' || (details ->> 'from') || '-' || (details ->> 'to'))
   where kind = 'window_set'`,
  `update campaigns set calling_window = calling_window - 'enabled' - 'holidays' where calling_window is not null`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
