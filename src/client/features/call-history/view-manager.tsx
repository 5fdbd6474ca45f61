/** Dialog of the saved views of the call history, to open, rename, delete, or overwrite with the current filters. */
import { BookmarkCheck, Pencil, RefreshCw, Trash2, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { SavedCallView } from '../../../contract/call-views.ts';
import { commonActionLabels } from '../../../labels/common-es.ts';
import { savedViewLabels as labels } from '../../../labels/call-history-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useSavedCallViews } from '../../api/queries.ts';
import { canonicalizeCallListQuery } from '../../format/history-filters.ts';
import { screenPaths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useSavedCallViewActions } from './view-actions.ts';

interface ActionProps {
  readonly Icon: LucideIcon;
  readonly text: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

function Action({ Icon, text, label, disabled = false, onClick }: ActionProps) {
  return (
    <Tooltip text={text}>
      <Button size="icon" variant="ghost" aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  );
}

interface ViewManagerProps {
  /** Current query string of the call history, in the form in which saved views store it. */
  readonly search: string;
  readonly onRename: (view: SavedCallView) => void;
  readonly onClose: () => void;
}

export default function SavedViewsDialog({ search, onRename, onClose }: ViewManagerProps) {
  const views = useSavedCallViews().data ?? [];
  const { save, remove } = useSavedCallViewActions();
  const [removing, setRemoving] = useState<SavedCallView | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function run(work: Promise<void>, done: string, name: string): Promise<void> {
    setBusy(true);
    try {
      await work;
      toast.good(done, name);
    } catch (error) {
      toast.bad(labels.actionFailed, getRequestErrorText(error));
    } finally {
      setBusy(false);
      setRemoving(null);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={labels.saved}
      footer={<Button onClick={onClose}>{commonActionLabels.close}</Button>}
    >
      {views.length === 0 ? <p className="text-muted">{labels.none}</p> : null}
      <ul>
        {views.map((view) => {
          const isCurrent = canonicalizeCallListQuery(new URLSearchParams(view.search)) === search;
          return (
            <li key={view.id} className="flex min-h-11 items-center gap-1 border-b border-line last:border-0">
              <Link
                href={screenPaths.callList(view.search)}
                className="flex min-w-0 flex-1 items-center gap-2 rounded-sm py-2 hover:underline"
                onClick={onClose}
              >
                <span className="truncate">{view.name}</span>
                {isCurrent ? (
                  <>
                    <BookmarkCheck aria-hidden className="size-4 shrink-0 text-accent-text" />
                    <span className="sr-only">{labels.current}</span>
                  </>
                ) : null}
              </Link>
              <Action
                Icon={RefreshCw}
                text={labels.overwrite}
                label={labels.overwriteOf(view.name)}
                disabled={isBusy || isCurrent}
                onClick={() => void run(save(view, { name: view.name, search }), labels.overwritten, view.name)}
              />
              <Action
                Icon={Pencil}
                text={labels.rename}
                label={labels.renameOf(view.name)}
                disabled={isBusy}
                onClick={() => onRename(view)}
              />
              <Action
                Icon={Trash2}
                text={labels.remove}
                label={labels.removeOf(view.name)}
                disabled={isBusy}
                onClick={() => setRemoving(view)}
              />
            </li>
          );
        })}
      </ul>
      {removing ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => (open ? undefined : setRemoving(null))}
          title={labels.removeTitle}
          confirmLabel={labels.remove}
          pending={isBusy}
          onConfirm={() => void run(remove(removing), labels.removed, removing.name)}
        >
          {labels.removeText(removing.name)}
        </ConfirmDialog>
      ) : null}
    </Dialog>
  );
}
