import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError, getRequestErrorText } from './api-error.ts';
import { callApi, callApiForListPage, buildEndpointUrl, setSessionEndListener } from './client.ts';
import {
  setExpectedTabWorkspace,
  notifyIfSessionWorkspaceDiffers,
  setTabWorkspace,
  getTabWorkspaceState,
} from './tab-state.ts';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, statusText: 'Teapot', headers }));

afterEach(() => {
  vi.restoreAllMocks();
  setSessionEndListener(() => {});
  setTabWorkspace(null);
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe('call', () => {
  it("fills the path, leaves out empty query values and sends the tab's workspace", async () => {
    setTabWorkspace('w1');
    const fetched = answer(200, '[]');
    await callApi('listCalls', { query: { status: 'ended', agentId: undefined, page: 2 } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/calls/all?status=ended&page=2');
    expect(init?.headers).toMatchObject({ 'x-workspace-id': 'w1' });
    expect(buildEndpointUrl('getCall', { params: { id: 'a/b' } })).toBe('/api/calls/a%2Fb');
  });

  it('reads the whole count of a list from its headers', async () => {
    answer(200, '[]', { 'x-total-count': '10000', 'x-total-count-capped': 'true' });
    expect(await callApiForListPage('listCalls', { query: {} })).toEqual({
      items: [],
      total: 10_000,
      capped: true,
      fetchedAt: null,
      isAway: false,
    });
  });

  it('fails with status, colon, body, and carries what the server said', async () => {
    const body = JSON.stringify({
      message: 'Revisá',
      error: 'Revisá',
      code: 'invalid_input',
      requestId: 'r1',
      details: [{ path: 'name', message: 'x' }],
    });
    answer(422, body);
    const error = await failureOf(callApi('listWorkspaces'));
    expect(error.message).toBe(`422: ${body}`);
    expect(error).toMatchObject({ status: 422, code: 'invalid_input', serverMessage: 'Revisá', requestId: 'r1' });
    expect(error.details).toEqual([{ path: 'name', message: 'x' }]);
  });

  it('fails with the status text where there is no body, and shows the fallback', async () => {
    answer(502, '');
    const error = await failureOf(callApi('listWorkspaces'));
    expect(error.message).toBe('502: Teapot');
    expect(getRequestErrorText(error, 'No se pudo.')).toBe('No se pudo.');
  });

  it('tells an absent server from a failing one', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await expect(callApi('listWorkspaces')).rejects.toBeInstanceOf(ConnectionError);
    expect(getRequestErrorText(new ConnectionError(null))).toBe('Error de conexión. Por favor, intenta nuevamente.');
  });

  it('ends the session on 401, but not for a rejected sign-in', async () => {
    const ended = vi.fn();
    setSessionEndListener(ended);
    answer(401, JSON.stringify({ code: 'invalid_credentials' }));
    await failureOf(callApi('login', { body: { username: 'a', password: 'b' } }));
    expect(ended).not.toHaveBeenCalled();
    answer(401, JSON.stringify({ code: 'not_signed_in' }));
    await failureOf(callApi('listWorkspaces'));
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('the tab and its workspace', () => {
  it('notices another workspace by a 409, and forgets it when it shows one', async () => {
    setTabWorkspace('w1');
    answer(409, JSON.stringify({ code: 'workspace_mismatch' }));
    await failureOf(callApi('listCampaigns'));
    expect(getTabWorkspaceState().mismatched).toBe(true);
    setTabWorkspace('w2');
    expect(getTabWorkspaceState()).toEqual({ workspaceId: 'w2', mismatched: false });
  });

  it('notices another workspace by the socket, unless it is switching itself', () => {
    setTabWorkspace('w1');
    setExpectedTabWorkspace('w2');
    notifyIfSessionWorkspaceDiffers('w2');
    expect(getTabWorkspaceState().mismatched).toBe(false);
    setExpectedTabWorkspace(null);
    notifyIfSessionWorkspaceDiffers('w2');
    expect(getTabWorkspaceState().mismatched).toBe(true);
  });
});
