/** Hook: URL parameters of the workspaces screen for the open dialog and the member that it is about. */
import { useUrlSearchState } from '../../hooks/use-search-state.ts';

export type WorkspaceDialogName = 'crear' | 'editar' | 'clave' | 'conexion' | 'invitar' | 'rol' | 'remover';

export interface WorkspaceDialogUrlState {
  readonly dialog: string | null;
  /** The dialog's member; null without one. */
  readonly memberId: string | null;
  readonly open: (dialog: WorkspaceDialogName, memberId?: string) => void;
  readonly close: () => void;
}

export function useWorkspaceDialogUrlState(): WorkspaceDialogUrlState {
  const [search, change] = useUrlSearchState();
  return {
    dialog: search.get('dialog'),
    memberId: search.get('member'),
    open: (dialog, memberId) => change({ dialog, member: memberId }),
    close: () => change({ dialog: null, member: null }),
  };
}
