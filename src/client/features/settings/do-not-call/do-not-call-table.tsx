/** One page of the do-not-call list. Each entry can be removed, except numbers from the national registry's file. */
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DoNotCallEntry } from '../../../../contract/do-not-call.ts';
import { toastTitles } from '../../../../labels/common-es.ts';
import { doNotCallLabels as labels, doNotCallSourceLabels } from '../do-not-call-es.ts';
import { getLabelOrUnknown } from '../../../../labels/known.ts';
import { getRequestErrorText } from '../../../api/api-error.ts';
import { callApi } from '../../../api/client.ts';
import type { RegionalFormat } from '../../../format/regional-format.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ResponsiveTableOrCards } from '../../../ui/column-list.tsx';
import type { TableColumn } from '../../../ui/column-table.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { TextWithPhoneNumbers } from '../../../ui/numbers-in.tsx';
import { PhoneNumberText } from '../../../ui/phone-number.tsx';
import { toast } from '../../../ui/toast.ts';
import { useRefreshDoNotCallList } from './do-not-call-changes.ts';

const keyOf = ({ numberKey, source }: DoNotCallEntry): string => `${source} ${numberKey}`;
const shownNumber = ({ phoneNumberShown }: DoNotCallEntry): string => phoneNumberShown ?? labels.forgotten;

interface RemoveButtonProps {
  readonly entry: DoNotCallEntry;
  readonly onRemove: (entry: DoNotCallEntry) => void;
}

function RemoveButton({ entry, onRemove }: RemoveButtonProps) {
  if (entry.source === 'registry') return <span className="text-xs text-muted">{labels.registryStays}</span>;
  return (
    <Button
      size="icon"
      variant="ghost"
      aria-label={labels.removeOf(shownNumber(entry))}
      onClick={() => onRemove(entry)}
    >
      <Trash2 aria-hidden />
    </Button>
  );
}

type Context = Pick<RemoveButtonProps, 'onRemove'> & { readonly format: RegionalFormat };

const columns: readonly TableColumn<DoNotCallEntry, Context>[] = [
  {
    id: 'number',
    head: labels.number,
    cell: (entry) => <PhoneNumberText>{shownNumber(entry)}</PhoneNumberText>,
    cellClass: 'font-medium',
    card: 'title',
  },
  {
    id: 'source',
    head: labels.source,
    cell: ({ source }) => <Badge>{getLabelOrUnknown(doNotCallSourceLabels, source)}</Badge>,
    card: 'title',
  },
  { id: 'note', head: labels.note, cell: ({ note }) => note ?? '-', cellClass: 'max-w-64 break-words' },
  {
    id: 'addedAt',
    head: labels.addedAt,
    cell: ({ addedAt, addedBy }, { format }) => (
      <>
        {format.dateTime(addedAt)}
        <span className="block text-xs text-muted">{addedBy ?? labels.system}</span>
      </>
    ),
    cellClass: 'whitespace-nowrap',
  },
  {
    id: 'actions',
    head: <span className="sr-only">{labels.actions}</span>,
    cell: (entry, { onRemove }) => <RemoveButton entry={entry} onRemove={onRemove} />,
    className: 'text-right',
    card: 'corner',
  },
];

export function DoNotCallTable({ entries }: { readonly entries: readonly DoNotCallEntry[] }) {
  const format = useRegionalFormat();
  const changed = useRefreshDoNotCallList();
  const [asked, setAsked] = useState<DoNotCallEntry | null>(null);
  const [pending, setPending] = useState(false);

  async function remove({ numberKey }: DoNotCallEntry): Promise<void> {
    setPending(true);
    try {
      await callApi('removeDoNotCall', { params: { numberKey } });
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
      <ResponsiveTableOrCards columns={columns} context={{ onRemove: setAsked, format }} rows={entries} keyOf={keyOf} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => {
          if (!open) setAsked(null);
        }}
        title={labels.removeTitle}
        confirmLabel={labels.remove}
        pending={pending}
        onConfirm={() => {
          if (asked) void remove(asked);
        }}
      >
        {asked ? <TextWithPhoneNumbers text={labels.removeText(shownNumber(asked))} /> : null}
      </ConfirmDialog>
    </>
  );
}
