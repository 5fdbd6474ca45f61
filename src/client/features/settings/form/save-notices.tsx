/** What stands against saving: somebody else's save, or the server's refusal. */
import { useState } from 'react';
import { savingLabels as labels } from '../../../../labels/settings-es.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import type { SettingsDraft } from './use-settings-draft.ts';

export function SaveNotices({ draft }: { readonly draft: SettingsDraft }) {
  const [comparing, setComparing] = useState(false);
  const { clash, changes } = draft;
  const refusal = draft.form.formState.errors.root?.message;
  return (
    <div className="sticky top-28 z-10 flex flex-col gap-2 empty:hidden sm:top-16">
      {clash ? (
        <Alert
          tone="attention"
          className="max-sm:flex-col max-sm:items-start"
          action={
            <span className="flex shrink-0 gap-2">
              <Button size="small" onClick={() => setComparing(true)}>
                {labels.compare}
              </Button>
              <Button size="small" onClick={draft.discard}>
                {labels.reload}
              </Button>
            </span>
          }
        >
          {labels.clash}
        </Alert>
      ) : null}
      {refusal && changes.length > 0 ? <Alert tone="bad">{refusal}</Alert> : null}
      {comparing && clash ? <CompareDialog draft={draft} clash={clash} onClose={() => setComparing(false)} /> : null}
    </div>
  );
}
