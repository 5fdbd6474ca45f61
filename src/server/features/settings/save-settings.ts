/**
 * Saves a workspace's settings. Omitted parts stay as they are, and a save based on an outdated version is refused. If
 * the time zone changes, the days to which calls belong are recomputed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { Role } from '../../../contract/endpoint.ts';
import {
  settingsSectionByField,
  type SavedSettingsSectionName,
  type UpdateSettingsBody,
  type SettingsFieldName,
} from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import { encryptSecret } from '../../platform/crypto.ts';
import type { JsonObject, DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import { assertOutgoingWebhookUrl } from '../../platform/outgoing-webhook.ts';
import { settingsSavingLabels, settingsSectionLabels } from '../../../labels/settings-es.ts';
import { listeningUntestedText } from '../../../labels/settings-untried-es.ts';
import { ownSecondFactorRequiredText } from '../../../labels/settings-second-factor-es.ts';
import type { AuditLog } from '../audit/index.ts';
import {
  findSettingsSectionVersions,
  findWorkspaceSettings,
  updateWorkspaceSettings,
  type StoredWorkspaceSettings,
} from './settings-store.ts';

export interface SaveSettingsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly audit: AuditLog;
  /** Seals the outgoing webhook's secret. */
  readonly secretKey: string;
  /** Origins (scheme, host and port) of webhook URLs that need not obey the rules for outgoing addresses. */
  readonly allowedOrigins: readonly string[];
  /** SMTP_URL is set. */
  readonly canSendMail: boolean;
  readonly hasSecondFactor: (tx: Transaction<DatabaseSchema>, userId: string) => Promise<boolean>;
  /**
   * Called after a change of the time zone, in the transaction that saves the settings. If it throws, no setting is
   * saved.
   */
  readonly onZoneChange: (tx: Transaction<DatabaseSchema>, workspaceId: string, zone: string) => Promise<void>;
}

/** The person who saves, and the workspace. */
export interface SettingsSaveAuthor {
  readonly workspaceId: string;
  readonly role: Role;
  readonly userId: string;
  readonly username: string;
  readonly address: string;
}

/** Parts that only an admin may change. */
const adminParts = [
  'dialing',
  'rulesOff',
  'usdRate',
  'retentionDays',
  'liveReaders',
  'listening',
  'secondFactor',
  'outgoingWebhook',
] as const;

export async function saveSettings(
  deps: SaveSettingsDeps,
  saver: SettingsSaveAuthor,
  change: UpdateSettingsBody,
): Promise<StoredWorkspaceSettings> {
  const { workspaceId, userId, username, address } = saver;
  const saved = await deps.db.transaction().execute(async (tx) => {
    const before = await findWorkspaceSettings(tx, workspaceId, { forUpdate: true });
    if (!before) throw new AppError('not_found');
    const merged = mergeSettings(
      deps,
      workspaceId,
      before,
      saver.role === 'admin' ? change : withoutMasked(change, before),
    );
    const changed = changedSections(before, merged);
    if (change.version !== undefined) await refuseStale(tx, saver, before, change.version, changed);
    if (saver.role !== 'admin' && adminParts.some((part) => !isDeepStrictEqual(merged[part], before[part]))) {
      throw new AppError('forbidden');
    }
    if (merged.listening !== 'off' && before.listening === 'off' && before.listeningTransport !== 'gateway')
      throw new AppError('invalid_input', {
        message: listeningUntestedText,
        details: [{ path: 'listening', message: listeningUntestedText }],
      });
    if (![before.secondFactor, 'none'].includes(merged.secondFactor) && !(await deps.hasSecondFactor(tx, saver.userId)))
      throw new AppError('invalid_input', {
        message: ownSecondFactorRequiredText,
        details: [{ path: 'secondFactor', message: ownSecondFactorRequiredText }],
      });
    const after = withoutOldRate(before, merged);
    if (after.timeZone !== before.timeZone) await deps.onZoneChange(tx, workspaceId, after.timeZone);
    await updateWorkspaceSettings(tx, workspaceId, after, changed, { userId, at: deps.clock.now() });
    const details = changesBetween(before, after);
    await deps.audit.record({ workspaceId, userId, username, action: 'settings.saved', details, address }, tx);
    return after;
  });
  deps.events.emit('settings.changed', { workspaceId });
  return saved;
}

function changedSections(before: StoredWorkspaceSettings, after: StoredWorkspaceSettings): SavedSettingsSectionName[] {
  const parts = (Object.keys(settingsSectionByField) as SettingsFieldName[]).filter(
    (part) => !isDeepStrictEqual(after[part], before[part]),
  );
  return [...new Set(parts.map((part) => settingsSectionByField[part]))];
}

/**
 * Throws `stale_version` if somebody saved one of the sections to be changed after version `version` of the settings.
 */
async function refuseStale(
  tx: Transaction<DatabaseSchema>,
  { workspaceId }: SettingsSaveAuthor,
  before: StoredWorkspaceSettings,
  version: number,
  changed: readonly SavedSettingsSectionName[],
): Promise<void> {
  if (version > before.version) throw new AppError('stale_version');
  const savedAt = await findSettingsSectionVersions(tx, workspaceId);
  const stale = changed.filter((section) => (savedAt[section] ?? 0) > version);
  if (stale.length > 0)
    throw new AppError('stale_version', {
      message: settingsSavingLabels.stale(stale.map((section) => settingsSectionLabels[section])),
    });
}

function mergeSettings(
  deps: SaveSettingsDeps,
  workspaceId: string,
  before: StoredWorkspaceSettings,
  change: UpdateSettingsBody,
): StoredWorkspaceSettings {
  const { outgoingWebhook, ...sections } = change;
  const given = Object.fromEntries(
    Object.entries(sections).filter(([, value]) => value !== undefined),
  ) as Partial<StoredWorkspaceSettings>;
  return {
    ...before,
    ...given,
    version: before.version + 1,
    thresholdsSaved: before.thresholdsSaved || change.thresholds !== undefined,
    outgoingWebhook:
      outgoingWebhook === undefined ? before.outgoingWebhook : sealWebhook(deps, workspaceId, before, outgoingWebhook),
  };
}

function sealWebhook(
  { secretKey, allowedOrigins }: SaveSettingsDeps,
  workspaceId: string,
  before: StoredWorkspaceSettings,
  { url, secret }: NonNullable<UpdateSettingsBody['outgoingWebhook']>,
): StoredWorkspaceSettings['outgoingWebhook'] {
  if (url === null) return { url: null, sealedSecret: null };
  if (url !== before.outgoingWebhook.url) assertOutgoingWebhookUrl(url, allowedOrigins, 'outgoingWebhook.url');
  const sealedSecret =
    secret === undefined
      ? before.outgoingWebhook.sealedSecret
      : encryptSecret(secretKey, secret, getOutgoingWebhookEncryptionContext(workspaceId));
  return { url, sealedSecret };
}

/** The origin alone: 'https://hooks.ejemplo.com/…'. */
export const maskWebhookUrl = (url: string): string => `${new URL(url).origin}/…`;

/**
 * Drops the webhook from a settings update if its URL is the masked URL. Users who are not admins receive only the
 * masked URL, and send it back unchanged.
 */
function withoutMasked(
  { outgoingWebhook, ...rest }: UpdateSettingsBody,
  { outgoingWebhook: { url } }: StoredWorkspaceSettings,
): UpdateSettingsBody {
  const isMasked =
    url !== null && outgoingWebhook?.secret === undefined && outgoingWebhook?.url === maskWebhookUrl(url);
  return isMasked || outgoingWebhook === undefined ? rest : { ...rest, outgoingWebhook };
}

/**
 * Encryption context of the outgoing webhook's secret. It binds the encrypted secret to its workspace and use, so that
 * it can't be decrypted as anything else.
 */
export const getOutgoingWebhookEncryptionContext = (workspaceId: string): string =>
  `workspace:${workspaceId}:outgoing-webhook`;

/**
 * Removes the exchange rate if a save changes the currency but not the rate. Costs are then shown in dollars, instead
 * of being converted at the old currency's rate.
 */
function withoutOldRate(before: StoredWorkspaceSettings, after: StoredWorkspaceSettings): StoredWorkspaceSettings {
  const isOld = after.currency !== before.currency && isDeepStrictEqual(after.usdRate, before.usdRate);
  return isOld ? { ...after, usdRate: null } : after;
}

/** Changed settings before and after a save, for the audit log. The webhook's URL is masked, its secret omitted. */
function changesBetween(before: StoredWorkspaceSettings, after: StoredWorkspaceSettings): JsonObject {
  const names = (Object.keys(after) as (keyof StoredWorkspaceSettings)[]).filter(
    (name) => !isDeepStrictEqual(after[name], before[name]),
  );
  const pick = (settings: StoredWorkspaceSettings): JsonObject =>
    Object.fromEntries(
      names.map((name) => [name, name === 'outgoingWebhook' ? withoutSecret(settings) : settings[name]]),
    ) as JsonObject;
  const isNew = (part: 'url' | 'sealedSecret'): boolean =>
    after.outgoingWebhook[part] !== null && after.outgoingWebhook[part] !== before.outgoingWebhook[part];
  return {
    before: pick(before),
    after: pick(after),
    ...(isNew('url') && { isWebhookAddressNew: true }),
    ...(isNew('sealedSecret') && { isWebhookSecretNew: true }),
  };
}

function withoutSecret({ outgoingWebhook: { url, sealedSecret } }: StoredWorkspaceSettings): JsonObject {
  return { url: url === null ? null : maskWebhookUrl(url), hasSecret: sealedSecret !== null };
}
