/** Page 'Revisión de Calidad': the queue of calls to score, and for editors the quality form (`?vista=formulario`). */
import type { ReactNode } from 'react';
import type { QualityForm } from '../../../contract/quality.ts';
import { qualityFormLabels, reviewQueueLabels as labels } from './quality-es.ts';
import { screenLabels } from '../../../labels/shell-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useQualityForm } from '../../api/queries.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { UnsavedWorkDialog } from '../../layout/leave-dialog.tsx';
import { PageFrame } from '../../layout/page.tsx';
import { useHasRole } from '../../session/session.ts';
import { SectionCard } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FailedReadState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { QualityFormEditor } from './form-editor.tsx';
import { ReviewQueueTab } from './review-queue.tsx';
import { useQualityFormDraft, type QualityFormDraftState } from './use-form-draft.ts';

const formTab = 'formulario';
const queueTab = 'cola';

function FormLoading() {
  return (
    <div aria-busy="true" className="max-w-5xl">
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

interface EditorTabsProps {
  /** The content of the form's tab. */
  readonly content: ReactNode;
  /** Missing while the form is read. */
  readonly form?: QualityFormDraftState;
}

function EditorTabs({ content, form }: EditorTabsProps) {
  const [search, changeSearch] = useUrlSearchState();
  const name = form?.isChanged ? (
    <>
      {labels.form}
      <span aria-hidden className="ml-1.5 inline-block size-1.5 rounded-full bg-accent align-middle" />
      <span className="sr-only">, {labels.unsaved}</span>
    </>
  ) : (
    labels.form
  );
  return (
    <Tabs
      value={search.get('vista') === formTab ? formTab : queueTab}
      onChange={(tab) => changeSearch({ vista: tab === formTab ? formTab : null })}
      label={labels.tabs}
      tabs={[
        { value: queueTab, label: labels.queue, content: <ReviewQueueTab /> },
        { value: formTab, label: name, content },
      ]}
    />
  );
}

function EditorScreen({
  saved,
  readAgain,
}: {
  readonly saved: QualityForm;
  readonly readAgain: () => Promise<QualityForm | undefined>;
}) {
  const form = useQualityFormDraft(saved, readAgain);
  return (
    <>
      <EditorTabs form={form} content={<QualityFormEditor form={form} />} />
      <UnsavedWorkDialog
        isUnsaved={form.isChanged}
        title={qualityFormLabels.leaveTitle}
        confirmLabel={qualityFormLabels.leave}
      >
        {qualityFormLabels.leaveText}
      </UnsavedWorkDialog>
    </>
  );
}

function ForEditors() {
  const { data, error, isError, refetch } = useQualityForm();
  if (data) return <EditorScreen saved={data} readAgain={async () => (await refetch()).data} />;
  const failed = (
    <FailedReadState
      title={qualityFormLabels.loadFailed}
      text={getRequestErrorText(error)}
      onRetry={() => void refetch()}
    />
  );
  return <EditorTabs content={isError ? <SectionCard>{failed}</SectionCard> : <FormLoading />} />;
}

export default function QualityPage() {
  const mayEdit = useHasRole('editor');
  return <PageFrame title={screenLabels.qualityReview}>{mayEdit ? <ForEditors /> : <ReviewQueueTab />}</PageFrame>;
}
