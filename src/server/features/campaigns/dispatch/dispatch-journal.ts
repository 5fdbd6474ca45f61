/**
 * Writes entries about the dispatcher's actions and waits to the campaign logs. Entries are collected in memory, where
 * the counts of repeated entries are summed. A background loop inserts them, with retries, so that no call waits for
 * the database.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { CampaignLogDetailsByKind, CampaignLogKind } from '../../../../contract/campaigns.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import type { EventBus } from '../../../platform/events.ts';
import { startBackgroundLoop, type BackgroundLoop } from '../../../platform/run-loop.ts';
import {
  insertCampaignLogEntry,
  mergeCampaignLogEntry,
  logCampaignWait,
  distinguishingDetailByLogKind,
  type MergeableCampaignLogKind,
} from '../campaign/campaign-log-store.ts';

interface CampaignRef {
  readonly workspaceId: string;
  readonly campaignId: string;
}

export interface CampaignLogWriter {
  /**
   * Records an event of a campaign that may repeat. If an equal event is not yet written, only its counts are
   * increased.
   */
  addUp<K extends MergeableCampaignLogKind>(campaign: CampaignRef, kind: K, details: CampaignLogDetailsByKind[K]): void;
  tell<K extends Exclude<CampaignLogKind, MergeableCampaignLogKind>>(
    campaign: CampaignRef,
    kind: K,
    details: CampaignLogDetailsByKind[K],
  ): void;
  /**
   * Records in a campaign's log why the campaign calls nobody now. `details` is null if the campaign does not wait.
   * Writes nothing if the log already says so.
   */
  wait(campaign: CampaignRef, details: CampaignLogDetailsByKind['waiting'] | null): void;
  /** Stops writing campaign log entries in the background, after trying once to write those still in memory. */
  stop(): Promise<void>;
}

export interface CampaignLogWriterDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Announces written log entries, so that screens that show a campaign's log reload it. */
  readonly events: Pick<EventBus, 'emit'>;
}

interface Note {
  readonly campaign: CampaignRef;
  readonly write: (details: Details) => Promise<void>;
  details: Details;
}
type Details = CampaignLogDetailsByKind[CampaignLogKind] | null;

/** Pause in ms between two writes of log entries. Equal entries recorded meanwhile are added up. */
const spacingMs = 500;
/** Limit of log entries that are kept in memory while the database is unavailable. */
const keptAtMost = 2_000;

export function createCampaignLogWriter({ db, clock, log, events }: CampaignLogWriterDeps): CampaignLogWriter {
  const notes = new Map<string, Note>();
  let told = 0;

  async function writeAll(signal?: AbortSignal): Promise<void> {
    for (const key of Array.from(notes.keys())) {
      if (signal?.aborted) return;
      // Read each buffered log entry right before writing it, because its counts may have grown while other entries
      // were written.
      const note = notes.get(key);
      if (!note) continue;
      notes.delete(key);
      try {
        await note.write(note.details);
        events.emit('campaigns.changed', {
          workspaceId: note.campaign.workspaceId,
          campaignIds: [note.campaign.campaignId],
        });
      } catch (error) {
        // Figures that came meanwhile are added.
        const later = notes.get(key);
        notes.set(key, later ? { ...later, details: addDetails(note.details, later.details) } : note);
        throw error;
      }
    }
  }

  const loop: BackgroundLoop = startBackgroundLoop({
    name: 'campaign-log',
    clock,
    log,
    next: () => Infinity,
    async work(signal) {
      if (notes.size === 0) return;
      await writeAll(signal);
      await clock.sleep(spacingMs, signal);
    },
  });

  function note(key: string, campaign: CampaignRef, write: Note['write'], details: Details): void {
    const held = notes.get(key);
    if (!held && notes.size >= keptAtMost) return;
    notes.set(key, { campaign, write, details: held ? addDetails(held.details, details) : details });
    loop.wake();
  }

  return {
    addUp(campaign, kind, details) {
      const apart = distinguishingDetailByLogKind[kind];
      const which = apart === undefined ? '' : String((details as Record<string, unknown>)[apart]);
      const write = (sum: Details): Promise<void> =>
        mergeCampaignLogEntry(db, { ...campaign, kind, details: sum as typeof details, username: null });
      note(`${campaign.campaignId} ${kind} ${which}`, campaign, write, details);
    },
    tell(campaign, kind, details) {
      note(
        `line ${++told}`,
        campaign,
        () => insertCampaignLogEntry(db, { ...campaign, kind, details, username: null }),
        details,
      );
    },
    wait(campaign, details) {
      const key = `${campaign.campaignId} wait`;
      notes.delete(key);
      note(key, campaign, () => logCampaignWait(db, { ...campaign, details }), details);
    },
    async stop() {
      await loop.stop();
      await writeAll().catch((error: unknown) =>
        log.warn({ err: error, lines: notes.size }, 'lines of campaign logs could not be written'),
      );
    },
  };
}

/**
 * Merges the details of two equal log entries: counts are added, and texts are those of the older entry.
 * `mergeCampaignLogEntry` does the same in SQL.
 */
function addDetails(older: Details, newer: Details): Details {
  if (older === null || newer === null) return newer;
  const figures = Object.entries(newer).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  const held = older as Readonly<Record<string, unknown>>;
  return {
    ...newer,
    ...older,
    ...Object.fromEntries(figures.map(([key, value]) => [key, Number(held[key] ?? 0) + value])),
  } as Details;
}
