// Live transcripts of simulated calls. A call's feed exists while somebody watches it, with a timer for the next word.
import { liveSocketCloseReasons } from '../../retell/wire-live.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import { computeSimulatedAgentPresenceMs } from '../call-record.ts';
import { hashSeedPartsToHex } from '../random.ts';
import type { SimulatedClock } from '../simulated-clock.ts';
import { buildSimulatedLiveTranscriptSteps, buildSimulatedPreSessionTranscriptItems } from './live-steps.ts';
import type { SimulatedLiveTranscriptItem, SimulatedLiveTranscriptItemContent } from './live-item.ts';
import type { SimulatedLiveTranscriptStep } from './live-steps.ts';

/**
 * Receives a live transcript as JSON texts. Texts that some watchers do not use are passed as functions, so that they
 * are built only when needed.
 */
export interface SimulatedTranscriptWatcher {
  snapshot(message: () => string): void;
  update(changed: string, whole: () => string): void;
  /** Ends the live transcript. `message` is undefined if the transcript ends before the call. */
  end(message: string | undefined, closeReason: string): void;
}

export interface SimulatedLiveFeeds {
  /**
   * Subscribes a watcher to a call's live transcript. The watcher gets all items so far, then each update. The returned
   * function unsubscribes it.
   */
  watch(record: SimulatedCallRecord, watcher: SimulatedTranscriptWatcher): () => void;
  watchers(record: SimulatedCallRecord): number;
  /** Adds an item to the transcript now. */
  append(record: SimulatedCallRecord, item: SimulatedLiveTranscriptItemContent): void;
  items(record: SimulatedCallRecord): SimulatedLiveTranscriptItem[];
  /** Contexts that were sent to the agent. */
  injected(record: SimulatedCallRecord): string[];
  /** Ends a call's live transcript, because the call is over or the agent has left it. */
  end(record: SimulatedCallRecord): void;
}

interface Feed {
  readonly steps: readonly SimulatedLiveTranscriptStep[];
  /** The number of steps sent so far. */
  sent: number;
  readonly watchers: Set<SimulatedTranscriptWatcher>;
  cancel: () => void;
}

export function createSimulatedLiveFeeds(parts: {
  clock: Pick<SimulatedClock, 'after'>;
  talkedMs: (record: SimulatedCallRecord) => number | undefined;
}): SimulatedLiveFeeds {
  const feeds = new Map<SimulatedCallRecord, Feed>();
  /** Transcript items that requests have added to the simulated conversation, such as injected contexts. */
  const appended = new WeakMap<SimulatedCallRecord, SimulatedLiveTranscriptItem[]>();

  function nowMs(record: SimulatedCallRecord): number {
    if (record.phase === 'registered') return 0;
    return Math.min(computeSimulatedAgentPresenceMs(record.outcome), parts.talkedMs(record) ?? Infinity);
  }

  function itemsUntil(
    record: SimulatedCallRecord,
    steps: readonly SimulatedLiveTranscriptStep[],
  ): SimulatedLiveTranscriptItem[] {
    const items = new Map(steps.map(({ item }) => [item.id, item] as const));
    return [...items.values(), ...(appended.get(record) ?? [])].toSorted(
      (left, right) => left.time_sec - right.time_sec,
    );
  }

  const wholeOf = (record: SimulatedCallRecord, feed: Feed): SimulatedLiveTranscriptItem[] =>
    itemsUntil(record, feed.steps.slice(0, feed.sent));

  /** Marks the transcript steps whose time has come as sent, and returns their transcript items. */
  function takeDue(record: SimulatedCallRecord, feed: Feed): SimulatedLiveTranscriptItem[] {
    const now = nowMs(record);
    const due = new Map<string, SimulatedLiveTranscriptItem>();
    for (let step = feed.steps[feed.sent]; step !== undefined && step.atMs <= now; step = feed.steps[feed.sent]) {
      due.set(step.item.id, step.item);
      feed.sent += 1;
    }
    return [...due.values()];
  }

  function sendUpdate(record: SimulatedCallRecord, feed: Feed, changed: readonly SimulatedLiveTranscriptItem[]): void {
    if (changed.length === 0) return;
    const message = messageOf('transcript_updated', changed, []);
    const whole = (): string =>
      messageOf('transcript_updated', wholeOf(record, feed), buildSimulatedPreSessionTranscriptItems(record));
    for (const watcher of feed.watchers) watcher.update(message, whole);
  }

  function arm(record: SimulatedCallRecord, feed: Feed): void {
    const next = feed.steps[feed.sent];
    if (next === undefined || next.atMs > computeSimulatedAgentPresenceMs(record.outcome)) return;
    feed.cancel = parts.clock.after(next.atMs - nowMs(record), () => {
      sendUpdate(record, feed, takeDue(record, feed));
      arm(record, feed);
    });
  }

  function open(record: SimulatedCallRecord): Feed {
    const feed: Feed = {
      steps: buildSimulatedLiveTranscriptSteps(record),
      sent: 0,
      watchers: new Set(),
      cancel: () => {},
    };
    feeds.set(record, feed);
    takeDue(record, feed);
    arm(record, feed);
    return feed;
  }

  return {
    watch(record, watcher) {
      const feed = feeds.get(record) ?? open(record);
      feed.watchers.add(watcher);
      watcher.snapshot(() =>
        messageOf('transcript_snapshot', wholeOf(record, feed), buildSimulatedPreSessionTranscriptItems(record)),
      );
      return () => {
        feed.watchers.delete(watcher);
        if (feed.watchers.size > 0 || feeds.get(record) !== feed) return;
        feed.cancel();
        feeds.delete(record);
      };
    },
    watchers: (record) => feeds.get(record)?.watchers.size ?? 0,
    append(record, item) {
      const items = appended.get(record) ?? [];
      appended.set(record, items);
      const id = `item_${hashSeedPartsToHex(16, record.id, 'appended', items.length)}`;
      const added = { id, time_sec: Math.round(nowMs(record)) / 1000, ...item };
      items.push(added);
      const feed = feeds.get(record);
      if (feed !== undefined) sendUpdate(record, feed, [...takeDue(record, feed), added]);
    },
    items(record) {
      if (!record.outcome.connected) return [];
      const now = nowMs(record);
      return itemsUntil(
        record,
        buildSimulatedLiveTranscriptSteps(record).filter(({ atMs }) => record.phase !== 'registered' && atMs <= now),
      );
    },
    injected: (record) =>
      (appended.get(record) ?? []).flatMap(({ role, content }) =>
        role === 'injected' && content !== undefined ? [content] : [],
      ),
    end(record) {
      const feed = feeds.get(record);
      if (feed === undefined) return;
      sendUpdate(record, feed, takeDue(record, feed));
      feed.cancel();
      feeds.delete(record);
      const closeReason = getSimulatedLiveFeedCloseReason(record);
      const message =
        record.phase === 'finished'
          ? JSON.stringify({
              type: 'call_ended',
              event_timestamp: record.endAt,
              disconnection_reason: record.outcome.reason,
            })
          : undefined;
      for (const watcher of feed.watchers) watcher.end(message, closeReason);
    },
  };
}

/** The close reason of a call's socket. */
export function getSimulatedLiveFeedCloseReason({ outcome }: SimulatedCallRecord): string {
  return outcome.reason === 'call_take_over' ? liveSocketCloseReasons.takenOver : liveSocketCloseReasons.ended;
}

function messageOf(
  type: 'transcript_snapshot' | 'transcript_updated',
  transcripts: readonly SimulatedLiveTranscriptItem[],
  pre_session_transcripts: readonly SimulatedLiveTranscriptItem[],
): string {
  return JSON.stringify({ type, transcripts, pre_session_transcripts });
}
