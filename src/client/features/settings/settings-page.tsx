/** Page 'Configuración': the workspace's settings, one section at a time (`?seccion=…`). Each is saved on its own. */
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { settingsSectionByPart, type Settings } from '../../../contract/settings.ts';
import { savingLabels, settingsLabels as labels, settingsSectionLabels } from '../../../labels/settings-es.ts';
import { shownMessage } from '../../api/api-error.ts';
import { useSettings } from '../../api/queries.ts';
import { useSearchState } from '../../hooks/use-search-state.ts';
import { LeaveDialog } from '../../layout/leave-dialog.tsx';
import { Page } from '../../layout/page.tsx';
import { useAppInfo, useSession } from '../../session/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedState, ForbiddenState } from '../../ui/states.tsx';
import { SaveBar } from './form/save-bar.tsx';
import { SaveNotices } from './form/save-notices.tsx';
import { shortensRetention, firstRetainedDay } from './personal-data/retention.ts';
import { RetentionConfirm } from './personal-data/retention-confirm.tsx';
import { SectionContent } from './section-content.tsx';
import { SectionNav } from './form/section-nav.tsx';
import { listVisibleSections, findSettingsSection, settingsSections } from './form/settings-sections.ts';
import { useSettingsDraft } from './form/use-settings-draft.ts';

/** Names of the sections with a form and a save button. Other sections save each change at once. */
const formSections = new Set<string>(Object.values(settingsSectionByPart));

interface SettingsScreenProps {
  readonly saved: Settings;
  readonly readAgain: () => Promise<Settings | undefined>;
}

function SettingsScreen({ saved, readAgain }: SettingsScreenProps) {
  const { role } = useSession();
  const [search] = useSearchState();
  const section = findSettingsSection(search.get('seccion'));
  const draft = useSettingsDraft(section.name, saved, readAgain);
  const hasProvider = (useAppInfo().data?.signIn.oidc ?? null) !== null;
  const visible = listVisibleSections(role, hasProvider);
  // Alert thresholds can be saved without a change, because the first save starts the alerts.
  const mayConfirm = !draft.base.thresholdsSaved && section.name === 'notificaciones';

  /** Day before which a shorter retention period deletes calls' data. If set, a dialog asks before saving. */
  const [deletesBefore, setDeletesBefore] = useState<string | null>(null);

  function ask(): void {
    const days = draft.form.getValues('retentionDays');
    const since = shortensRetention(draft.base.retentionDays, days) ? firstRetainedDay(days) : null;
    if (since === null) save();
    else setDeletesBefore(since);
  }

  function save(): void {
    void draft.save(mayConfirm ? ['thresholds'] : []);
  }

  return (
    <Page
      title={labels.title}
      actions={
        formSections.has(section.name) ? <SaveBar draft={draft} mayConfirm={mayConfirm} onSave={ask} /> : undefined
      }
    >
      <FormProvider {...draft.form}>
        <div className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10">
          <SectionNav sections={visible} current={section.name} />
          <div className="flex max-w-4xl min-w-0 flex-col gap-6 [&>.band:first-of-type]:border-t-0">
            <h2 className="sr-only">{settingsSectionLabels[section.name]}</h2>
            <SaveNotices draft={draft} onSave={ask} />
            {visible.includes(section) ? (
              <SectionContent name={section.name} base={draft.base} changes={draft.changes} />
            ) : (
              <ForbiddenState />
            )}
          </div>
        </div>
        {deletesBefore === null ? null : (
          <RetentionConfirm since={deletesBefore} onConfirm={save} onClose={() => setDeletesBefore(null)} />
        )}
        <LeaveDialog
          isUnsaved={draft.changes.length > 0}
          part="seccion"
          title={savingLabels.leaveTitle}
          confirmLabel={savingLabels.leave}
        >
          {savingLabels.leaveText(savingLabels.changes(draft.changes.length))}
        </LeaveDialog>
      </FormProvider>
    </Page>
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
  const settings = useSettings();
  if (settings.data)
    return <SettingsScreen saved={settings.data} readAgain={async () => (await settings.refetch()).data} />;
  return (
    <Page title={labels.title}>
      {settings.isError ? (
        <FailedState
          title={labels.loadFailed}
          text={shownMessage(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <SettingsSkeleton />
      )}
    </Page>
  );
}
