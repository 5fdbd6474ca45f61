/**
 * Background job that writes the search documents of changed calls, after the commits that changed them. All servers
 * share one queue; one server at a time writes for a workspace.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../../../platform/db/schema.ts';
import { createCallQueueWorker, type CallQueueWorker, type CallQueueWorkerDeps } from '../state/call-queue-worker.ts';
import type { Tx } from '../state/call-participant.ts';
import {
  tryInSavepoint,
  deleteCallSearchDocuments,
  listSearchQueueWorkspaceIds,
  lockCallSearchDocuments,
  readSearchableCalls,
  claimSearchQueueCalls,
  writeCallSearchDocuments,
  type CallSearchDocument,
} from './call-search-store.ts';
import { classifyDatabaseFailure } from '../state/database-failure.ts';
import { listSearchLexemes } from './search-document.ts';

export interface CallSearchIndexerDeps extends CallQueueWorkerDeps {
  readonly db: Kysely<DatabaseSchema>;
}

/** Time in ms for which changed calls are collected before their search documents are written together. */
const gatherMs = 500;
/** Interval in ms at which the search indexer looks for queued calls that other servers or failed runs left behind. */
const intervalMs = 4_500;
/** Number of search documents written in one transaction. A small number keeps transactions short. */
const batchRows = 200;
/** Number of search documents that are built without a break. After that, other tasks of the server get a turn. */
const documentsAtOnce = 20;

export function createCallSearchIndexer(deps: CallSearchIndexerDeps): CallQueueWorker {
  const { db, log } = deps;

  async function indexSome(workspaceId: string): Promise<number> {
    try {
      return await indexQueued(db, workspaceId, batchRows);
    } catch (error) {
      if (isNobodysFault(error)) throw error;
      return indexOneByOne(workspaceId);
    }
  }

  /** Writes search documents one by one, so that one that can't be written does not block the others. */
  async function indexOneByOne(workspaceId: string): Promise<number> {
    let done = 0;
    while (done < batchRows && (await indexOne(workspaceId)) > 0) done += 1;
    return done;
  }

  function indexOne(workspaceId: string): Promise<number> {
    return writeInOne(db, async (tx) => {
      const ids = await claimSearchQueueCalls(tx, workspaceId, 1);
      if (ids.length === 0) return 0;
      const failure = await tryInSavepoint(tx, () => rewriteDocuments(tx, workspaceId, ids));
      if (failure !== null) {
        if (isNobodysFault(failure.error)) throw failure.error;
        log.error({ err: failure.error, workspaceId, callId: ids[0] }, 'a call can not be made searchable');
        await deleteCallSearchDocuments(tx, workspaceId, ids);
      }
      return ids.length;
    });
  }

  return createCallQueueWorker(deps, {
    name: 'search indexer',
    gatherMs,
    intervalMs,
    findWorkspaces: () => listSearchQueueWorkspaceIds(db),
    workOn: indexSome,
  });
}

/** Rewrites the search documents of the given calls. Documents of erased or unknown calls are deleted. */
export function writeSearchDocumentsOfCalls(
  db: Kysely<DatabaseSchema>,
  workspaceId: string,
  callIds: readonly string[],
): Promise<void> {
  return writeInOne(db, async (tx) => {
    await lockCallSearchDocuments(tx, workspaceId);
    await rewriteDocuments(tx, workspaceId, callIds);
  });
}

/** Writes the search documents of queued calls. Returns their number, or 0 if another server works on this queue. */
function indexQueued(db: Kysely<DatabaseSchema>, workspaceId: string, atMost: number): Promise<number> {
  return writeInOne(db, async (tx) => {
    const ids = await claimSearchQueueCalls(tx, workspaceId, atMost);
    if (ids.length > 0) await rewriteDocuments(tx, workspaceId, ids);
    return ids.length;
  });
}

/**
 * Runs a transaction at isolation level read committed. A statement that follows the lock on the search documents then
 * sees the newest committed calls.
 */
function writeInOne<T>(db: Kysely<DatabaseSchema>, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(write);
}

async function rewriteDocuments(tx: Tx, workspaceId: string, callIds: readonly string[]): Promise<void> {
  const calls = await readSearchableCalls(tx, workspaceId, callIds);
  const documents: CallSearchDocument[] = [];
  for (const call of calls) {
    if (documents.length > 0 && documents.length % documentsAtOnce === 0) await turn();
    documents.push({ id: call.id, lexemes: listSearchLexemes(workspaceId, call) });
  }
  await writeCallSearchDocuments(tx, workspaceId, documents);
  const found = new Set(calls.map((call) => call.id));
  await deleteCallSearchDocuments(
    tx,
    workspaceId,
    callIds.filter((id) => !found.has(id)),
  );
}

function isNobodysFault(error: unknown): boolean {
  const failure = classifyDatabaseFailure(error);
  return failure === 'away' || failure === 'conflict';
}
