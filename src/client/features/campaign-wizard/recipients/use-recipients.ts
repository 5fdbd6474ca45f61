/**
 * State of the recipient file from its choice to its parsed summary. The hook starts and ends the Web Worker that
 * parses the file.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { recipientFileFailureTexts } from '../../../../labels/wizard-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import type { RecipientSource } from './csv-messages.ts';
import { defaultRecipientParsingChoices, type RecipientParsingChoices } from './reading-choices.ts';
import { maximumRecipientFileBytes, startRecipientFileReader, type RecipientFileReader } from './recipient-reader.ts';
import type { RecipientFileSummary } from './recipient-summary.ts';

/** Source of recipients and the user's choices about it, which together are enough to parse the source again. */
export interface RecipientSourceWithChoices {
  /** Name to show for the list of recipients, usually the file's name. */
  readonly name: string;
  readonly source: RecipientSource;
  readonly choices: RecipientParsingChoices;
  /** True if the user chose to leave out rows with errors; reset for every new file. */
  readonly omitErrors: boolean;
}

export type RecipientFileState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly list: RecipientSourceWithChoices; readonly percent: number }
  | {
      readonly status: 'ready';
      readonly list: RecipientSourceWithChoices;
      readonly summary: RecipientFileSummary;
      readonly reader: RecipientFileReader;
      /** Number that increases with each new summary. */
      readonly version: number;
    }
  | { readonly status: 'failed'; readonly name: string; readonly message: string };

const none: RecipientFileState = { status: 'none' };
let versions = 0;

export interface RecipientFileController {
  readonly state: RecipientFileState;
  readonly summary: RecipientFileSummary | null;
  /** The recipient file; null if none was chosen or it can't be read. */
  readonly list: RecipientSourceWithChoices | null;
  readonly setOmitErrors: (omit: boolean) => void;
  /** Parses a recipient file. Resolves to null if that fails, or if the user chose another file meanwhile. */
  readonly read: (source: RecipientSource, name: string) => Promise<RecipientFileSummary | null>;
  /**
   * Parses the recipient file again with other choices, such as sheet and columns. `change` gets the choices that were
   * requested last, and returns the new ones.
   */
  readonly choose: (change: (choices: RecipientParsingChoices) => RecipientParsingChoices) => Promise<void>;
  /** Cancels parsing the recipient file, or removes the file. */
  readonly clear: () => void;
}

const failure = (name: string, error: unknown): RecipientFileState => ({
  status: 'failed',
  name,
  message: error instanceof Error ? error.message : recipientFileFailureTexts.unreadable,
});

/** State of the recipient file. `initial` is parsed at once and must stay the same between renders. */
export function useRecipientFile(initial: RecipientSourceWithChoices | null): RecipientFileController {
  const [state, setState] = useState<RecipientFileState>(
    initial ? { status: 'reading', list: initial, percent: 0 } : none,
  );
  const { regional } = useRegionalFormat();
  // The regional settings are in a ref, so that a change of them does not parse the file again.
  const latestRegional = useRef(regional);
  useEffect(() => {
    latestRegional.current = regional;
  }, [regional]);
  const current = useRef<RecipientFileReader | null>(null);
  /** Choices whose reading is not finished. */
  const wanted = useRef<RecipientParsingChoices | null>(null);

  const close = useCallback(() => {
    current.current?.close();
    current.current = null;
    wanted.current = null;
  }, []);

  const run = useCallback(async (list: RecipientSourceWithChoices): Promise<RecipientFileSummary | null> => {
    const onProgress = (share: number) => setState({ status: 'reading', list, percent: Math.floor(share * 100) });
    const reader = startRecipientFileReader({
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
    async (source: RecipientSource, name: string): Promise<RecipientFileSummary | null> => {
      close();
      if (source.kind === 'file' && source.content.size > maximumRecipientFileBytes) {
        setState({ status: 'failed', name, message: recipientFileFailureTexts.tooLarge });
        return null;
      }
      const list = { name, source, choices: defaultRecipientParsingChoices, omitErrors: false };
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
    async (change: (choices: RecipientParsingChoices) => RecipientParsingChoices): Promise<void> => {
      if (state.status !== 'ready') return;
      const { reader, list } = state;
      const choices = change(wanted.current ?? list.choices);
      wanted.current = choices;
      try {
        const summary = await reader.choose(choices);
        // Ignore the parsed file if the user has meanwhile chosen another file or other parsing options.
        if (current.current !== reader || wanted.current !== choices) return;
        wanted.current = null;
        const version = (versions += 1);
        setState((previous) => {
          // If the number of wrong rows changed, the user must decide again whether to omit them.
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
