/**
 * Uploads a file as an endpoint's request body and reports progress, which `fetch` can't. Like the HTTP client, it
 * sends the tab's workspace, and fails with ApiError or ConnectionError. If the upload is aborted, it fails with the
 * signal's reason.
 */
import type { ApiRequestPart, ApiResponse } from '../../contract/api.ts';
import { apiRoutes, type ApiRouteName } from '../../contract/routes.ts';
import { ApiError, ConnectionError } from './api-error.ts';
import { notifySessionEnded, buildEndpointUrl } from './client.ts';
import { markTabWorkspaceMismatch, getTabWorkspaceState } from './tab-state.ts';

interface UploadOptions<N extends ApiRouteName> {
  readonly query: ApiRequestPart<N, 'query'>;
  readonly file: File;
  /** Called with the percentage of the file's bytes sent, 0 to 100. At 100 the server still has to process them. */
  readonly onProgress: (percent: number) => void;
  readonly signal: AbortSignal;
}

export function uploadRequestBody<N extends ApiRouteName>(
  name: N,
  { query, file, onProgress, signal }: UploadOptions<N>,
): Promise<ApiResponse<N>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const { workspaceId } = getTabWorkspaceState();
    request.open(apiRoutes[name].method, buildEndpointUrl(name, { query }));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type === 'text/csv' ? 'text/csv' : 'text/plain');
    if (workspaceId) request.setRequestHeader('x-workspace-id', workspaceId);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 100 : Math.floor((100 * loaded) / total)),
    );
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        resolve(JSON.parse(request.responseText) as ApiResponse<N>);
        return;
      }
      const failure = new ApiError(request.status, request.statusText, request.responseText);
      if (failure.status === 401) notifySessionEnded();
      if (failure.code === 'workspace_mismatch' && workspaceId === getTabWorkspaceState().workspaceId)
        markTabWorkspaceMismatch();
      reject(failure);
    });
    request.addEventListener('error', () => reject(new ConnectionError(new Error('the request was cut off'))));
    request.addEventListener('abort', () => reject(signal.reason as Error));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}
