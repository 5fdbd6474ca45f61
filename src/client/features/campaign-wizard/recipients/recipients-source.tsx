/** Input for the recipients: file picker with drag and drop, paste from the clipboard, and a template to download. */
import { ClipboardPaste, Download, FileSpreadsheet, FileUp, X } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { wizardRecipientsStepLabels as labels } from '../../../../labels/wizard-es.ts';
import { buildEndpointUrl } from '../../../api/client.ts';
import { isTextFieldTarget, isDialogOrMenuOpen } from '../../../hooks/key-target.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Button, getButtonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ProgressBar } from '../../../ui/progress.tsx';
import { toast } from '../../../ui/toast.ts';
import type { RecipientFileController } from './use-recipients.ts';

const accepted =
  '.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function usePaste(read: RecipientFileController['read']) {
  const format = useRegionalFormat();
  return async (text: string): Promise<void> => {
    if (text.trim() === '') {
      toast.bad(labels.pasteFailed, labels.clipboardEmpty);
      return;
    }
    const summary = await read({ kind: 'paste', content: text }, labels.pasted);
    if (!summary) return;
    if (summary.problems.length > 0) toast.bad(labels.pasteFailed, summary.problems.join('. '));
    else toast.good(labels.pastedTitle, labels.pastedText(format.count(summary.rowCount)));
  };
}

/** Handles Ctrl+V anywhere on the page, and prevents the browser from opening a file dropped outside the drop zone. */
function usePageTransfers(isHeld: () => boolean, onText: (text: string) => void, onFile: (file: File) => void): void {
  const handlers = useRef({ isHeld, onText, onFile });
  useEffect(() => {
    handlers.current = { isHeld, onText, onFile };
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener(
      'paste',
      ({ clipboardData, target }) => {
        if (isTextFieldTarget(target) || isDialogOrMenuOpen() || handlers.current.isHeld()) return;
        const file = clipboardData?.files[0];
        if (file) handlers.current.onFile(file);
        else handlers.current.onText(clipboardData?.getData('text/plain') ?? '');
      },
      { signal },
    );
    for (const type of ['dragover', 'drop'] as const)
      document.addEventListener(type, (event) => event.preventDefault(), { signal });
    return () => listening.abort();
  }, []);
}

export function RecipientSourceInput({ recipients }: { readonly recipients: RecipientFileController }) {
  const format = useRegionalFormat();
  const { state, read, clear } = recipients;
  const [dragging, setDragging] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const paste = usePaste(read);
  const readFile = (file: File) => void read({ kind: 'file', content: file }, file.name);
  const zone = useRef<HTMLDivElement>(null);
  /** Returns true while the wizard submits the campaign. No other recipient file may be chosen then. */
  const isHeld = () => zone.current?.closest('fieldset:disabled') instanceof HTMLElement;
  usePageTransfers(isHeld, (text) => void paste(text), readFile);

  async function pasteFromClipboard(): Promise<void> {
    let text: string;
    try {
      text = await navigator.clipboard.readText();
    } catch {
      // The user has denied access to the clipboard, or the page is not served over HTTPS. Pasting by Ctrl+V still
      // works.
      toast.bad(labels.pasteFailed, labels.clipboardUnreadable);
      return;
    }
    await paste(text);
  }

  function drop(event: DragEvent): void {
    event.preventDefault();
    setDragging(false);
    const file = event.dataTransfer.files[0];
    if (file && !isHeld()) readFile(file);
  }

  return (
    <div
      ref={zone}
      className={classNames(
        'flex flex-col items-center gap-3 rounded-lg border border-dashed px-4 text-center transition-colors',
        state.status === 'none' || state.status === 'failed' ? 'py-8' : 'py-4',
        dragging ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={drop}
    >
      {state.status === 'none' || state.status === 'failed' ? (
        <div>
          <p className="font-medium">{dragging ? labels.dropHere : labels.drop}</p>
          <p className="mt-0.5 text-xs text-muted">
            {labels.limits}. {labels.pasteShortcut}
          </p>
        </div>
      ) : null}
      {state.status === 'reading' ? (
        <div className="flex w-full flex-col gap-2 text-left">
          <div className="flex items-center justify-between gap-4">
            <span className="truncate">{labels.reading(state.list.name)}</span>
            <span className="tabular-nums text-muted">{state.percent}%</span>
          </div>
          <ProgressBar percent={state.percent} label={labels.reading(state.list.name)} />
          <Button size="small" className="self-end" onClick={clear}>
            {labels.cancelReading}
          </Button>
        </div>
      ) : null}
      {state.status === 'ready' ? (
        <div className="flex w-full items-center gap-2 text-left">
          <FileSpreadsheet aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate font-medium">{state.list.name}</span>
          <span className="shrink-0 text-muted tabular-nums">{labels.rows(format.count(state.summary.rowCount))}</span>
          <Button
            size="icon"
            variant="ghost"
            className="-my-1 ml-auto"
            aria-label={`${labels.remove} ${state.list.name}`}
            onClick={clear}
          >
            <X aria-hidden />
          </Button>
        </div>
      ) : null}
      {state.status === 'reading' ? null : (
        <div
          className={classNames(
            'flex w-full flex-wrap gap-2',
            state.status === 'ready' ? 'justify-start' : 'justify-center',
          )}
        >
          <input
            ref={input}
            type="file"
            accept={accepted}
            aria-label={labels.chooseFile}
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => {
              const file = event.target.files?.[0];
              // Empty the file input, so that choosing the same file again, after correcting it, fires a change event.
              event.target.value = '';
              if (file) readFile(file);
            }}
          />
          <Button data-field="list" onClick={() => input.current?.click()}>
            <FileUp aria-hidden />
            {labels.chooseFile}
          </Button>
          <Button onClick={() => void pasteFromClipboard()}>
            <ClipboardPaste aria-hidden />
            {labels.paste}
          </Button>
          <a
            href={buildEndpointUrl('campaignTemplate')}
            target="_blank"
            rel="noopener"
            className={getButtonClasses({ variant: 'ghost' })}
          >
            <Download aria-hidden />
            {labels.template}
          </a>
        </div>
      )}
    </div>
  );
}
