/** My unsaved changes beside what somebody else has saved, field by field, and the two ways on. */
import { savingLabels as labels } from '../../../../labels/settings-es.ts';
import type { Settings } from '../../../../contract/settings.ts';
import { useFormat } from '../../../session/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { nameOfSetting, wordsOfSetting } from './describe-setting.ts';
import { changedPaths, valueAt } from './settings-changes.ts';
import { toForm } from './settings-form.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

interface CompareDialogProps {
  readonly draft: SettingsDraft;
  readonly clash: Settings;
  readonly onClose: () => void;
}

export function CompareDialog({ draft, clash, onClose }: CompareDialogProps) {
  const format = useFormat();
  const mine = draft.form.getValues();
  const theirs = toForm(clash);
  const own = new Set(draft.changes);
  const different = changedPaths(theirs, mine).filter((path) => own.has(path));
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={labels.compareTitle}
      description={labels.compareText}
      className="max-w-2xl"
      footer={
        <>
          <Button
            onClick={() => {
              draft.discard();
              onClose();
            }}
          >
            {labels.reload}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              draft.keepMine();
              onClose();
            }}
          >
            {labels.keepMine}
          </Button>
        </>
      }
    >
      {different.length === 0 ? <p>{labels.noDifference}</p> : null}
      <ul className="flex flex-col divide-y divide-line">
        {different.map((path) => (
          <li key={path} className="py-3 first:pt-0 last:pb-0">
            <p className="font-medium">{nameOfSetting(path)}</p>
            <dl className="mt-1 grid gap-x-4 gap-y-1 sm:grid-cols-2">
              <div className="min-w-0">
                <dt className="text-xs text-muted">{labels.theirs}</dt>
                <dd className="break-words">{wordsOfSetting(path, valueAt(theirs, path), format)}</dd>
              </div>
              <div className="min-w-0">
                <dt className="text-xs text-muted">{labels.mine}</dt>
                <dd className="break-words">{wordsOfSetting(path, valueAt(mine, path), format)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
