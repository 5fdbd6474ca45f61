/** Migration: settings version at which each section last changed, so that two people can save two sections. */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_settings add column section_versions jsonb not null default '{}'`.execute(db);
  // Start all sections with the present version, because an earlier save may have changed any section.
  await sql`update workspace_settings set section_versions = jsonb_build_object(
    'regional', version, 'webhook', version, 'notificaciones', version, 'discado', version,
    'en-vivo', version, 'datos', version, 'copc', version)`.execute(db);
}
