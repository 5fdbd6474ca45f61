/** Rows of `workspace_settings`. One stands for every workspace from its creation on. */
import { countryRuleIds, type CountryRuleId } from '../../../contract/country-rules.ts';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { TimeZone } from '../../../contract/regional.ts';
import {
  attention,
  callingWindow,
  copcSettings,
  defaultAttention,
  defaultCallbackField,
  defaultCallingWindow,
  defaultDialing,
  defaultEventToggles,
  defaultNotifications,
  defaultThresholds,
  dialing,
  eventToggles,
  notifications,
  settings,
  thresholds,
  usdRate,
  type CopcSettings,
  type SavedSection,
  type Settings,
} from '../../../contract/settings.ts';
import type { CountryCode } from '../../../phone/numbering-plan.ts';
import { countryOfZone } from '../../../phone/zone-country.ts';
import type { Schema } from '../../platform/db/schema.ts';

const defaultZone: TimeZone = 'America/Argentina/Buenos_Aires';

/** The settings as they are stored: the webhook's secret is sealed, and facts of the server's environment are left out. */
export type StoredSettings = Omit<Settings, 'canSendMail' | 'outgoingWebhook'> & {
  readonly outgoingWebhook: { readonly url: string | null; readonly sealedSecret: string | null };
};

/** The row of a new workspace. */
export async function insertDefaultSettings(
  tx: Transaction<Schema>,
  workspaceId: string,
  zone: TimeZone = defaultZone,
): Promise<void> {
  await tx
    .insertInto('workspace_settings')
    .values({ workspace_id: workspaceId, time_zone: zone, dialing: JSON.stringify(defaultDialing) })
    .execute();
}

/** The settings; null for a workspace that does not exist. Within a transaction that saves, `forUpdate` makes other saves wait. */
export async function findSettings(
  db: Kysely<Schema>,
  workspaceId: string,
  options: { readonly forUpdate?: boolean } = {},
): Promise<StoredSettings | null> {
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
  const { shape } = settings;
  // A row saved before a field existed gets that field's default.
  const over = <T extends object>(defaults: T, stored: unknown): T => ({ ...defaults, ...(stored as object) });
  return {
    version: row.version,
    timeZone: shape.timeZone.parse(row.time_zone),
    dateLocale: shape.dateLocale.parse(row.date_locale),
    currency: shape.currency.parse(row.currency),
    usdRate: usdRate.nullable().parse(row.usd_rate),
    dialing: dialing.parse(over(defaultDialing, row.dialing)),
    callingWindow: callingWindow.parse(over(defaultCallingWindow, row.calling_window)),
    dailyAttempts: row.daily_attempts,
    rulesOff: knownRules(row.rules_off),
    events: eventToggles.parse(over(defaultEventToggles, row.event_toggles)),
    notifications: notifications.parse(over(defaultNotifications, row.notifications)),
    alertEmails: shape.alertEmails.parse(row.alert_emails),
    thresholds: thresholds.parse(over(defaultThresholds, row.thresholds ?? {})),
    thresholdsSaved: row.thresholds !== null,
    copc: copcSettings.parse(over({ fields: {}, targets: {} }, row.copc)),
    retentionDays: row.retention_days,
    liveReaders: shape.liveReaders.parse(row.live_readers),
    listening: shape.listening.parse(row.listening),
    listeningTransport: shape.listeningTransport.parse(row.listening_transport),
    whispers: shape.whispers.parse(row.whispers),
    attention: attention.parse(over(defaultAttention, row.attention)),
    secondFactor: row.second_factor,
    outgoingWebhook: { url: row.outgoing_webhook_url, sealedSecret: row.outgoing_webhook_secret_encrypted },
  };
}

/** The zone alone; within the batch's transaction, so that days are cut as this transaction sees them. */
export async function findTimeZone(db: Kysely<Schema>, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('time_zone')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.time_zone ?? null;
}

/** The country of numbers that the workspace's people write without a calling code. */
export async function findPhoneCountry(db: Kysely<Schema>, workspaceId: string): Promise<CountryCode> {
  return countryOfZone((await findTimeZone(db, workspaceId)) ?? '');
}

/** Fields and targets of the quality metrics that the workspace set for itself; what it did not has its default elsewhere. */
export async function findCopcSettings(db: Kysely<Schema>, workspaceId: string): Promise<CopcSettings> {
  const row = await db
    .selectFrom('workspace_settings')
    .select('copc')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return copcSettings.parse({ fields: {}, targets: {}, ...(row?.copc as object | undefined) });
}

/** A rule that is gone has nothing to switch off. A value that can't be read switches nothing off. */
function knownRules(stored: unknown): CountryRuleId[] {
  return Array.isArray(stored) ? countryRuleIds.filter((id) => stored.includes(id)) : [];
}

/** How a call back is read of an analysis: in which field, in which zone, and at what moment by the database's clock. */
export interface CallbackReading {
  readonly field: string;
  readonly timeZone: string;
  readonly readAt: Date;
}

/** Within the transaction that stores calls. Null for a workspace that does not exist. */
export async function findCallbackReading(db: Kysely<Schema>, workspaceId: string): Promise<CallbackReading | null> {
  const row = await db
    .selectFrom('workspace_settings')
    .select(['copc', 'time_zone', sql<Date>`clock_timestamp()`.as('read_at')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  if (!row) return null;
  const { fields } = copcSettings.parse({ fields: {}, targets: {}, ...(row.copc as object) });
  return { field: fields.callbackAt ?? defaultCallbackField, timeZone: row.time_zone, readAt: row.read_at };
}

/** The rules of the dispatcher, and the time of their reading. */
export interface DialingRules {
  readonly version: number;
  readonly timeZone: string;
  readonly dialing: Settings['dialing'];
  /** The stored value, unchecked. The caller must take a value that makes no sense for closed. */
  readonly callingWindow: unknown;
  readonly dailyAttempts: number;
  readonly rulesOff: readonly CountryRuleId[];
  /** The database's clock. */
  readonly readAt: Date;
}

/** Within the transaction of a claim, so that what was saved before it rules it. Null for a workspace that does not exist. */
export async function findDialingRules(db: Kysely<Schema>, workspaceId: string): Promise<DialingRules | null> {
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
    dialing: dialing.parse({ ...defaultDialing, ...(row.dialing as object) }),
    callingWindow: isRecord ? { ...defaultCallingWindow, ...stored } : stored,
    dailyAttempts: row.daily_attempts,
    rulesOff: knownRules(row.rules_off),
    readAt: row.read_at,
  };
}

/** The version at which each section last changed; a section that is missing has not since the workspace was made. */
export async function findSectionVersions(
  tx: Transaction<Schema>,
  workspaceId: string,
): Promise<Partial<Record<SavedSection, number>>> {
  const row = await tx
    .selectFrom('workspace_settings')
    .select('section_versions')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.section_versions ?? {};
}

/** `changed` are the sections that differ from what was saved before. */
export async function updateSettings(
  tx: Transaction<Schema>,
  workspaceId: string,
  next: StoredSettings,
  changed: readonly SavedSection[],
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
      // Members of whom it was not required before get their days from now on.
      second_factor_since: sql<Date>`case when second_factor = ${next.secondFactor} then second_factor_since else ${by.at}::timestamptz end`,
      outgoing_webhook_url: next.outgoingWebhook.url,
      outgoing_webhook_secret_encrypted: next.outgoingWebhook.sealedSecret,
      updated_at: by.at,
      updated_by: by.userId,
    })
    .where('workspace_id', '=', workspaceId)
    .execute();
}
