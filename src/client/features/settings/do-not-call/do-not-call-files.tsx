/** List of the files in the do-not-call list, with upload and removal, and the age of the national registry's file. */
import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { UploadedDoNotCallList } from '../../../../contract/do-not-call.ts';
import { commonActionLabels, toastTitles } from '../../../../labels/common-es.ts';
import {
  uploadedDoNotCallListKindLabels,
  doNotCallLabels,
  uploadedDoNotCallListLabels as labels,
} from '../do-not-call-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { getServerTimeMs } from '../../../api/realtime.ts';
import { toCalendarDay } from '../../../format/dates.ts';
import { useWorkspaceTimeZone } from '../../../session/session.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRefreshDoNotCallList } from './do-not-call-changes.ts';
import { DoNotCallFileUpload } from './upload-file.tsx';

/** Age in days from which the file of the national do-not-call registry counts as outdated. */
const staleDays = 30;
const dayMs = 86_400_000;

function useRegistryAge(lists: readonly UploadedDoNotCallList[]): number | null {
  const today = toCalendarDay(new Date(getServerTimeMs()), useWorkspaceTimeZone());
  const date = lists.find(({ kind }) => kind === 'registry')?.fileDate;
  return date ? Math.round((Date.parse(today) - Date.parse(date)) / dayMs) : null;
}

function FileRow({ list, onRemove }: { readonly list: UploadedDoNotCallList; readonly onRemove: () => void }) {
  const format = useRegionalFormat();
  return (
    <li className="flex items-start gap-3 py-2">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">{list.name}</p>
        <p className="text-xs text-muted tabular-nums">
          {getLabelOrUnknown(uploadedDoNotCallListKindLabels, list.kind)}
          {list.fileDate ? ` ${labels.dated(format.day(list.fileDate))}` : ''} ·{' '}
          {labels.entries(format.count(list.entries))} ·{' '}
          {labels.uploadedBy(list.uploadedBy ?? doNotCallLabels.system, format.dateTime(list.uploadedAt))}
        </p>
      </div>
      <Button size="icon" variant="ghost" aria-label={labels.removeOf(list.name)} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  );
}

function FileList({ lists }: { readonly lists: readonly UploadedDoNotCallList[] }) {
  const format = useRegionalFormat();
  const changed = useRefreshDoNotCallList();
  const [asked, setAsked] = useState<UploadedDoNotCallList | null>(null);
  const [pending, setPending] = useState(false);

  async function remove(id: string): Promise<void> {
    setPending(true);
    try {
      await callApi('removeDoNotCallList', { params: { id } });
      toast.good(labels.removed);
      setAsked(null);
      await changed();
    } catch (error) {
      toast.bad(toastTitles.error, getRequestErrorText(error, labels.removeFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <ul className="divide-y divide-line">
        {lists.map((list) => (
          <FileRow key={list.id} list={list} onRemove={() => setAsked(list)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={labels.removeTitle}
        confirmLabel={labels.remove}
        pending={pending}
        onConfirm={() => {
          if (asked) void remove(asked.id);
        }}
      >
        {asked ? labels.removeText(format.count(asked.entries), asked.name) : null}
      </ConfirmDialog>
    </>
  );
}

/** Warning that the file of the do-not-call registry is outdated; renders nothing otherwise. */
export function OutdatedDoNotCallRegistryWarning() {
  const { data } = useApiQuery('listDoNotCallLists', {}, pollingQueryOptions);
  const age = useRegistryAge(data ?? []);
  return age !== null && age >= staleDays ? <Alert tone="attention">{labels.stale(age)}</Alert> : null;
}

export function DoNotCallFiles() {
  const { data, isError, error, refetch } = useApiQuery('listDoNotCallLists', {}, pollingQueryOptions);
  return (
    <SectionCard title={labels.title} subtitle={labels.text}>
      <div className="flex flex-col gap-4">
        {data ? (
          data.length > 0 ? (
            <FileList lists={data} />
          ) : (
            <p className="text-muted">{labels.none}</p>
          )
        ) : isError ? (
          <Alert
            tone="bad"
            action={
              <Button size="small" onClick={() => void refetch()}>
                {commonActionLabels.retry}
              </Button>
            }
          >
            {labels.failed} {getRequestErrorText(error, '')}
          </Alert>
        ) : (
          <SkeletonRows count={2} className="h-8" />
        )}
        <DoNotCallFileUpload />
      </div>
    </SectionCard>
  );
}
