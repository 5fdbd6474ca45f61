/**
 * Migration: stores the version at which each settings section last changed, so that two people can save different
 * sections without a conflict.
 */
import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table workspace_settings add column section_versions jsonb not null default '{}'`.execute(db);
  // Set each section's version to the settings' present version, because it is unknown which section an earlier save
  // changed.
  await sql`update workspace_settings set section_versions = jsonb_build_object(
    'regional', version, 'webhook', version, 'notificaciones', version, 'discado', version,
    'en-vivo', version, 'datos', version, 'copc', version)`.execute(db);
}
