/** 'Configuración': what the workspace sets for itself, a section at a time (`?seccion=…`), one form over all of them. */
import { useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Settings } from '../../../contract/settings.ts';
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
import { deletesMore, retainedSince } from './personal-data/retention.ts';
import { RetentionConfirm } from './personal-data/retention-confirm.tsx';
import { partOf } from './form/settings-changes.ts';
import { SectionContent } from './section-content.tsx';
import { SectionNav } from './form/section-nav.tsx';
import { listVisibleSections, sectionNamed, settingsSections } from './form/settings-sections.ts';
import type { SettingsPath } from './form/settings-form.ts';
import { useSettingsDraft } from './form/use-settings-draft.ts';

interface SettingsScreenProps {
  readonly saved: Settings;
  readonly readAgain: () => Promise<Settings | undefined>;
}

function SettingsScreen({ saved, readAgain }: SettingsScreenProps) {
  const { role } = useSession();
  const [search, setSearch] = useSearchState();
  const draft = useSettingsDraft(saved, readAgain);
  const isUnsaved = draft.changes.length > 0;
  const section = sectionNamed(search.get('seccion'));
  const hasProvider = (useAppInfo().data?.signIn.oidc ?? null) !== null;
  const visible = listVisibleSections(role, hasProvider);
  // Saving the thresholds as they stand is a decision: it starts the alerts.
  const mayConfirm = !draft.base.thresholdsSaved && section.name === 'notificaciones';

  /** Of a term that deletes what was to be kept: since when is kept; asked about before it is saved. */
  const [deletesBefore, setDeletesBefore] = useState<string | null>(null);

  const [mistake, setMistake] = useState<SettingsPath | null>(null);
  const { setFocus } = draft.form;
  // Once its section is shown, which may wait for what is asked of who leaves another one.
  const isShown = mistake !== null && section.parts.includes(partOf(mistake));
  useEffect(() => {
    if (!isShown) return undefined;
    const frame = requestAnimationFrame(() => {
      setFocus(mistake);
      setMistake(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [isShown, mistake, setFocus]);

  function ask(): void {
    const days = draft.form.getValues('retentionDays');
    const since = deletesMore(draft.base.retentionDays, days) ? retainedSince(days) : null;
    if (since === null) save();
    else setDeletesBefore(since);
  }

  function save(): void {
    void draft.save(
      (path) => {
        const mistaken = settingsSections.find(({ parts }) => parts.includes(partOf(path)));
        if (mistaken) setSearch({ seccion: mistaken.name });
        setMistake(path);
      },
      mayConfirm ? ['thresholds'] : [],
    );
  }

  return (
    <Page
      title={labels.title}
      actions={
        section.parts.length > 0 || isUnsaved ? (
          <SaveBar draft={draft} mayConfirm={mayConfirm} onSave={ask} />
        ) : undefined
      }
    >
      <FormProvider {...draft.form}>
        <div className="grid gap-4 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-x-10">
          <SectionNav
            sections={visible}
            current={section.name}
            changed={new Set(draft.changes.map(partOf))}
            mistaken={new Set(Object.keys(draft.form.formState.errors))}
          />
          <div className="flex max-w-4xl min-w-0 flex-col gap-6 [&>.band:first-of-type]:border-t-0">
            <h2 className="sr-only">{settingsSectionLabels[section.name]}</h2>
            <SaveNotices draft={draft} />
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
        <LeaveDialog isUnsaved={isUnsaved} title={savingLabels.leaveTitle} confirmLabel={savingLabels.leave}>
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
