/** What a workspace sets for itself: read by every feature that it steers, saved by editors and admins. */
import { settingsEndpoints, type Settings } from '../../../contract/settings.ts';
import { AppError } from '../../platform/errors.ts';
import type { Feature } from '../../platform/feature.ts';
import { saveSettings, type SaveSettingsDeps } from './save-settings.ts';
import { findSettings } from './settings-store.ts';

export { findTimeZone, insertDefaultSettings } from './settings-store.ts';
export type SettingsDeps = SaveSettingsDeps;

export interface SettingsFeature extends Feature {
  /** As saved last; throws `not_found` for a workspace that does not exist. */
  read(workspaceId: string): Promise<Settings>;
}

export function createSettings(deps: SettingsDeps): SettingsFeature {
  async function read(workspaceId: string): Promise<Settings> {
    const settings = await findSettings(deps.db, workspaceId);
    if (!settings) throw new AppError('not_found');
    return settings;
  }
  return {
    name: 'settings',
    read,
    registerRoutes(binder) {
      binder.bind(settingsEndpoints.getSettings, ({ workspaceId }) => read(workspaceId));
      binder.bind(settingsEndpoints.putSettings, ({ identity, workspaceId, role, body, request }) => {
        const { userId, username } = identity;
        return saveSettings(deps, { workspaceId, role, userId, username, address: request.ip }, body);
      });
    },
  };
}
