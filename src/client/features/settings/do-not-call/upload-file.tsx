/** Form that uploads a do-not-call file: the company's own, or the national registry's. Shows the rejected lines. */
import { Download, FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ApiResponse } from '../../../../contract/api.ts';
import type { UploadedDoNotCallList } from '../../../../contract/do-not-call.ts';
import { isCalendarDay } from '../../../../contract/calendar-days.ts';
import { uploadedDoNotCallListKindLabels, uploadedDoNotCallListLabels as labels } from '../do-not-call-es.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { uploadRequestBody } from '../../../api/upload.ts';
import { downloadBlobAsFile } from '../../../api/save-file.ts';
import { UnsavedWorkDialog } from '../../../layout/leave-dialog.tsx';
import { useUnsavedWork } from '../../../session/unsaved-work.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/field.tsx';
import { Select } from '../../../ui/input.tsx';
import { DayInput } from '../../../ui/moment-input.tsx';
import { ProgressBar } from '../../../ui/progress.tsx';
import { useRefreshDoNotCallList } from './do-not-call-changes.ts';
import { formatRejectedLinesCsv } from './rejected-csv.ts';

type Uploaded = ApiResponse<'uploadDoNotCallList'>;
type State =
  | { readonly status: 'none' }
  | { readonly status: 'sending'; readonly name: string; readonly percent: number }
  | { readonly status: 'done'; readonly list: Uploaded }
  | { readonly status: 'failed'; readonly text: string };

const largest = 64 * 1024 * 1024;
const kinds = ['upload', 'registry'] as const satisfies readonly UploadedDoNotCallList['kind'][];
/** Rejected lines shown in place. */
const shownLines = 5;

function downloadRejected(lines: Uploaded['rejected']['lines']): void {
  downloadBlobAsFile(
    new Blob([formatRejectedLinesCsv(lines)], { type: 'text/csv;charset=utf-8' }),
    labels.rejectedFile,
  );
}

function UploadResult({ list }: { readonly list: Uploaded }) {
  const format = useRegionalFormat();
  const { count, lines } = list.rejected;
  const columns = list.columns.map(({ name, numbers }) => ({ name, count: format.count(numbers) }));
  return (
    <div className="flex flex-col gap-2">
      <output className="font-medium">
        {labels.uploaded(format.count(list.entries), list.name)}{' '}
        {columns.length > 0 ? <span className="font-normal">{labels.columnsRead(columns)}</span> : null}
      </output>
      {list.notices.map((notice) => (
        <p key={notice} className="break-words">
          {notice}
        </p>
      ))}
      {count > 0 ? (
        <Alert
          tone="attention"
          action={
            <Button size="small" onClick={() => downloadRejected(lines)}>
              <Download aria-hidden />
              {count > lines.length ? labels.downloadFirst(format.count(lines.length)) : labels.downloadRejected}
            </Button>
          }
        >
          {labels.rejected(format.count(count))}
          <ul className="mt-1 text-xs">
            {lines.slice(0, shownLines).map(({ line, text, reason }) => (
              <li key={line} className="break-words">
                {labels.line} {format.count(line)}: {reason.includes(text) ? reason : `${text}. ${reason}`}
              </li>
            ))}
            {count > shownLines ? <li>{labels.moreRejected(format.count(count - shownLines))}</li> : null}
          </ul>
        </Alert>
      ) : null}
    </div>
  );
}

function useUpload() {
  const changed = useRefreshDoNotCallList();
  const [state, setState] = useState<State>({ status: 'none' });
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File, kind: UploadedDoNotCallList['kind'], fileDate: string): Promise<void> {
    if (file.size > largest) {
      setState({ status: 'failed', text: labels.tooLarge });
      return;
    }
    const controller = new AbortController();
    sending.current = controller;
    const { name } = file;
    setState({ status: 'sending', name, percent: 0 });
    try {
      const list = await uploadRequestBody('uploadDoNotCallList', {
        query: { kind, name: name.slice(0, 200), ...(kind === 'registry' ? { fileDate } : {}) },
        file,
        signal: controller.signal,
        onProgress: (percent) => setState({ status: 'sending', name, percent }),
      });
      setState({ status: 'done', list });
      await changed();
    } catch (error) {
      if (controller.signal.aborted) setState({ status: 'none' });
      else setState({ status: 'failed', text: getRequestErrorText(error, labels.uploadFailed) });
    }
  }

  return { state, send, cancel: () => sending.current?.abort() };
}

export function DoNotCallFileUpload() {
  const { state, send, cancel } = useUpload();
  useUnsavedWork(state.status === 'sending');
  const [kind, setKind] = useState<UploadedDoNotCallList['kind']>('upload');
  const { dateLocale: locale } = useRegionalFormat().regional;
  const [fileDate, setFileDate] = useState('');
  const [isDateMissing, setIsDateMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  function choose(): void {
    const missing = kind === 'registry' && !isCalendarDay(fileDate);
    setIsDateMissing(missing);
    if (!missing) input.current?.click();
  }

  return (
    <div className="flex flex-col gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-start gap-4">
        <div className="w-full sm:w-64">
          <FormField label={labels.kind}>
            {(control) => (
              <Select
                {...control}
                value={kind}
                onChange={(event) => setKind(kinds.find((each) => each === event.target.value) ?? 'upload')}
              >
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {uploadedDoNotCallListKindLabels[each]}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
        {kind === 'registry' ? (
          <FormField label={labels.fileDate} error={isDateMissing ? labels.fileDateMissing : undefined}>
            {(control) => (
              <DayInput
                {...control}
                locale={locale}
                className="w-44"
                value={fileDate}
                onChange={(day) => {
                  setFileDate(day);
                  setIsDateMissing(false);
                }}
              />
            )}
          </FormField>
        ) : null}
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
          aria-label={labels.file}
          className="hidden"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // Clears the file input, because choosing the same file again would otherwise fire no event.
            event.target.value = '';
            if (file) void send(file, kind, fileDate);
          }}
        />
        <Button className="sm:mt-6.5" disabled={state.status === 'sending'} onClick={choose}>
          <FileUp aria-hidden />
          {labels.choose}
        </Button>
      </div>
      {state.status === 'sending' ? (
        <div className="flex flex-col gap-2">
          <div className="flex items-center justify-between gap-4">
            <span className="truncate">
              {state.percent < 100 ? labels.uploading(state.name) : labels.reading(state.name)}
            </span>
            <span className="text-muted tabular-nums">{state.percent}%</span>
          </div>
          <ProgressBar percent={state.percent} label={labels.uploading(state.name)} />
          <Button size="small" className="self-end" onClick={cancel}>
            {labels.cancel}
          </Button>
        </div>
      ) : null}
      <UnsavedWorkDialog
        // When the upload is at 100 %, don't ask whether to leave the page. The server then has the whole do-not-call
        // file and imports it in any case.
        isUnsaved={state.status === 'sending' && state.percent < 100}
        part="seccion"
        title={labels.leaveTitle}
        confirmLabel={labels.leave}
      >
        {labels.leaveText}
      </UnsavedWorkDialog>
      {state.status === 'failed' ? <Alert tone="bad">{state.text}</Alert> : null}
      {state.status === 'done' ? <UploadResult list={state.list} /> : null}
    </div>
  );
}
