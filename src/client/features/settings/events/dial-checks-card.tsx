/** Card 'Consultas antes de llamar': the external systems that a campaign can ask before each call. */
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ConfiguredDialCheck } from '../../../../contract/dial-checks.ts';
import { dialCheckSettingsLabels as labels } from '../../../../labels/dial-checks-es.ts';
import { callApi } from '../../../api/client.ts';
import { useApiQuery } from '../../../api/queries.ts';
import { pollingQueryOptions } from '../read-on-opening.ts';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { createLazyComponent } from '../../../ui/lazy-part.tsx';
import { useSettingsMutation } from '../use-change.ts';
import { SettingsQueryList } from '../query-list.tsx';
import { ConfirmSettingsRemovalDialog } from '../removal-dialog.tsx';

const addDialog = createLazyComponent(() => import('./add-dial-check-dialog.tsx'));

function RemoveDialog({ check, onClose }: { readonly check: ConfiguredDialCheck; readonly onClose: () => void }) {
  const removing = useSettingsMutation({
    change: (id: string) => callApi('deleteDialCheck', { params: { id } }),
    failed: labels.failed,
    done: () => labels.removed,
    reads: ['listDialChecks'],
  });
  return (
    <ConfirmSettingsRemovalDialog
      id={check.id}
      removing={removing}
      title={labels.removeTitle(check.name)}
      confirmLabel={labels.remove}
      onClose={onClose}
    >
      {labels.removeText}
    </ConfirmSettingsRemovalDialog>
  );
}

export function DialChecksCard() {
  const query = useApiQuery('listDialChecks', {}, pollingQueryOptions);
  const [asked, setAsked] = useState<'add' | ConfiguredDialCheck | null>(null);
  const close = () => setAsked(null);
  return (
    <SectionCard
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
      <SettingsQueryList query={query} labels={labels} picture="shield" skeleton={{ count: 2, className: 'h-12 px-4' }}>
        {(check) => (
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
        )}
      </SettingsQueryList>
      {asked === 'add' ? <addDialog.Part onClose={close} /> : null}
      {asked !== null && asked !== 'add' ? <RemoveDialog check={asked} onClose={close} /> : null}
    </SectionCard>
  );
}
