/** Creates, changes and deletes saved views of the call history. Each action throws ApiError or ConnectionError. */
import { useQueryClient } from '@tanstack/react-query';
import type { ApiRequestPart } from '../../../contract/api.ts';
import type { SavedCallView } from '../../../contract/call-views.ts';
import { callApi } from '../../api/client.ts';
import { getWorkspaceQueryKey } from '../../api/query-keys.ts';
import { getTabWorkspaceState } from '../../api/tab-state.ts';

type ViewBody = ApiRequestPart<'createCallView', 'body'>;

export function useSavedCallViewActions() {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ queryKey: getWorkspaceQueryKey(getTabWorkspaceState().workspaceId, 'listCallViews') });
  return {
    /** Creates a saved view, or changes the name or search of an existing one. */
    save: async (view: SavedCallView | null, body: ViewBody): Promise<void> => {
      await (view === null
        ? callApi('createCallView', { body })
        : callApi('updateCallView', { params: { id: view.id }, body }));
      await refresh();
    },
    remove: async (view: SavedCallView): Promise<void> => {
      await callApi('deleteCallView', { params: { id: view.id } });
      await refresh();
    },
  };
}
