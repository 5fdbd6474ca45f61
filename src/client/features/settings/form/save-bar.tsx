/** Buttons of a settings section that save or discard its changes. They stay visible while the page scrolls. */
import { Undo2 } from 'lucide-react';
import { settingsSavingLabels as labels } from '../../../../labels/settings-es.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

interface SaveBarProps {
  readonly draft: SettingsDraft;
  /** True to enable saving without changes, because the first save of alert thresholds confirms the defaults. */
  readonly mayConfirm: boolean;
  readonly onSave: () => void;
}

export function SettingsSaveBar({ draft, mayConfirm, onSave }: SaveBarProps) {
  const { changes, isStale, isSaving } = draft;
  const count = changes.length;
  const isChanged = count > 0;
  return (
    <>
      <output className={classNames('text-xs', isChanged ? 'font-medium' : 'text-muted max-sm:sr-only')}>
        {isChanged ? (
          <>
            <span className="max-sm:hidden">{labels.changes(count)}</span>
            <span className="sm:hidden">{labels.shortChanges(count)}</span>
          </>
        ) : mayConfirm ? (
          labels.thresholdsWait
        ) : (
          labels.none
        )}
      </output>
      {isChanged ? (
        <Button
          size="small"
          disabled={isSaving}
          aria-label={labels.discard}
          className="max-sm:px-2"
          onClick={draft.discard}
        >
          <Undo2 aria-hidden className="sm:hidden" />
          <span className="max-sm:hidden">{labels.discard}</span>
        </Button>
      ) : null}
      <Button
        size="small"
        variant="primary"
        disabled={isSaving || isStale || (!isChanged && !mayConfirm)}
        onClick={onSave}
      >
        {isSaving ? labels.saving : labels.save}
      </Button>
    </>
  );
}
