/** Saving settings: sections that are not given stay, a stale version is refused, a new zone re-cuts the days at once. */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../../contract/endpoint.ts';
import type { Settings } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { Audit } from '../audit/index.ts';
import { findSettings, updateSettings } from './settings-store.ts';

export interface SaveSettingsDeps {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: Audit;
  /** Called when the zone changes, in the transaction that saves it: what it throws undoes the save. */
  readonly onZoneChange: (tx: Transaction<Schema>, workspaceId: string, zone: string) => Promise<void>;
}

/** Who saves, and in which workspace. */
export interface Saver {
  readonly workspaceId: string;
  readonly role: Role;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

export type SettingsChange = { readonly [K in keyof Settings]?: Settings[K] | undefined };

export async function saveSettings(deps: SaveSettingsDeps, saver: Saver, change: SettingsChange): Promise<Settings> {
  const { workspaceId, userId, username, address } = saver;
  const saved = await deps.db.transaction().execute(async (tx) => {
    const before = await findSettings(tx, workspaceId, { forUpdate: true });
    if (!before) throw new AppError('not_found');
    if (change.version !== undefined && change.version !== before.version) throw new AppError('stale_version');
    const after: Settings = {
      version: before.version + 1,
      timeZone: change.timeZone ?? before.timeZone,
      dialing: change.dialing ?? before.dialing,
    };
    if (saver.role !== 'admin' && !isDeepStrictEqual(after.dialing, before.dialing)) throw new AppError('forbidden');
    if (after.timeZone !== before.timeZone) await deps.onZoneChange(tx, workspaceId, after.timeZone);
    await updateSettings(tx, workspaceId, after, { userId, at: deps.clock.now() });
    const details = { before, after };
    await deps.audit.record({ workspaceId, userId, username, action: 'settings.saved', details, address }, tx);
    return after;
  });
  deps.events.emit('settings.changed', { workspaceId });
  return saved;
}
