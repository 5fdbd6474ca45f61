/**
 * Migration: exempts existing campaigns from Chile's rule that caller numbers need the prefix 600 or 809. Records this
 * in the campaigns' logs. Also corrects the time zones of pending recipients, which came from phone zone data of 2018.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  // Column: ids of the country rules on caller numbers that do not apply to a campaign, because the campaign is older
  // than the rules.
  `alter table campaigns add column exempt_rules text[] not null default '{cl_mass_origin}'`,
  `alter table campaigns alter column exempt_rules set default '{}'`,
  `insert into campaign_log (workspace_id, campaign_id, at, kind, details)
    select workspace_id, id, clock_timestamp(), 'rule_exempt', '{"rule": "cl_mass_origin"}' from campaigns c
    where status in ('created', 'scheduled', 'in_progress', 'paused')
      and exists (select from unnest(phone_number || more_numbers) as number where number !~ '^\\+56(600|809)')
      and exists (select from recipients r where r.workspace_id = c.workspace_id and r.campaign_id = c.id and r.state = 'pending'
        and r.place >= 'CL:' and r.place < 'CL;')`,
];

/**
 * Phone number prefixes whose time zones were corrected: pattern of the digits, value stored until now, and correct
 * value.
 */
const moved = [
  ['52(1?)(614|621|625|627|628|629|635|639|648|652|659)', 'MX:America/Mazatlan', 'MX:America/Chihuahua'],
  ['52(1?)636', 'MX:America/Mazatlan', 'MX:America/Chihuahua&America/Ciudad_Juarez'],
  ['52(1?)649', 'MX:America/Mazatlan&America/Mexico_City', 'MX:America/Chihuahua&America/Mexico_City'],
  ['52(1?)657', 'MX:America/Mazatlan', 'MX:America/Ciudad_Juarez'],
  ['52(1?)663', 'MX:America/Mexico_City', 'MX:America/Tijuana'],
  ['52(1?)(868|891|897)', 'MX:America/Mexico_City', 'MX:America/Matamoros'],
  ['52(1?)(862|873)', 'MX:America/Mexico_City', 'MX:America/Matamoros&America/Mexico_City'],
  ['5581', ':America/Noronha', ':America/Recife'],
  ['55(91|94)', ':America/Manaus', ':America/Belem'],
  ['5593', ':America/Manaus', ':America/Santarem'],
  ['5597', ':America/Manaus', ':America/Eirunepe&America/Manaus'],
  ['5632', 'CL:Pacific/Easter', 'CL:America/Santiago'],
  ['5661', 'CL:America/Santiago', 'CL:America/Punta_Arenas'],
  ['5667', 'CL:America/Santiago', 'CL:America/Coyhaique'],
  ['34827', 'ES:Atlantic/Canary', 'ES:Europe/Madrid'],
  ['1(219|270|364|448|574|812|850|906|930)', ':America/New_York', ':America/Chicago&America/New_York'],
  ['1423', ':America/Chicago', ':America/Chicago&America/New_York'],
  ['1(308|432|620|785)', ':America/Chicago', ':America/Chicago&America/Denver'],
  ['1(458|541)', ':America/Los_Angeles', ':America/Boise&America/Los_Angeles'],
] as const;

/**
 * SQL: corrects the time zones of pending recipients by newer data on phone number prefixes. Time zones that came from
 * a column of the recipient file are kept.
 */
const movePlaces = sql`
    update recipients r set place = given.told
    from (select * from unnest(
      ${moved.map(([digits]) => `^\\+${digits}`)}::text[], ${moved.map(([, kept]) => kept)}::text[], ${moved.map(([, , told]) => told)}::text[]
    ) as each (digits, kept, told)) as given
    where r.state = 'pending' and r.place = given.kept and r.phone_number ~ given.digits
      and not exists (select from jsonb_each_text(r.variables) as cell
        where lower(btrim(cell.key)) in ('zona', 'time_zone', 'time zone') and cell.value like '%/%')`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await movePlaces.execute(db);
}
