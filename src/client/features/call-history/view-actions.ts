/** Creates, changes and deletes saved views of the call history. Each action throws ApiError or ConnectionError. */
import { useQueryClient } from '@tanstack/react-query';
import type { ApiInput } from '../../../contract/api.ts';
import type { CallView } from '../../../contract/call-views.ts';
import { call } from '../../api/client.ts';
import { workspaceKey } from '../../api/query-keys.ts';
import { tabState } from '../../api/tab-state.ts';

type ViewBody = ApiInput<'createCallView', 'body'>;

export function useViewActions() {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: workspaceKey(tabState().workspaceId, 'listCallViews') });
  return {
    /** Creates a saved view, or changes the name or search of an existing one. */
    save: async (view: CallView | null, body: ViewBody): Promise<void> => {
      await (view === null
        ? call('createCallView', { body })
        : call('updateCallView', { params: { id: view.id }, body }));
      await refresh();
    },
    remove: async (view: CallView): Promise<void> => {
      await call('deleteCallView', { params: { id: view.id } });
      await refresh();
    },
  };
}
