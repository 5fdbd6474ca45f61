/**
 * Migration: queue of recipients who are erased once they are no longer pending, because one of their calls was erased.
 * It starts with the recipients of all calls that are already erased.
 */
import { sql, type Kysely } from 'kysely';

const statements = [
  `create table recipients_to_erase (
    workspace_id uuid not null,
    campaign_id uuid not null,
    recipient_id uuid not null,
    primary key (workspace_id, campaign_id, recipient_id),
    foreign key (workspace_id, campaign_id, recipient_id) references recipients (workspace_id, campaign_id, id) on delete cascade
  )`,
  `insert into recipients_to_erase
    select distinct a.workspace_id, a.campaign_id, a.recipient_id
    from calls c join attempts a on a.workspace_id = c.workspace_id and a.id = c.attempt_id
      join recipients r on r.workspace_id = a.workspace_id and r.campaign_id = a.campaign_id and r.id = a.recipient_id
    where c.erased_at is not null and r.phone_number <> ''`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
