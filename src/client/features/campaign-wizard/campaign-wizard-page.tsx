/** Page 'Crear Nueva Campaña': opens the campaign wizard with its initial draft, or shows that loading it failed. */
import { useMemo } from 'react';
import { commonActionLabels } from '../../../labels/common-es.ts';
import {
  campaignDraftLabels,
  copiedCampaignWizardLabels,
  campaignWizardLabels as labels,
} from '../../../labels/wizard-es.ts';
import { getRequestErrorText } from '../../api/api-error.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageFrame } from '../../layout/page.tsx';
import { screenPaths } from '../../paths.ts';
import { useHasRole, useSession } from '../../session/session.ts';
import { useRegionalFormat } from '../../session/use-format.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedReadState, ForbiddenState } from '../../ui/states.tsx';
import { getWizardDraftStorageKey, deleteWizardDraft, type StoredWizardDraft } from './draft/kept-draft.ts';
import { useInitialWizardContent, type CopiedCampaignLink } from './draft/use-wizard-start.ts';
import { CampaignWizard } from './wizard.tsx';

function WizardSkeleton() {
  return (
    <div aria-busy="true" className="flex max-w-6xl flex-col gap-6">
      <span className="sr-only">{campaignDraftLabels.opening}</span>
      <Skeleton className="h-8" />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96" />
        <Skeleton className="h-72 max-lg:hidden" />
      </div>
    </div>
  );
}

/** Asks whether to resume the unfinished draft or to discard it and copy the campaign named in the URL. */
function Undecided({
  kept,
  onResume,
  onDiscard,
}: {
  readonly kept: StoredWizardDraft;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}) {
  const format = useRegionalFormat();
  const name = kept.draft.name.trim() || copiedCampaignWizardLabels.unnamed;
  return (
    <EmptyState
      picture="campaigns"
      title={copiedCampaignWizardLabels.undecidedTitle}
      text={copiedCampaignWizardLabels.undecidedText(name, format.dateTime(new Date(kept.savedAt).toISOString()))}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={onResume}>
            {copiedCampaignWizardLabels.resume}
          </Button>
          <Button onClick={onDiscard}>{copiedCampaignWizardLabels.discard}</Button>
        </span>
      }
    />
  );
}

function linkOf(search: URLSearchParams): CopiedCampaignLink | null {
  const id = search.get('desde');
  return id ? { id, only: search.get('solo') === 'no-contactados' ? 'uncontacted' : 'all' } : null;
}

function Opening({ userId, workspaceId }: { readonly userId: string; readonly workspaceId: string }) {
  const [search, changeSearch] = useUrlSearchState();
  const place = useMemo(() => getWizardDraftStorageKey(userId, workspaceId), [userId, workspaceId]);
  const link = linkOf(search);
  const { opening, reopen } = useInitialWizardContent(place, link);
  const openPlain = () => {
    changeSearch({ desde: null, solo: null, paso: null });
    if (link === null) reopen();
  };
  if (opening.status === 'loading') return <WizardSkeleton />;
  if (opening.status === 'failed') {
    return (
      <FailedReadState
        title={copiedCampaignWizardLabels.failedTitle}
        text={getRequestErrorText(opening.error)}
        onRetry={reopen}
      />
    );
  }
  if (opening.status === 'undecided') {
    return (
      <Undecided
        kept={opening.kept}
        onResume={openPlain}
        onDiscard={() => void deleteWizardDraft(place).then(reopen)}
      />
    );
  }
  return <CampaignWizard key={opening.start.id} place={place} start={opening.start} onStartAgain={openPlain} />;
}

export default function CampaignWizardPage() {
  const mayCreate = useHasRole('editor');
  const { user, workspace } = useSession();
  return (
    <PageFrame
      title={labels.title}
      live={false}
      back={{ href: screenPaths.dashboard(), label: commonActionLabels.backToDashboard }}
    >
      {mayCreate && workspace ? <Opening userId={user.id} workspaceId={workspace.id} /> : <ForbiddenState />}
    </PageFrame>
  );
}
