import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ConnectionError, shownMessage } from './api-error.ts';
import { call, callPage, urlOf, whenSessionEnds } from './client.ts';
import { maximumAnswers } from './remembered-answers.ts';
import { expectWorkspace, noteSessionWorkspace, showWorkspace, tabState } from './tab-state.ts';

const answer = (status: number, body: string, headers: Record<string, string> = {}) =>
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body, { status, statusText: 'Teapot', headers }));

afterEach(() => {
  vi.restoreAllMocks();
  whenSessionEnds(() => {});
  showWorkspace(null);
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
    showWorkspace('w1');
    const fetched = answer(200, '[]');
    await call('listCalls', { query: { status: 'ended', agentId: undefined, page: 2 } });
    const [url, init] = fetched.mock.calls[0] ?? [];
    expect(url).toBe('/api/calls/all?status=ended&page=2');
    expect(init?.headers).toMatchObject({ 'x-workspace-id': 'w1' });
    expect(urlOf('getCall', { params: { id: 'a/b' } })).toBe('/api/calls/a%2Fb');
  });

  it('reads the whole count of a list from its headers', async () => {
    answer(200, '[]', { 'x-total-count': '10000', 'x-total-count-capped': 'true' });
    expect(await callPage('listCalls', { query: {} })).toEqual({
      items: [],
      total: 10_000,
      capped: true,
      fetchedAt: null,
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
    const error = await failureOf(call('listWorkspaces'));
    expect(error.message).toBe(`422: ${body}`);
    expect(error).toMatchObject({ status: 422, code: 'invalid_input', serverMessage: 'Revisá', requestId: 'r1' });
    expect(error.details).toEqual([{ path: 'name', message: 'x' }]);
  });

  it('fails with the status text where there is no body, and shows the fallback', async () => {
    answer(502, '');
    const error = await failureOf(call('listWorkspaces'));
    expect(error.message).toBe('502: Teapot');
    expect(shownMessage(error, 'No se pudo.')).toBe('No se pudo.');
  });

  it('tells an absent server from a failing one', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    await expect(call('listWorkspaces')).rejects.toBeInstanceOf(ConnectionError);
    expect(shownMessage(new ConnectionError(null))).toBe('Error de conexión. Por favor, intenta nuevamente.');
  });

  it('ends the session on 401, but not for a rejected sign-in', async () => {
    const ended = vi.fn();
    whenSessionEnds(ended);
    answer(401, JSON.stringify({ code: 'invalid_credentials' }));
    await failureOf(call('login', { body: { username: 'a', password: 'b' } }));
    expect(ended).not.toHaveBeenCalled();
    answer(401, JSON.stringify({ code: 'not_signed_in' }));
    await failureOf(call('listWorkspaces'));
    expect(ended).toHaveBeenCalledOnce();
  });
});

describe('answers with a revision', () => {
  const etag = 'W/"start-7-812345"';

  /** A server whose data is at `etag`: whoever has that already gets 304. Answers what each request was conditional on. */
  function serve(body: string, headers: Record<string, string> = {}): (string | null)[] {
    const conditions: (string | null)[] = [];
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
      const condition = new Headers(init?.headers).get('if-none-match');
      conditions.push(condition);
      if (condition === etag) return new Response(null, { status: 304, headers: { etag } });
      return new Response(body, { headers: { etag, ...headers } });
    });
    return conditions;
  }

  it('are asked for by it, and the very same value is handed out while it holds', async () => {
    showWorkspace('w1');
    const conditions = serve('{"totalCalls":3}');
    const first = await call('getMetrics', { query: { period: 'today' } });
    expect(await call('getMetrics', { query: { period: 'today' } })).toBe(first);
    expect(await call('getMetrics', { query: { period: 'yesterday' } })).not.toBe(first);
    expect(conditions).toEqual([null, etag, null]);
  });

  it('keep the counts of a list', async () => {
    showWorkspace('w1');
    serve('[]', { 'x-total-count': '10000', 'x-total-count-capped': 'true' });
    const first = await callPage('listCalls', { query: {} });
    const again = await callPage('listCalls', { query: {} });
    expect(again).toBe(first);
    expect(again).toMatchObject({ total: 10_000, capped: true });
    // The same address read otherwise has another shape.
    expect(await call('listCalls', { query: {} })).toEqual([]);
  });

  it('make way for a newer one', async () => {
    showWorkspace('w1');
    answer(200, '[1]', { etag: 'W/"old"' });
    await call('listActiveCalls');
    const conditions = serve('[2]');
    expect(await call('listActiveCalls')).toEqual([2]);
    expect(await call('listActiveCalls')).toEqual([2]);
    expect(conditions).toEqual(['W/"old"', etag]);
  });

  it('are forgotten with the workspace, also those that come after its end', async () => {
    showWorkspace('w1');
    const conditions = serve('[]');
    const late = call('listActiveCalls');
    showWorkspace('w2');
    await late;
    await call('listActiveCalls');
    showWorkspace('w1');
    await call('listActiveCalls');
    expect(conditions).toEqual([null, null, null]);
  });

  it('are forgotten with each write, taken or not, for another server may not have heard of it', async () => {
    showWorkspace('w1');
    const conditions = serve('[]');
    await call('listActiveCalls');
    await call('rotateWebhookUrl');
    await call('listActiveCalls');
    answer(503, JSON.stringify({ code: 'unavailable' }));
    await failureOf(call('rotateWebhookUrl'));
    const later = serve('[]');
    await call('listActiveCalls');
    expect(conditions).toEqual([null, null, null]);
    expect(later).toEqual([null]);
  });

  it('are forgotten with the session', async () => {
    showWorkspace('w1');
    serve('[]');
    await call('listActiveCalls');
    answer(401, JSON.stringify({ code: 'not_signed_in' }));
    await failureOf(call('listActiveCalls'));
    const conditions = serve('[]');
    await call('listActiveCalls');
    expect(conditions).toEqual([null]);
  });

  it('are remembered up to a bound, the least used going first', async () => {
    showWorkspace('w1');
    const conditions = serve('{}');
    const ask = (id: number) => call('getCall', { params: { id: `call_${id}` } });
    for (let id = 0; id < maximumAnswers; id += 1) await ask(id);
    await ask(0);
    await ask(maximumAnswers);
    await ask(0);
    await ask(1);
    expect(conditions.slice(maximumAnswers)).toEqual([etag, null, etag, null]);
  });

  it('are not asked for by what carried none, nor kept of what is no read', async () => {
    showWorkspace('w1');
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('[]'));
    await call('listCampaigns');
    await call('listCampaigns');
    await call('rotateWebhookUrl');
    for (const [, init] of fetched.mock.calls) expect(new Headers(init?.headers).has('if-none-match')).toBe(false);
  });
});

describe('the tab and its workspace', () => {
  it('notices another workspace by a 409, and forgets it when it shows one', async () => {
    showWorkspace('w1');
    answer(409, JSON.stringify({ code: 'workspace_mismatch' }));
    await failureOf(call('listCampaigns'));
    expect(tabState().mismatched).toBe(true);
    showWorkspace('w2');
    expect(tabState()).toEqual({ workspaceId: 'w2', mismatched: false });
  });

  it('notices another workspace by the socket, unless it is switching itself', () => {
    showWorkspace('w1');
    expectWorkspace('w2');
    noteSessionWorkspace('w2');
    expect(tabState().mismatched).toBe(false);
    expectWorkspace(null);
    noteSessionWorkspace('w2');
    expect(tabState().mismatched).toBe(true);
  });
});
