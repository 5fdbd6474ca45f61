/** Notices above a settings section: somebody else saved it first, or the server refused the save. */
import { get } from 'react-hook-form';
import { settingsSavingLabels as labels } from '../../../../labels/settings-es.ts';
import { useRegionalFormat } from '../../../session/use-format.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SaveConflictNotice } from '../../../ui/saved-meanwhile.tsx';
import { describeSettingName, describeSettingValue } from './describe-setting.ts';
import { toSettingsForm } from './settings-form.ts';
import type { SettingsDraft } from './use-settings-draft.ts';

interface SaveNoticesProps {
  readonly draft: SettingsDraft;
  readonly onSave: () => void;
}

export function SettingsSaveNotices({ draft, onSave }: SaveNoticesProps) {
  const format = useRegionalFormat();
  const { base, changes, isStale, isSaving } = draft;
  const saved = toSettingsForm(base);
  // The server never returns the webhook's secret, so dots are shown in place of a saved secret.
  if (base.outgoingWebhook.hasSecret) saved.outgoingWebhook.secret = '••••••••';
  const refusal = draft.form.formState.errors.root?.message;
  return (
    <div className="sticky top-28 z-10 flex flex-col gap-2 empty:hidden sm:top-16">
      {isStale ? (
        <SaveConflictNotice
          text={labels.savedMeanwhile}
          fields={changes.map((path) => ({
            name: describeSettingName(path),
            saved: describeSettingValue(path, get(saved, path), format),
          }))}
          isSaving={isSaving}
          onKeep={onSave}
          onTake={draft.discard}
        />
      ) : null}
      {refusal && changes.length > 0 ? <Alert tone="bad">{refusal}</Alert> : null}
    </div>
  );
}
