/** Rows of `call_listenings`: people who listen to a live call, with a lease, and people who took a call over. */
import { sql, type Kysely } from 'kysely';
import { listeningHeartbeatMs, speakingHeartbeatMs } from '../../../contract/listening-pace.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

export interface CallListening {
  readonly workspaceId: string;
  readonly id: string;
  readonly callId: string;
  readonly userId: string;
  readonly username: string;
  readonly participantId: string;
  /** The provider's access token for listening, encrypted. Null once the person has stopped listening. */
  readonly sealedToken: string | null;
  /** Id of the provider's sound session. Null until the browser's first WebRTC offer was answered. */
  readonly sessionId: string | null;
  readonly hasTakenOver: boolean;
  readonly isOver: boolean;
}

/** Seconds without a heartbeat from the browser after which its user no longer counts as listening or speaking. */
export const listeningLeaseSecondsByMode = {
  listening: (2.5 * listeningHeartbeatMs) / 1_000,
  speaking: (3 * speakingHeartbeatMs) / 1_000,
} as const;

const columns = [
  'workspace_id as workspaceId',
  'id',
  'call_id as callId',
  'user_id as userId',
  'username',
  'participant_id as participantId',
  'sealed_token as sealedToken',
  'session_id as sessionId',
] as const;
const derived = [
  sql<boolean>`taken_over_at is not null`.as('hasTakenOver'),
  sql<boolean>`ended_at is not null`.as('isOver'),
] as const;

export async function insertCallListening(
  db: Kysely<DatabaseSchema>,
  listening: Omit<CallListening, 'sessionId' | 'hasTakenOver' | 'isOver'>,
): Promise<void> {
  await db
    .insertInto('call_listenings')
    .values({
      workspace_id: listening.workspaceId,
      id: listening.id,
      call_id: listening.callId,
      user_id: listening.userId,
      username: listening.username,
      participant_id: listening.participantId,
      sealed_token: listening.sealedToken,
      session_id: null,
      started_at: sql<Date>`clock_timestamp()`,
      alive_until: sql<Date>`clock_timestamp() + make_interval(secs => ${listeningLeaseSecondsByMode.listening})`,
      taken_over_at: null,
      silent_at: null,
      ended_at: null,
    })
    .execute();
}

/** Finds a row of `call_listenings` by id. Null if it does not exist or belongs to another user. */
export async function findCallListening(
  db: Kysely<DatabaseSchema>,
  { workspaceId, id, userId }: Pick<CallListening, 'workspaceId' | 'id' | 'userId'>,
): Promise<CallListening | null> {
  const row = await db
    .selectFrom('call_listenings')
    .select([...columns, ...derived])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}

const rowOf = (db: Kysely<DatabaseSchema>, { workspaceId, id }: Pick<CallListening, 'workspaceId' | 'id'>) =>
  db.updateTable('call_listenings').where('workspace_id', '=', workspaceId).where('id', '=', id);

export async function setGatewaySessionOfCallListening(
  db: Kysely<DatabaseSchema>,
  listening: CallListening,
  sessionId: string,
): Promise<void> {
  await rowOf(db, listening).set({ session_id: sessionId }).execute();
}

export async function renewCallListeningLease(db: Kysely<DatabaseSchema>, listening: CallListening): Promise<void> {
  const seconds = listening.hasTakenOver ? listeningLeaseSecondsByMode.speaking : listeningLeaseSecondsByMode.listening;
  await rowOf(db, listening)
    .set({ alive_until: sql<Date>`greatest(alive_until, clock_timestamp() + make_interval(secs => ${seconds}))` })
    .execute();
}

/** Claims a call for the person who takes it over. @returns false if another person has taken it over. */
export async function claimCallTakeOver(
  db: Kysely<DatabaseSchema>,
  { workspaceId, id, callId }: CallListening,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update call_listenings
    set taken_over_at = clock_timestamp(), alive_until = clock_timestamp() + make_interval(secs => ${listeningLeaseSecondsByMode.speaking})
    where workspace_id = ${workspaceId} and id = ${id} and ended_at is null and taken_over_at is null
      and not exists (
        select from call_listenings other
        where other.workspace_id = ${workspaceId} and other.call_id = ${callId} and other.taken_over_at is not null
      )
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Withdraws a person's claim to take a call over, because the provider refused it. */
export async function withdrawTakeOverClaim(db: Kysely<DatabaseSchema>, listening: CallListening): Promise<void> {
  await rowOf(db, listening).set({ taken_over_at: null }).execute();
  await renewCallListeningLease(db, { ...listening, hasTakenOver: false });
}

/** Marks a person's listening as ended and deletes its access token. @returns false if it had ended before. */
export async function endCallListening(
  db: Kysely<DatabaseSchema>,
  listening: Pick<CallListening, 'workspaceId' | 'id'>,
): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(db, listening)
    .where('ended_at', 'is', null)
    .set({ ended_at: sql<Date>`clock_timestamp()`, sealed_token: null })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Lists all open listening sessions of all workspaces. `lateSeconds`: seconds since a session's lease expired. */
export async function listOpenCallListenings(
  db: Kysely<DatabaseSchema>,
): Promise<readonly (CallListening & { readonly lateSeconds: number; readonly isCallOver: boolean })[]> {
  return db
    .selectFrom('call_listenings')
    .select([...columns, ...derived])
    .select([
      sql<number>`extract(epoch from clock_timestamp() - alive_until)::float8`.as('lateSeconds'),
      sql<boolean>`exists (
        select from calls c
        where c.workspace_id = call_listenings.workspace_id and c.id = call_listenings.call_id and c.is_over
      )`.as('isCallOver'),
    ])
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Records that a customer hears nobody, because the user who took over the call is gone.
 * @returns false if this was recorded before, or if the user ended the takeover or is back.
 */
export async function recordSilentCallTakeOver(db: Kysely<DatabaseSchema>, listening: CallListening): Promise<boolean> {
  const { numUpdatedRows } = await rowOf(db, listening)
    .where('silent_at', 'is', null)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`alive_until < clock_timestamp()`)
    .set({ silent_at: sql<Date>`clock_timestamp()` })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Lists taken-over calls in which the customer began to hear nobody after `since`, newest first, at most 100. `by`:
 * username of the person who took the call over.
 */
export async function listSilentCallTakeOversSince(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  since: Date,
): Promise<readonly { readonly callId: string; readonly by: string }[]> {
  return db
    .selectFrom('call_listenings')
    .select(['call_id as callId', 'username as by'])
    .where('workspace_id', '=', workspaceId)
    .where('silent_at', '>=', since)
    .orderBy('silent_at', 'desc')
    .limit(100)
    .execute();
}

/** Deletes rows of `call_listenings` that ended over a day ago. Rows of take-overs are kept. */
export async function deleteOldCallListenings(db: Kysely<DatabaseSchema>): Promise<void> {
  await db
    .deleteFrom('call_listenings')
    .where('taken_over_at', 'is', null)
    .where(sql<boolean>`ended_at < clock_timestamp() - interval '1 day'`)
    .execute();
}

/**
 * Stores how the provider account with this API key fingerprint delivers live sound. False if no workspace uses the API
 * key.
 */
export async function storeProviderAccountSoundTransport(
  db: Kysely<DatabaseSchema>,
  fingerprint: string,
  transport: 'gateway' | 'livekit',
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspaces')
    .set({ listening_transport: transport })
    .where('api_key_fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
