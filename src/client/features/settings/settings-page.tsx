/**
 * Page 'Configuración': the workspace's settings, one section at a time (`?seccion=…`). Each section is saved
 * separately.
 */
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { settingsSectionByField, type WorkspaceSettings } from '../../../contract/settings.ts';
import { settingsSavingLabels, settingsLabels as labels, settingsSectionLabels } from '../../../labels/settings-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useWorkspaceSettings } from '../../api/queries.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { UnsavedWorkDialog } from '../../layout/leave-dialog.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { useAppInfo, useSession } from '../../session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { SettingsSaveBar } from './form/save-bar.tsx';
import { SettingsSaveNotices } from './form/save-notices.tsx';
import { isRetentionShortened, computeRetentionCutoffTime } from './personal-data/retention.ts';
import { ConfirmRetentionDialog } from './personal-data/retention-confirm.tsx';
import { SettingsSectionContent } from './section-content.tsx';
import { SettingsSectionNav } from './form/section-nav.tsx';
import { listVisibleSettingsSections, findSettingsSection, settingsSections } from './form/settings-sections.ts';
import { useSettingsDraft } from './form/use-settings-draft.ts';

/** Names of the sections with a form and a save button. Other sections save each change at once. */
const formSections = new Set<string>(Object.values(settingsSectionByField));

interface SettingsScreenProps {
  readonly saved: WorkspaceSettings;
  readonly readAgain: () => Promise<WorkspaceSettings | undefined>;
}

function SettingsScreen({ saved, readAgain }: SettingsScreenProps) {
  const { role } = useSession();
  const [search] = useUrlSearchState();
  const section = findSettingsSection(search.get('seccion'));
  const draft = useSettingsDraft(section.name, saved, readAgain);
  const hasProvider = (useAppInfo().data?.signIn.oidc ?? null) !== null;
  const visible = listVisibleSettingsSections(role, hasProvider);
  // Alert thresholds can be saved once without a change, because the first save starts the alerts.
  const mayConfirm = !draft.base.thresholdsSaved && section.name === 'notificaciones';

  /** Day before which a shorter retention period deletes calls' data. If set, a dialog asks before saving. */
  const [deletesBefore, setDeletesBefore] = useState<string | null>(null);

  function ask(): void {
    const days = draft.form.getValues('retentionDays');
    const since = isRetentionShortened(draft.base.retentionDays, days) ? computeRetentionCutoffTime(days) : null;
    if (since === null) save();
    else setDeletesBefore(since);
  }

  function save(): void {
    void draft.save(mayConfirm ? ['thresholds'] : []);
  }

  return (
    <PageFrame
      title={labels.title}
      actions={
        formSections.has(section.name) ? (
          <SettingsSaveBar draft={draft} mayConfirm={mayConfirm} onSave={ask} />
        ) : undefined
      }
    >
      <FormProvider {...draft.form}>
        <div className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10">
          <SettingsSectionNav sections={visible} current={section.name} />
          <div className="flex max-w-4xl min-w-0 flex-col gap-6 [&>.band:first-of-type]:border-t-0">
            <h2 className="sr-only">{settingsSectionLabels[section.name]}</h2>
            <SettingsSaveNotices draft={draft} onSave={ask} />
            {visible.includes(section) ? (
              <SettingsSectionContent name={section.name} base={draft.base} changes={draft.changes} />
            ) : (
              <ForbiddenState />
            )}
          </div>
        </div>
        {deletesBefore === null ? null : (
          <ConfirmRetentionDialog since={deletesBefore} onConfirm={save} onClose={() => setDeletesBefore(null)} />
        )}
        <UnsavedWorkDialog
          isUnsaved={draft.changes.length > 0}
          part="seccion"
          title={settingsSavingLabels.leaveTitle}
          confirmLabel={settingsSavingLabels.leave}
        >
          {settingsSavingLabels.leaveText(settingsSavingLabels.changes(draft.changes.length))}
        </UnsavedWorkDialog>
      </FormProvider>
    </PageFrame>
  );
}

function SettingsSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10">
      <div className="flex gap-1 lg:flex-col">
        {settingsSections.map(({ name }) => (
          <Skeleton key={name} className="h-9 w-full" />
        ))}
      </div>
      <div className="flex max-w-4xl flex-col gap-4">
        <Skeleton className="h-72 w-full" />
        <Skeleton className="h-48 w-full" />
      </div>
    </div>
  );
}

export default function SettingsPage() {
  const settings = useWorkspaceSettings();
  if (settings.data)
    return <SettingsScreen saved={settings.data} readAgain={async () => (await settings.refetch()).data} />;
  return (
    <PageFrame title={labels.title}>
      {settings.isError ? (
        <FailedReadState
          title={labels.loadFailed}
          text={getRequestErrorText(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <SettingsSkeleton />
      )}
    </PageFrame>
  );
}
