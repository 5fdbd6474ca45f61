/**
 * Writes the documents that calls are found by, after the commits that change calls and never within them. Every server
 * works on the one queue; a workspace is written by one of them at a time.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import { createCallQueueWorker, type CallQueueWorker, type CallQueueWorkerDeps } from '../state/call-queue-worker.ts';
import type { Tx } from '../state/call-participant.ts';
import {
  attempt,
  deleteDocuments,
  findQueuedWorkspaces,
  lockDocuments,
  readSearchableCalls,
  takeQueued,
  writeDocuments,
  type SearchDocument,
} from './call-search-store.ts';
import { classifyFailure } from '../state/database-failure.ts';
import { documentOf } from './search-document.ts';

export interface SearchIndexerDeps extends CallQueueWorkerDeps {
  readonly db: Kysely<Schema>;
}

/** For how long changes gather before they are written together. */
const gatherMs = 500;
/** Finds what other servers left, and what they could not finish. */
const intervalMs = 4_500;
/** Small, so that a transaction is short and the transcripts fit into memory. */
const batchRows = 200;
/** Documents made in one go; then whoever waits for the processor has a turn. */
const documentsAtOnce = 20;

export function createSearchIndexer(deps: SearchIndexerDeps): CallQueueWorker {
  const { db, log } = deps;

  async function indexSome(workspaceId: string): Promise<number> {
    try {
      return await indexQueued(db, workspaceId, batchRows);
    } catch (error) {
      if (isNobodysFault(error)) throw error;
      return indexOneByOne(workspaceId);
    }
  }

  /** So that a call whose document can't be written harms no other. */
  async function indexOneByOne(workspaceId: string): Promise<number> {
    let done = 0;
    while (done < batchRows && (await indexOne(workspaceId)) > 0) done += 1;
    return done;
  }

  function indexOne(workspaceId: string): Promise<number> {
    return writeInOne(db, async (tx) => {
      const ids = await takeQueued(tx, workspaceId, 1);
      if (ids.length === 0) return 0;
      const failure = await attempt(tx, () => rewriteDocuments(tx, workspaceId, ids));
      if (failure !== null) {
        if (isNobodysFault(failure.error)) throw failure.error;
        log.error({ err: failure.error, workspaceId, callId: ids[0] }, 'a call can not be made searchable');
        await deleteDocuments(tx, workspaceId, ids);
      }
      return ids.length;
    });
  }

  return createCallQueueWorker(deps, {
    name: 'search indexer',
    gatherMs,
    intervalMs,
    findWorkspaces: () => findQueuedWorkspaces(db),
    workOn: indexSome,
  });
}

/** Writes the documents of these calls as they now are; those of deleted and unknown ones go. */
export function indexCalls(db: Kysely<Schema>, workspaceId: string, callIds: readonly string[]): Promise<void> {
  return writeInOne(db, async (tx) => {
    await lockDocuments(tx, workspaceId);
    await rewriteDocuments(tx, workspaceId, callIds);
  });
}

/** Answers how many calls it took from the queue; none while another server is at it. */
function indexQueued(db: Kysely<Schema>, workspaceId: string, atMost: number): Promise<number> {
  return writeInOne(db, async (tx) => {
    const ids = await takeQueued(tx, workspaceId, atMost);
    if (ids.length > 0) await rewriteDocuments(tx, workspaceId, ids);
    return ids.length;
  });
}

/** Whatever the server's default: calls are read as they are once the lock is ours. */
function writeInOne<T>(db: Kysely<Schema>, write: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('read committed').execute(write);
}

async function rewriteDocuments(tx: Tx, workspaceId: string, callIds: readonly string[]): Promise<void> {
  const calls = await readSearchableCalls(tx, workspaceId, callIds);
  const documents: SearchDocument[] = [];
  for (const call of calls) {
    if (documents.length > 0 && documents.length % documentsAtOnce === 0) await turn();
    documents.push({ id: call.id, lexemes: documentOf(workspaceId, call) });
  }
  await writeDocuments(tx, workspaceId, documents);
  const found = new Set(calls.map((call) => call.id));
  await deleteDocuments(
    tx,
    workspaceId,
    callIds.filter((id) => !found.has(id)),
  );
}

function isNobodysFault(error: unknown): boolean {
  const failure = classifyFailure(error);
  return failure === 'away' || failure === 'conflict';
}
