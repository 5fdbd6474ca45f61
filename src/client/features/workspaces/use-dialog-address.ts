/** Hook: URL parameters of the workspaces screen for the open dialog and the member that it is about. */
import { useSearchState } from '../../hooks/use-search-state.ts';

export type WorkspaceDialog = 'crear' | 'editar' | 'clave' | 'conexion' | 'invitar' | 'rol' | 'remover';

export interface DialogAddress {
  readonly dialog: string | null;
  /** The dialog's member; null without one. */
  readonly memberId: string | null;
  readonly open: (dialog: WorkspaceDialog, memberId?: string) => void;
  readonly close: () => void;
}

export function useDialogAddress(): DialogAddress {
  const [search, change] = useSearchState();
  return {
    dialog: search.get('dialog'),
    memberId: search.get('member'),
    open: (dialog, memberId) => change({ dialog, member: memberId }),
    close: () => change({ dialog: null, member: null }),
  };
}
