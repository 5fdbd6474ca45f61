/** A workspace's settings. Most features read them; editors and admins save them. */
import type { Role } from '../../../contract/endpoint.ts';
import { settingsEndpoints, type WorkspaceSettings } from '../../../contract/settings.ts';
import { decryptSecret } from '../../platform/crypto.ts';
import { AppError } from '../../platform/errors.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { RequestIdentity } from '../../platform/http/identity.ts';
import {
  maskWebhookUrl,
  saveSettings,
  getOutgoingWebhookEncryptionContext,
  type SaveSettingsDeps,
} from './save-settings.ts';
import { findWorkspaceSettings, type StoredWorkspaceSettings } from './settings-store.ts';

export {
  findPromisedCallBackSettings,
  findQualityMetricSettings,
  findWorkspaceDialingRules,
  findWorkspacePhoneCountry,
  findWorkspaceTimeZone,
  insertDefaultWorkspaceSettings,
  type WorkspaceDialingRules,
} from './settings-store.ts';
export type SettingsFeatureDeps = SaveSettingsDeps;

/** URL to which a workspace's alerts are sent, and the secret that signs them. */
export interface AlertWebhook {
  readonly url: string;
  readonly secret: string | null;
}

export interface SettingsFeature extends ServerFeature {
  /** Reads a workspace's saved settings. Throws `not_found` if the workspace does not exist. */
  read(workspaceId: string): Promise<WorkspaceSettings>;
  /** Returns the workspace's webhook for alerts; null if there is none. The secret is decrypted, only for sending. */
  readOutgoingWebhook(workspaceId: string): Promise<AlertWebhook | null>;
}

export function createSettingsFeature(deps: SettingsFeatureDeps): SettingsFeature {
  async function find(workspaceId: string): Promise<StoredWorkspaceSettings> {
    const stored = await findWorkspaceSettings(deps.db, workspaceId);
    if (!stored) throw new AppError('not_found');
    return stored;
  }

  function toSettings({ outgoingWebhook: { url, sealedSecret }, ...rest }: StoredWorkspaceSettings): WorkspaceSettings {
    return { ...rest, outgoingWebhook: { url, hasSecret: sealedSecret !== null }, canSendMail: deps.canSendMail };
  }

  const read = async (workspaceId: string): Promise<WorkspaceSettings> => toSettings(await find(workspaceId));

  /** Masks the webhook's URL for API tokens and non-admins, because it may contain a secret. */
  function shownTo(
    { role, identity }: { role: Role; identity: RequestIdentity },
    settings: WorkspaceSettings,
  ): WorkspaceSettings {
    if (role === 'admin' && identity.tokenId === null) return settings;
    const { url, hasSecret } = settings.outgoingWebhook;
    return { ...settings, outgoingWebhook: { url: url === null ? null : maskWebhookUrl(url), hasSecret } };
  }

  return {
    name: 'settings',
    read,
    async readOutgoingWebhook(workspaceId) {
      const { url, sealedSecret } = (await find(workspaceId)).outgoingWebhook;
      if (url === null) return null;
      return {
        url,
        secret:
          sealedSecret && decryptSecret(deps.secretKey, sealedSecret, getOutgoingWebhookEncryptionContext(workspaceId)),
      };
    },
    registerRoutes(binder) {
      binder.bind(settingsEndpoints.getSettings, async (asked) => shownTo(asked, await read(asked.workspaceId)));
      binder.bind(settingsEndpoints.putSettings, async ({ identity, workspaceId, role, body, request }) => {
        const { userId, username } = identity;
        const saved = await saveSettings(deps, { workspaceId, role, userId, username, address: request.ip }, body);
        return shownTo({ role, identity }, toSettings(saved));
      });
    },
  };
}
