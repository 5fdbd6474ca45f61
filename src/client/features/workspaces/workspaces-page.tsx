/** Page 'Gestión de Workspaces': a tab for each workspace, with its API key and, for admins, its members. */
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { workspaceSelectorLabels } from '../../../labels/shell-es.ts';
import { workspacesLabels as labels } from '../../../labels/workspaces-es.ts';
import { useUrlSearchState } from '../../hooks/use-search-state.ts';
import { PageFrame } from '../../layout/page.tsx';
import { useHasRole, useSession } from '../../session/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WorkspacePanel } from './workspace-panel.tsx';
import { lazyWithIdlePreload } from '../../ui/idle-code.ts';

const CreateWorkspaceDialog = lazyWithIdlePreload(() => import('./create-workspace-dialog.tsx'));

const ofTheLastTab = { q: null, role: null, dialog: null, member: null } as const;

export default function WorkspacesPage() {
  const { workspace, workspaces } = useSession();
  const [search, change] = useUrlSearchState();
  const mayCreate = useHasRole('editor') || workspaces.length === 0;
  const asked = search.get('tab');
  const shown = workspaces.find(({ id }) => id === asked) ?? workspace ?? workspaces[0];
  const create = mayCreate ? (
    <Button size="small" variant="primary" onClick={() => change({ dialog: 'crear' })}>
      <Plus aria-hidden />
      <span className="max-sm:sr-only">{workspaceSelectorLabels.create}</span>
    </Button>
  ) : null;
  return (
    <PageFrame title={labels.title} actions={shown ? create : null}>
      {shown ? (
        <Tabs
          label={labels.tabs}
          value={shown.id}
          onChange={(tab) => change({ ...ofTheLastTab, tab: tab === workspace?.id ? null : tab })}
          tabs={workspaces.map((each) => ({
            value: each.id,
            label: (
              <span className="flex items-center gap-2">
                {each.name}
                {each.id === workspace?.id ? <Badge tone="accent">{labels.current}</Badge> : null}
              </span>
            ),
            content: <WorkspacePanel workspace={each} />,
          }))}
        />
      ) : (
        <div className="band">
          <EmptyState picture="workspaces" title={labels.empty} text={labels.emptyText} action={create} />
        </div>
      )}
      {search.get('dialog') === 'crear' && mayCreate ? (
        <Suspense fallback={null}>
          <CreateWorkspaceDialog
            onClose={() => change({ dialog: null })}
            onCreated={({ id }) => change({ ...ofTheLastTab, tab: id })}
          />
        </Suspense>
      ) : null}
    </PageFrame>
  );
}
