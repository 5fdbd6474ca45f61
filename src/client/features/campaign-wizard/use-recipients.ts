/** The recipients that a person gave, from choosing a file to its summary. Owns the reading worker's life. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readerMessages } from '../../../labels/wizard-es.ts';
import { useFormat } from '../../session/use-format.ts';
import type { RecipientSummary } from './csv-reading.ts';
import { maximumFileBytes, startRecipientReader, type RecipientReader } from './recipient-reader.ts';

export type RecipientsState =
  | { readonly status: 'none' }
  | { readonly status: 'reading'; readonly name: string; readonly percent: number }
  | { readonly status: 'ready'; readonly name: string; readonly summary: RecipientSummary; readonly reader: RecipientReader }
  | { readonly status: 'failed'; readonly name: string; readonly message: string };

const none: RecipientsState = { status: 'none' };

export interface Recipients {
  readonly state: RecipientsState;
  readonly summary: RecipientSummary | null;
  /** Rows with errors are left out; asked anew for every file. */
  readonly omitErrors: boolean;
  readonly setOmitErrors: (omit: boolean) => void;
  /** Reads a file or pasted text in place of what was there. Null: it failed, or another one took its place. */
  readonly read: (source: File | string, name: string) => Promise<RecipientSummary | null>;
  /** Ends a reading under way, or forgets what was read. */
  readonly clear: () => void;
}

export function useRecipients(): Recipients {
  const [state, setState] = useState<RecipientsState>(none);
  const [omitErrors, setOmitErrors] = useState(false);
  const { regional } = useFormat();
  const current = useRef<RecipientReader | null>(null);

  const close = useCallback(() => {
    current.current?.close();
    current.current = null;
    setOmitErrors(false);
  }, []);

  const clear = useCallback(() => {
    close();
    setState(none);
  }, [close]);

  const read = useCallback(async (source: File | string, name: string): Promise<RecipientSummary | null> => {
    close();
    if (typeof source !== 'string' && source.size > maximumFileBytes) {
      setState({ status: 'failed', name, message: readerMessages.tooLarge });
      return null;
    }
    setState({ status: 'reading', name, percent: 0 });
    const reader = startRecipientReader(source, regional, (share) => setState({ status: 'reading', name, percent: Math.floor(share * 100) }));
    current.current = reader;
    try {
      const summary = await reader.summary;
      if (current.current !== reader) return null;
      setState({ status: 'ready', name, summary, reader });
      return summary;
    } catch (error) {
      reader.close();
      setState({ status: 'failed', name, message: error instanceof Error ? error.message : readerMessages.unreadable });
      return null;
    }
  }, [close, regional]);

  useEffect(() => () => current.current?.close(), []);

  return { state, summary: state.status === 'ready' ? state.summary : null, omitErrors, setOmitErrors, read, clear };
}
