/** Rows of `workspace_settings`. Every workspace has one from its creation on. */
import { countryRuleIds, type CountryRuleId } from '../../../contract/country-rules.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { WorkspaceTimeZone } from '../../../contract/regional.ts';
import {
  attentionSettingsSchema,
  callingWindowSettingsSchema,
  copcSettingsSchema,
  defaultAttentionSettings,
  defaultCallbackFieldName,
  defaultCallingWindow,
  defaultDialingSettings,
  defaultProviderEventToggles,
  defaultAlertChannelSettings,
  defaultAlertThresholds,
  dialingSettingsSchema,
  providerEventTogglesSchema,
  alertChannelSettingsSchema,
  workspaceSettingsSchema,
  alertThresholdsSchema,
  usdExchangeRateSchema,
  type CopcSettings,
  type SavedSettingsSectionName,
  type WorkspaceSettings,
} from '../../../contract/settings.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { getTimeZoneCountryOrArgentina } from '../../../phone/zone-country.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

const defaultZone: WorkspaceTimeZone = 'America/Argentina/Buenos_Aires';

/** Stored settings of a workspace. The webhook's secret is encrypted; `canSendMail`, a server setting, is missing. */
export type StoredWorkspaceSettings = Omit<WorkspaceSettings, 'canSendMail' | 'outgoingWebhook'> & {
  readonly outgoingWebhook: { readonly url: string | null; readonly sealedSecret: string | null };
};

/** The row of a new workspace. */
export async function insertDefaultWorkspaceSettings(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  zone: WorkspaceTimeZone = defaultZone,
): Promise<void> {
  await tx
    .insertInto('workspace_settings')
    .values({ workspace_id: workspaceId, time_zone: zone, dialing: JSON.stringify(defaultDialingSettings) })
    .execute();
}

/** Reads a workspace's settings; null if there is no workspace. `forUpdate` locks them against other saves. */
export async function findWorkspaceSettings(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<StoredWorkspaceSettings | null> {
  const query = db
    .selectFrom('workspace_settings')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('workspaces')
        .select('listening_transport')
        .whereRef('workspaces.id', '=', 'workspace_settings.workspace_id')
        .as('listening_transport'),
    )
    .where('workspace_id', '=', workspaceId);
  const row = await (options.forUpdate ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return null;
  const { shape } = workspaceSettingsSchema;
  // Use defaults for settings that an older app version did not store.
  const over = <T extends object>(defaults: T, stored: unknown): T => ({ ...defaults, ...(stored as object) });
  return {
    version: row.version,
    timeZone: shape.timeZone.parse(row.time_zone),
    dateLocale: shape.dateLocale.parse(row.date_locale),
    currency: shape.currency.parse(row.currency),
    usdRate: usdExchangeRateSchema.nullable().parse(row.usd_rate),
    dialing: dialingSettingsSchema.parse(over(defaultDialingSettings, row.dialing)),
    callingWindow: callingWindowSettingsSchema.parse(over(defaultCallingWindow, row.calling_window)),
    dailyAttempts: row.daily_attempts,
    rulesOff: knownRules(row.rules_off),
    events: providerEventTogglesSchema.parse(over(defaultProviderEventToggles, row.event_toggles)),
    notifications: alertChannelSettingsSchema.parse(over(defaultAlertChannelSettings, row.notifications)),
    alertEmails: shape.alertEmails.parse(row.alert_emails),
    thresholds: alertThresholdsSchema.parse(over(defaultAlertThresholds, row.thresholds ?? {})),
    thresholdsSaved: row.thresholds !== null,
    copc: copcSettingsSchema.parse(over({ fields: {}, targets: {} }, row.copc)),
    retentionDays: row.retention_days,
    liveReaders: shape.liveReaders.parse(row.live_readers),
    listening: shape.listening.parse(row.listening),
    listeningTransport: shape.listeningTransport.parse(row.listening_transport),
    whispers: shape.whispers.parse(row.whispers),
    attention: attentionSettingsSchema.parse(over(defaultAttentionSettings, row.attention)),
    secondFactor: row.second_factor,
    outgoingWebhook: { url: row.outgoing_webhook_url, sealedSecret: row.outgoing_webhook_secret_encrypted },
  };
}

/** Reads the workspace's time zone from the database. Null if the workspace does not exist. */
export async function findWorkspaceTimeZone(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('time_zone')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

/** Returns the default country of phone numbers without a calling code in the workspace. */
export async function findWorkspacePhoneCountry(db: Kysely<DatabaseSchema>, workspaceId: string): Promise<CountryCode> {
  return getTimeZoneCountryOrArgentina((await findWorkspaceTimeZone(db, workspaceId)) ?? '');
}

export async function findQualityMetricSettings(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<CopcSettings> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('copc')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return copcSettingsSchema.parse({ fields: {}, targets: {}, ...(row?.copc as object | undefined) });
}

/** Returns the country rules that the workspace disabled, without unknown ids. An unreadable value disables none. */
function knownRules(stored: unknown): CountryRuleId[] {
  return Array.isArray(stored) ? countryRuleIds.filter((id) => stored.includes(id)) : [];
}

export interface PromisedCallBackSettings {
  readonly field: string;
  readonly timeZone: string;
  readonly readAt: Date;
}

/**
 * Reads the settings for call-backs that an agent promises in calls. Call it in the transaction that stores calls. Null
 * if there is no such workspace.
 */
export async function findPromisedCallBackSettings(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<PromisedCallBackSettings | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select(['copc', 'time_zone', sql<Date>`clock_timestamp()`.as('read_at')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) return null;
  const { fields } = copcSettingsSchema.parse({ fields: {}, targets: {}, ...(row.copc as object) });
  return { field: fields.callbackAt ?? defaultCallbackFieldName, timeZone: row.time_zone, readAt: row.read_at };
}

export interface WorkspaceDialingRules {
  readonly version: number;
  readonly timeZone: string;
  readonly dialing: WorkspaceSettings['dialing'];
  /** Calling window as stored, not validated. If it is invalid, treat it as closed all day. */
  readonly callingWindow: unknown;
  readonly dailyAttempts: number;
  readonly rulesOff: readonly CountryRuleId[];
  /** The database's clock. */
  readonly readAt: Date;
}

/** Reads the dialling settings in the transaction that claims a recipient. Null if the workspace does not exist. */
export async function findWorkspaceDialingRules(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
): Promise<WorkspaceDialingRules | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select([
      'version',
      'time_zone',
      'dialing',
      'calling_window',
      'daily_attempts',
      'rules_off',
      sql<Date>`clock_timestamp()`.as('read_at'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) return null;
  const stored: unknown = row.calling_window;
  const isRecord = typeof stored === 'object' && stored !== null && !Array.isArray(stored);
  return {
    version: row.version,
    timeZone: row.time_zone,
    dialing: dialingSettingsSchema.parse({ ...defaultDialingSettings, ...(row.dialing as object) }),
    callingWindow: isRecord ? { ...defaultCallingWindow, ...stored } : stored,
    dailyAttempts: row.daily_attempts,
    rulesOff: knownRules(row.rules_off),
    readAt: row.read_at,
  };
}

/** Returns the settings version in which each section last changed. Sections without a change are missing. */
export async function findSettingsSectionVersions(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
): Promise<Partial<Record<SavedSettingsSectionName, number>>> {
  const row = await tx
    .selectFrom('workspace_settings')
    .select('section_versions')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.section_versions ?? {};
}

/** Writes a workspace's settings. `changed` names the sections that differ from the saved ones. */
export async function updateWorkspaceSettings(
  tx: Transaction<DatabaseSchema>,
  workspaceId: string,
  next: StoredWorkspaceSettings,
  changed: readonly SavedSettingsSectionName[],
  by: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const json = (value: unknown) => JSON.stringify(value);
  await tx
    .updateTable('workspace_settings')
    .set({
      version: next.version,
      section_versions: sql`section_versions || ${json(Object.fromEntries(changed.map((section) => [section, next.version])))}::jsonb`,
      time_zone: next.timeZone,
      date_locale: next.dateLocale,
      currency: next.currency,
      usd_rate: next.usdRate === null ? null : json(next.usdRate),
      dialing: json(next.dialing),
      calling_window: json(next.callingWindow),
      daily_attempts: next.dailyAttempts,
      rules_off: json(next.rulesOff),
      event_toggles: json(next.events),
      notifications: json(next.notifications),
      alert_emails: json(next.alertEmails),
      thresholds: next.thresholdsSaved ? json(next.thresholds) : sql`null`,
      copc: json(next.copc),
      retention_days: next.retentionDays,
      live_readers: next.liveReaders,
      listening: next.listening,
      whispers: json(next.whispers),
      attention: json(next.attention),
      second_factor: next.secondFactor,
      // If the new setting requires a second factor from more members, the grace period starts now for all members.
      second_factor_since: sql<Date>`case when second_factor = 'all' or second_factor = ${next.secondFactor} then second_factor_since else ${by.at}::timestamptz end`,
      outgoing_webhook_url: next.outgoingWebhook.url,
      outgoing_webhook_secret_encrypted: next.outgoingWebhook.sealedSecret,
      updated_at: by.at,
      updated_by: by.userId,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
}
