/**
 * Sends live calls to the browsers that watch them: each line of the one open call, and a few times a second the last
 * two lines of each listed call. The right to read is checked for each message from a browser and when settings change.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { watchCallsMessageSchema } from '../../../contract/live-calls.ts';
import { getLastSpokenLines, type LiveSpeechLine } from '../../../contract/live-lines.ts';
import type { LiveTranscriptTail, WatchCallsMessage } from '../../../contract/realtime.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import type { WebSocketCommandHandler, WebSocketViewer } from '../../platform/realtime-hub.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import type { AuditLog } from '../audit/index.ts';
import { findUnfinishedCallIds } from '../calls/index.ts';
import type { LiveCallHub, LiveTranscriptChange } from './live-calls.ts';
import { mayReadLiveCalls, type LiveReadersSettingsReader } from './live-readers.ts';
import { createLiveTranscriptAccumulator } from './live-transcript.ts';

export interface LiveViewerCommandHandlerDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly bus: ServerBus;
  readonly audit: AuditLog;
  readonly live: LiveCallHub;
  readonly readers: LiveReadersSettingsReader;
}

export const liveCallOpenedAuditAction = 'call.live_opened';
/** Highest number of characters of a line in the list of live calls. Only the end of a longer line is shown. */
const tailLength = 160;
const tailEveryMs = 250;

interface Watching {
  readonly viewer: WebSocketViewer;
  open: { readonly callId: string; readonly end: () => void } | null;
  readonly listed: Map<string, { readonly end: () => void; tail: LiveTranscriptTail }>;
  /** Ids of listed calls whose last transcript lines changed since they were last sent to the browser. */
  readonly changed: Set<string>;
  timer: NodeJS.Timeout | undefined;
  taken: Promise<void>;
}

export function createLiveViewerCommandHandler(deps: LiveViewerCommandHandlerDeps): WebSocketCommandHandler {
  const { db, log, bus, audit, live, readers } = deps;
  const watching = new Map<WebSocketViewer, Watching>();

  bus.onMessage((message) => {
    if (message.kind === 'workspace_update' || message.kind === 'refetch') askAgain(message.workspaceId);
  });

  function askAgain(workspaceId: string): void {
    for (const [viewer, entry] of watching) {
      if (viewer.workspaceId !== workspaceId) continue;
      enqueue(entry, async () => {
        if (!(await mayReadLiveCalls(readers, viewer))) stopWatching(entry);
      });
    }
  }

  function enqueue(entry: Watching, work: () => Promise<void>): void {
    entry.taken = entry.taken.then(work).catch((error: unknown) => {
      log.warn({ err: error }, 'what a browser shows of live calls was not taken');
      stopWatching(entry);
    });
  }

  async function take(entry: Watching, { openCallId, listedCallIds }: WatchCallsMessage): Promise<void> {
    const { viewer } = entry;
    const isWanted = openCallId !== null || listedCallIds.length > 0;
    if (!isWanted || !(await mayReadLiveCalls(readers, viewer))) {
      stopWatching(entry);
      return;
    }
    const listed = new Set(await findUnfinishedCallIds(db, viewer.workspaceId, listedCallIds));
    const opened = openCallId !== null && (await hasOpened(viewer, openCallId)) ? openCallId : null;
    if (watching.get(viewer) !== entry) return;
    for (const [callId, { end }] of entry.listed)
      if (!listed.has(callId)) {
        end();
        entry.listed.delete(callId);
        entry.changed.delete(callId);
      }
    for (const callId of listed) if (!entry.listed.has(callId)) list(entry, callId);
    if (entry.open?.callId !== opened) {
      entry.open?.end();
      entry.open = opened === null ? null : { callId: opened, end: openCall(viewer, opened) };
    }
  }

  const hasOpened = ({ workspaceId, userId }: WebSocketViewer, callId: string): Promise<boolean> =>
    audit.hasRecorded({ workspaceId, userId, action: liveCallOpenedAuditAction, target: callId });

  function openCall(viewer: WebSocketViewer, callId: string): () => void {
    const { workspaceId } = viewer;
    return live.watch({ workspaceId, callId }, (change) =>
      viewer.send({ type: 'live_lines', workspaceId, callId, ...change }),
    );
  }

  function list(entry: Watching, callId: string): void {
    const { workspaceId } = entry.viewer;
    const transcript = createLiveTranscriptAccumulator();
    const row = { end: () => {}, tail: { callId, state: 'connecting', lines: [] } as LiveTranscriptTail };
    entry.listed.set(callId, row);
    row.end = live.watch({ workspaceId, callId }, ({ state, lines }: LiveTranscriptChange) => {
      transcript.merge(lines);
      const tail: LiveTranscriptTail = { callId, state, lines: getLastSpokenLines(transcript.list(), 2).map(cutToEnd) };
      if (JSON.stringify(tail) === JSON.stringify(row.tail)) return;
      row.tail = tail;
      entry.changed.add(callId);
      entry.timer ??= setTimeout(() => sendTails(entry), tailEveryMs);
    });
  }

  function sendTails(entry: Watching): void {
    entry.timer = undefined;
    const tails = [...entry.changed].flatMap((callId) => entry.listed.get(callId)?.tail ?? []);
    entry.changed.clear();
    const { workspaceId } = entry.viewer;
    if (tails.length > 0) entry.viewer.send({ type: 'live_tails', workspaceId, tails });
  }

  function stopWatching(entry: Watching): void {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    entry.open?.end();
    entry.open = null;
    for (const { end } of entry.listed.values()) end();
    entry.listed.clear();
    entry.changed.clear();
  }

  return {
    receive(viewer, text) {
      const message = watchCallsMessageSchema.safeParse(parseJson(text)).data;
      if (!message) return;
      let entry = watching.get(viewer);
      if (!entry) {
        entry = {
          viewer,
          open: null,
          listed: new Map(),
          changed: new Set(),
          timer: undefined,
          taken: Promise.resolve(),
        };
        watching.set(viewer, entry);
      }
      const current = entry;
      enqueue(current, () => take(current, message));
    },
    leave(viewer) {
      const entry = watching.get(viewer);
      watching.delete(viewer);
      if (entry) stopWatching(entry);
    },
  };
}

function cutToEnd(line: LiveSpeechLine): LiveSpeechLine {
  const { text } = line;
  return text.length <= tailLength ? line : { ...line, text: `…${text.slice(-tailLength)}` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
