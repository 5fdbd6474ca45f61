/**
 * Leases that say which server has the WebSocket to the provider for a live call. A lease is renewed while a user
 * watches the call, and expires by the database's clock. If two servers ever had one lease, the only harm would be a
 * second WebSocket.
 */
import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../../platform/db/schema.ts';

/** Seconds after which a server loses the lease of a live call's WebSocket, unless it renews the lease. */
export const liveCallSocketLeaseSeconds = 6;

export interface WatchedLiveCall {
  readonly workspaceId: string;
  readonly callId: string;
}

/**
 * Takes or renews this server's leases of the given live calls for `seconds`. Returns the calls whose lease this server
 * has now.
 */
export async function takeOrRenewLiveCallSocketLeases(
  db: Kysely<DatabaseSchema>,
  serverId: string,
  calls: readonly WatchedLiveCall[],
  seconds: number,
): Promise<readonly WatchedLiveCall[]> {
  if (calls.length === 0) return [];
  const { rows } = await sql<WatchedLiveCall>`
    insert into live_monitors as held (workspace_id, call_id, server_id, expires_at)
    select workspace_id, call_id, ${serverId}::uuid, clock_timestamp() + make_interval(secs => ${seconds})
    from unnest(${calls.map((call) => call.workspaceId)}::uuid[], ${calls.map((call) => call.callId)}::text[])
      as wanted (workspace_id, call_id)
    order by workspace_id, call_id
    on conflict (workspace_id, call_id) do update
    set server_id = excluded.server_id, expires_at = excluded.expires_at
    where held.server_id = excluded.server_id or held.expires_at < clock_timestamp()
    returning workspace_id as "workspaceId", call_id as "callId"
  `.execute(db);
  return rows;
}

/** Deletes this server's leases of the given live calls, and leases of any server that have long expired. */
export async function releaseLiveCallSocketLeases(
  db: Kysely<DatabaseSchema>,
  serverId: string,
  calls: readonly WatchedLiveCall[],
): Promise<void> {
  await sql`
    delete from live_monitors
    where expires_at < clock_timestamp() - interval '1 minute'
      or (server_id = ${serverId}::uuid and (workspace_id, call_id) in (
        select * from unnest(${calls.map((call) => call.workspaceId)}::uuid[], ${calls.map((call) => call.callId)}::text[])
      ))
  `.execute(db);
}
