/** An update leaves running campaigns the rules of their time, but moves people to today's time zone. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../../platform/db/database.ts';
import { migrateDatabase } from '../../../platform/db/migrate.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { buildPhoneCountryAndZonesKey } from './phone-place.ts';

const workspace = '0a000000-0000-4000-8000-000000000001';
/** Recipients' places as they were stored before. */
const people = [
  ['+526141234567', 'MX:America/Mazatlan'],
  ['+5216141234567', 'MX:America/Mazatlan'],
  ['+526361234567', 'MX:America/Mazatlan'],
  ['+526491234567', 'MX:America/Mazatlan&America/Mexico_City'],
  ['+526571234567', 'MX:America/Mazatlan'],
  ['+526631234567', 'MX:America/Mexico_City'],
  ['+528681234567', 'MX:America/Mexico_City'],
  ['+528731234567', 'MX:America/Mexico_City'],
  ['+5581991234567', ':America/Noronha'],
  ['+5591912345678', ':America/Manaus'],
  ['+5593912345678', ':America/Manaus'],
  ['+5597912345678', ':America/Manaus'],
  ['+56322100123', 'CL:Pacific/Easter'],
  ['+56612345678', 'CL:America/Santiago'],
  ['+56672345678', 'CL:America/Santiago'],
  ['+34827123456', 'ES:Atlantic/Canary'],
  ['+12195550123', ':America/New_York'],
  ['+14235550123', ':America/Chicago'],
  ['+16205550123', ':America/Chicago'],
  ['+15415550123', ':America/Los_Angeles'],
  ['+525512345678', 'MX:America/Mexico_City'],
  ['+56221234567', 'CL:America/Santiago'],
  ['+559212345678', ':America/Manaus'],
] as const;
/** Unchanged places: the zone is from the file, the person was called, or the row is from before places were stored. */
const staying = [
  ['+526141234568', 'MX:America/Mazatlan', 'pending', '{" Zona": "America/Mazatlan"}'],
  ['+526141234569', 'MX:America/Mazatlan', 'sent', '{}'],
  ['+526141234570', '', 'pending', '{}'],
] as const;

it('leaves campaigns the rules of their time, says so where that matters, and moves people to the clock of today', async () => {
  const own = await createTestDatabase();
  const database = connectDatabase({ connectionString: own.connectionString, max: 2 });
  const { db } = database;
  const insertCampaign = async (name: string, status: string, numbers: readonly string[]): Promise<string> => {
    const { rows } = await sql<{ id: string }>`
      insert into campaigns (workspace_id, name, status, agent_analysis, phone_number, more_numbers, success_definition, send_option,
        total_recipients, rejected_rows, created_at, updated_at)
      values (${workspace}, ${name}, ${status}, '[]', ${numbers[0]}, ${numbers.slice(1)}, '', 'now', 0, '[]', now(), now())
      returning id`.execute(db);
    return rows[0]?.id ?? '';
  };
  const insertPerson = (campaignId: string, [phone, place, state, variables]: readonly string[], position: number) =>
    sql`insert into recipients (workspace_id, campaign_id, position, phone_number, customer_name, place, state, variables)
      values (${workspace}, ${campaignId}, ${position}, ${phone}, 'Ana', ${place}, ${state}, ${variables}::jsonb)`.execute(
      db,
    );
  try {
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrateDatabase(own.connectionString, undefined, '0047-api-key-set');
    const key = { api_key_encrypted: 'x', api_key_last4: 'xxxx', api_key_fingerprint: 'x' };
    await db
      .insertInto('workspaces')
      .values({ id: workspace, name: 'w', webhook_token: 'w', ...key })
      .execute();
    const dialling = await insertCampaign('dials', 'in_progress', ['+566001234567', '+541150000000']);
    const all = [...people.map(([phone, place]) => [phone, place, 'pending', '{}']), ...staying];
    for (const [index, person] of all.entries()) await insertPerson(dialling, person, index);
    const permitted = await insertCampaign('permitted', 'paused', ['+566001234567', '+568091234567']);
    const over = await insertCampaign('over', 'completed', ['+541150000000']);
    const elsewhere = await insertCampaign('elsewhere', 'scheduled', ['+541150000000']);
    for (const id of [permitted, over])
      await insertPerson(id, ['+56221234567', 'CL:America/Santiago', 'pending', '{}'], 0);
    await insertPerson(elsewhere, ['+5491155550000', 'AR:America/Buenos_Aires', 'pending', '{}'], 0);
    await migrateDatabase(own.connectionString, undefined, '0049-younger-rules');

    const { rows: kept } = await sql<{ phone_number: string; place: string }>`
      select phone_number, place from recipients where campaign_id = ${dialling} order by position`.execute(db);
    expect(kept.map(({ phone_number: phone, place }) => [phone, place])).toEqual([
      ...people.map(([phone]) => [phone, buildPhoneCountryAndZonesKey(phone, '')]),
      ...staying.map(([phone, place]) => [phone, place]),
    ]);
    const { rows: told } = await sql`select campaign_id, kind, details from campaign_log`.execute(db);
    expect(told).toEqual([{ campaign_id: dialling, kind: 'rule_exempt', details: { rule: 'cl_mass_origin' } }]);
    const young = await insertCampaign('young', 'scheduled', ['+541150000000']);
    const { rows: exempt } = await sql<{ id: string }>`
      select id from campaigns where exempt_rules = '{cl_mass_origin}' order by created_at, id`.execute(db);
    expect(exempt.map(({ id }) => id).toSorted()).toEqual([dialling, permitted, over, elsewhere].toSorted());
    expect(young).not.toBe('');
  } finally {
    await database.close();
    await own.drop();
  }
});
