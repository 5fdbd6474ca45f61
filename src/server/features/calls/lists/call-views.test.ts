import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxSavedCallViews, type SavedCallView } from '../../../../contract/call-views.ts';
import type { HttpClient } from '../../../testing/http-client.ts';
import { startTestApp, testKey, type TestApp, type TestWorkspace } from '../../../testing/start-test-app.ts';

const otherKey = 'key_other_0123456789abcdef';
let test: TestApp;
let workspace: TestWorkspace;

beforeAll(async () => {
  test = await startTestApp({
    background: false,
    simulator: {
      accounts: [
        { key: testKey, orgName: 'Prueba' },
        { key: otherKey, orgName: 'Otra' },
      ],
    },
  });
  workspace = await test.createWorkspace();
});
afterAll(() => test.stop());

const path = '/api/calls/views';
const list = (who: HttpClient) => who.get<SavedCallView[]>(path);
const create = (who: HttpClient, name: string, search = '') => who.post<SavedCallView>(path, { name, search });
const update = (who: HttpClient, id: string, name: string, search = '') =>
  who.put<SavedCallView>(`${path}/${id}`, { name, search });
const remove = (who: HttpClient, id: string) => who.request('DELETE', `${path}/${id}`);
const person = () => test.signIn('operator', workspace.id);
const taken = { status: 409, body: { code: 'conflict', message: 'Ya tienes una vista con ese nombre.' } };
const notFound = { status: 404, body: { code: 'not_found' } };

it('views are kept, changed and deleted by the person who made them, and listed by name', async () => {
  const me = await person();
  const created = await me.request('POST', path, { body: { name: '  Ñandúes ', search: 'status=ended' } });
  expect(created.status).toBe(201);
  const { id } = (await created.json()) as SavedCallView;
  for (const name of ['zonas', 'Vista 10', 'vista 9', 'Ánimo', 'nadie', 'Ocupados']) await create(me, name);
  expect((await list(me)).map(({ name }) => name)).toEqual([
    'Ánimo',
    'nadie',
    'Ñandúes',
    'Ocupados',
    'vista 9',
    'Vista 10',
    'zonas',
  ]);
  expect(await update(me, id, 'Cortadas', 'status=failed&sort=duration')).toEqual({
    id,
    name: 'Cortadas',
    search: 'status=failed&sort=duration',
  });
  expect((await list(me)).find((view) => view.id === id)).toEqual({
    id,
    name: 'Cortadas',
    search: 'status=failed&sort=duration',
  });
  expect((await remove(me, id)).status).toBe(204);
  expect((await remove(me, id)).status).toBe(404);
  expect((await list(me)).map((view) => view.id)).not.toContain(id);
});

it('a view is its filters, order and page size, in one spelling', async () => {
  const me = await person();
  const search = `?sort=-duration&page=7&q=${encodeURIComponent(' señor  núñez ')}&evil=1&status=ended&status=failed&name=Cobranza%20%26%20m%C3%A1s&campaign=&__proto__=1&pageSize=50&days=7`;
  const { search: kept } = await create(me, 'Una', search);
  expect(kept).toBe(
    `days=7&status=ended&name=Cobranza+%26+m%C3%A1s&q=se%C3%B1or++n%C3%BA%C3%B1ez&sort=-duration&pageSize=50`,
  );
  expect((await create(me, 'Otra', kept)).search).toBe(kept);
  const all =
    'result=goal_missed&fromDate=2026-11-01&toDate=2026-11-21&status=ended&sentiment=Positive&channelType=web_call&agent=a&origin=inbound&goal=yes' +
    '&reason=user_hangup&measure=durationMs&missed=aht&complaintRate=yes&rpcRate=no&conversionToCommitment=yes' +
    '&promiseKeptRate=no&csatT=yes&qaPassRate=no&scriptCompliance=yes&intentAccuracy=no&weekday=1&hour=9' +
    '&campaign=c&name=n&q=q&sort=date&pageSize=10';
  expect((await create(me, 'Todo', all)).search).toBe(all);
  expect((await create(me, 'Nada', '?')).search).toBe('');
});

it('a name is taken whatever its case, by one person and in one workspace alone', async () => {
  const [me, you] = [await person(), await person()];
  const { id } = await create(me, 'Éxitos');
  const other = await create(me, 'Otra');
  await expect(create(me, 'éXITOS')).rejects.toMatchObject(taken);
  await expect(update(me, other.id, 'éxitos')).rejects.toMatchObject(taken);
  expect(await update(me, id, 'ÉXITOS')).toMatchObject({ id, name: 'ÉXITOS' });
  await create(you, 'Éxitos');
  await expect(create(me, '   ')).rejects.toMatchObject({ status: 400 });
  await expect(create(me, 'x'.repeat(61))).rejects.toMatchObject({ status: 400 });
});

it('another person’s view, or one of another workspace, does not exist', async () => {
  const me = await person();
  const view = await create(me, 'Mía', 'status=ended');
  for (const who of [workspace.admin, await person()]) {
    await expect(update(who, view.id, 'Tuya')).rejects.toMatchObject(notFound);
    expect((await remove(who, view.id)).status).toBe(404);
    expect((await list(who)).map(({ id }) => id)).not.toContain(view.id);
  }
  const elsewhere = await test.createWorkspace(otherKey);
  const mine = await create(workspace.admin, 'De una sola', '');
  const { rows } = await test.database.pool.query<{ user_id: string }>('select user_id from call_views where id = $1', [
    mine.id,
  ]);
  await test.app.features.access.addMember(elsewhere.id, rows[0]?.user_id ?? '', 'admin');
  await workspace.admin.put(`/api/workspaces/${elsewhere.id}/switch`);
  expect(await list(workspace.admin)).toEqual([]);
  await expect(update(workspace.admin, mine.id, 'Aquí')).rejects.toMatchObject(notFound);
  await create(workspace.admin, 'De una sola');
  await workspace.admin.put(`/api/workspaces/${workspace.id}/switch`);
  expect(await list(workspace.admin)).toEqual([mine]);
});

it('nobody keeps more than there may be, even when all come at once', async () => {
  const me = await person();
  const answers = await Promise.allSettled(
    Array.from({ length: maxSavedCallViews + 5 }, (_, at) => create(me, `Vista ${at}`)),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(refused).toHaveLength(5);
  expect(refused[0]?.reason).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: `Puedes guardar hasta ${maxSavedCallViews} vistas. Elimina alguna antes.` },
  });
  const [first] = await list(me);
  await update(me, first?.id ?? '', 'Cambiada', 'q=hola');
  await remove(me, first?.id ?? '');
  await create(me, 'Otra vez hay lugar');
  expect(await list(me)).toHaveLength(maxSavedCallViews);
});
