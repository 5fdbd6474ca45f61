/** The recipients that a person gave, from choosing a list to its summary. Owns the reading worker's life. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readerFailures } from '../../../../labels/wizard-es.ts';
import { useFormat } from '../../../session/use-format.ts';
import type { RecipientSource } from './csv-messages.ts';
import { noChoices, type ReadingChoices } from './reading-choices.ts';
import { maximumFileBytes, startRecipientReader, type RecipientReader } from './recipient-reader.ts';
import type { RecipientSummary } from './recipient-summary.ts';

/** A list as it was given, and what the person decided about it: all that is needed to read it again. */
export interface RecipientList {
  /** What it is called on the screen: the file's name. */
  readonly name: string;
  readonly source: RecipientSource;
  readonly choices: ReadingChoices;
  /** Rows with errors are left out; asked anew for every list. */
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
      /** Another one for each summary. */
      readonly version: number;
    }
  | { readonly status: 'failed'; readonly name: string; readonly message: string };

const none: RecipientsState = { status: 'none' };
let versions = 0;

export interface Recipients {
  readonly state: RecipientsState;
  readonly summary: RecipientSummary | null;
  /** Null: none was given, or it can't be read. */
  readonly list: RecipientList | null;
  readonly setOmitErrors: (omit: boolean) => void;
  /** Reads a list in place of what was there. Null: it failed, or another one took its place. */
  readonly read: (source: RecipientSource, name: string) => Promise<RecipientSummary | null>;
  /** Understands the same rows by other choices, made from those that were chosen last, whether read yet or not. */
  readonly choose: (change: (choices: ReadingChoices) => ReadingChoices) => Promise<void>;
  /** Ends a reading under way, or forgets what was read. */
  readonly clear: () => void;
}

const failure = (name: string, error: unknown): RecipientsState => ({
  status: 'failed',
  name,
  message: error instanceof Error ? error.message : readerFailures.unreadable,
});

/** `initial`, which must stay the same, is read at once. */
export function useRecipients(initial: RecipientList | null): Recipients {
  const [state, setState] = useState<RecipientsState>(
    initial ? { status: 'reading', list: initial, percent: 0 } : none,
  );
  const { regional } = useFormat();
  // As it is when a list is read: a change of the settings reads nothing anew.
  const latestRegional = useRef(regional);
  useEffect(() => {
    latestRegional.current = regional;
  }, [regional]);
  const current = useRef<RecipientReader | null>(null);
  /** Chosen, and not understood yet. */
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
        // Another list, or other choices, came meanwhile.
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
