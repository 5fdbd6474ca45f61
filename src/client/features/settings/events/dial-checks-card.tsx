/** 'Consultas antes de llamar': the systems that campaigns may ask. */
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DialCheck } from '../../../../contract/dial-checks.ts';
import { dialChecksLabels as labels } from '../../../../labels/dial-checks-es.ts';
import { shownMessage } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { useChange } from '../use-change.ts';

const addDialog = lazyPart(() => import('./add-dial-check-dialog.tsx'));

function RemoveDialog({ check, onClose }: { readonly check: DialCheck; readonly onClose: () => void }) {
  const removing = useChange({
    change: (id: string) => call('deleteDialCheck', { params: { id } }),
    failed: labels.failed,
    done: () => labels.removed,
    reads: ['listDialChecks'],
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removing.isPending) onClose();
      }}
      title={labels.removeTitle(check.name)}
      confirmLabel={labels.remove}
      pending={removing.isPending}
      onConfirm={() => removing.mutate(check.id, { onSettled: onClose })}
    >
      {labels.removeText}
    </ConfirmDialog>
  );
}

export function DialChecksCard() {
  const query = useApiQuery('listDialChecks', {});
  const [asked, setAsked] = useState<'add' | DialCheck | null>(null);
  const close = () => setAsked(null);
  return (
    <Card
      title={labels.title}
      subtitle={labels.text}
      bodyClassName="p-0"
      actions={
        <Button size="small" onClick={() => setAsked('add')}>
          <Plus aria-hidden />
          {labels.add}
        </Button>
      }
    >
      {query.data === undefined ? (
        query.isError ? (
          <FailedState
            title={labels.failedTitle}
            text={shownMessage(query.error)}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows count={2} className="h-12 px-4" />
        )
      ) : query.data.length === 0 ? (
        <EmptyState picture="shield" title={labels.empty} text={labels.emptyText} />
      ) : (
        <ul>
          {query.data.map((check) => (
            <li
              key={check.id}
              className="flex items-center justify-between gap-4 border-b border-line px-4 py-3 last:border-0"
            >
              <div className="min-w-0">
                <p className="font-medium break-words">{check.name}</p>
                <p className="text-xs break-all text-muted">{check.host}</p>
              </div>
              <Button
                size="icon"
                variant="ghost"
                aria-label={labels.removeOne(check.name)}
                onClick={() => setAsked(check)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked === 'add' ? <addDialog.Part onClose={close} /> : null}
      {asked !== null && asked !== 'add' ? <RemoveDialog check={asked} onClose={close} /> : null}
    </Card>
  );
}
