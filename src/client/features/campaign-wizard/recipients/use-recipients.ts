/** The recipients that a person gave, from choosing a list to its summary. It starts and ends the reading worker. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readerFailures } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import type { RecipientSource } from './csv-messages.ts';
import { noChoices, type ReadingChoices } from './reading-choices.ts';
import { maximumFileBytes, startRecipientReader, type RecipientReader } from './recipient-reader.ts';
import type { RecipientSummary } from './recipient-summary.ts';

/** A list and the person's decisions about it: all that is needed to read it again. */
export interface RecipientList {
  /** Name of the list on screen: the file's name. */
  readonly name: string;
  readonly source: RecipientSource;
  readonly choices: ReadingChoices;
  /** True if rows with errors are left out; asked again for every list. */
  readonly omitErrors: boolean;
}

export type RecipientsState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly list: RecipientList; readonly percent: number }
  | {
      readonly status: 'ready';
      readonly list: RecipientList;
      readonly summary: RecipientSummary;
      readonly reader: RecipientReader;
      /** A number that increases with each new summary of the recipient list. */
      readonly version: number;
    }
  | { readonly status: 'failed'; readonly name: string; readonly message: string };

const none: RecipientsState = { status: 'none' };
let versions = 0;

export interface Recipients {
  readonly state: RecipientsState;
  readonly summary: RecipientSummary | null;
  /** The list; null if none was given, or if it can't be read. */
  readonly list: RecipientList | null;
  readonly setOmitErrors: (omit: boolean) => void;
  /** Reads a list in place of the last one. Resolves to null if it fails, or if another list replaces it. */
  readonly read: (source: RecipientSource, name: string) => Promise<RecipientSummary | null>;
  /** Reads the same rows by other choices, derived from the last ones, even if those are still being read. */
  readonly choose: (change: (choices: ReadingChoices) => ReadingChoices) => Promise<void>;
  /** Cancels the reading of a list, or drops the list. */
  readonly clear: () => void;
}

const failure = (name: string, error: unknown): RecipientsState => ({
  status: 'failed',
  name,
  message: error instanceof Error ? error.message : readerFailures.unreadable,
});

/** The state of the recipients' list. `initial` must stay the same; it is read at once. */
export function useRecipients(initial: RecipientList | null): Recipients {
  const [state, setState] = useState<RecipientsState>(
    initial ? { status: 'reading', list: initial, percent: 0 } : none,
  );
  const { regional } = useFormat();
  // The settings at the time of reading a list; changing them reads nothing again.
  const latestRegional = useRef(regional);
  useEffect(() => {
    latestRegional.current = regional;
  }, [regional]);
  const current = useRef<RecipientReader | null>(null);
  /** Choices whose reading is not finished. */
  const wanted = useRef<ReadingChoices | null>(null);

  const close = useCallback(() => {
    current.current?.close();
    current.current = null;
    wanted.current = null;
  }, []);

  const run = useCallback(async (list: RecipientList): Promise<RecipientSummary | null> => {
    const onProgress = (share: number) => setState({ status: 'reading', list, percent: Math.floor(share * 100) });
    const reader = startRecipientReader({
      source: list.source,
      choices: list.choices,
      regional: latestRegional.current,
      onProgress,
    });
    current.current = reader;
    try {
      const summary = await reader.summary;
      if (current.current !== reader) return null;
      setState({ status: 'ready', list, summary, reader, version: (versions += 1) });
      return summary;
    } catch (error) {
      reader.close();
      setState(failure(list.name, error));
      return null;
    }
  }, []);

  const read = useCallback(
    async (source: RecipientSource, name: string): Promise<RecipientSummary | null> => {
      close();
      if (source.kind === 'file' && source.content.size > maximumFileBytes) {
        setState({ status: 'failed', name, message: readerFailures.tooLarge });
        return null;
      }
      const list = { name, source, choices: noChoices, omitErrors: false };
      setState({ status: 'reading', list, percent: 0 });
      return run(list);
    },
    [close, run],
  );

  useEffect(() => {
    if (initial) void run(initial);
    return close;
  }, [initial, run, close]);

  const choose = useCallback(
    async (change: (choices: ReadingChoices) => ReadingChoices): Promise<void> => {
      if (state.status !== 'ready') return;
      const { reader, list } = state;
      const choices = change(wanted.current ?? list.choices);
      wanted.current = choices;
      try {
        const summary = await reader.choose(choices);
        // Another list, or other choices, came while this one was read.
        if (current.current !== reader || wanted.current !== choices) return;
        wanted.current = null;
        const version = (versions += 1);
        setState((previous) => {
          // Rows may have been left out while the list was read again. The user is asked again if their number changed.
          const { omitErrors } = previous.status === 'ready' ? previous.list : list;
          const isSame = summary.rejectedCount === state.summary.rejectedCount;
          return {
            status: 'ready',
            list: { ...list, choices, omitErrors: omitErrors && isSame },
            summary,
            reader,
            version,
          };
        });
      } catch (error) {
        if (current.current === reader) setState(failure(list.name, error));
      }
    },
    [state],
  );

  return {
    state,
    summary: state.status === 'ready' ? state.summary : null,
    list: state.status === 'ready' || state.status === 'reading' ? state.list : null,
    setOmitErrors: (omitErrors) =>
      setState((previous) =>
        previous.status === 'ready' ? { ...previous, list: { ...previous.list, omitErrors } } : previous,
      ),
    read,
    choose,
    clear: () => {
      close();
      setState(none);
    },
  };
}
