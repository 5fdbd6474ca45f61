// Rights among the people of a demo, and the way in for the demo itself.
import { expect, test } from 'vitest';
import type { CurrentUser, UserAccount } from '../../src/contract/access.ts';
import { startTestApp } from '../../src/server/testing/start-test-app.ts';
import { signInToDemo } from './demo-session.ts';
import { addPeople } from './seed-demo.ts';

test('the admin can edit the other people, and set their passwords', async () => {
  const app = await startTestApp({ background: false });
  const workspace = await app.createWorkspace();
  const nameless = { password: 'una clave de prueba', firstName: '', lastName: '' };
  const people = ['editor', 'operator'].map((role) => ({ ...nameless, username: `demo-${role}`, role }));
  await addPeople(app.app.features.access, people, [workspace.id]);
  const users = await workspace.admin.get<UserAccount[]>('/api/users');
  expect(users.filter(({ username }) => username.startsWith('demo-'))).toMatchObject([
    { username: 'demo-editor', canManage: true, canSetPassword: true },
    { username: 'demo-operator', canManage: true, canSetPassword: true },
  ]);
  await app.stop();
});

test('a person who set a second factor up does not keep the demo from starting again', async () => {
  const app = await startTestApp({ background: false });
  const workspace = await app.createWorkspace();
  const jefa = { username: 'demo-jefa', password: 'una clave de prueba', firstName: '', lastName: '', role: 'editor' };
  await addPeople(app.app.features.access, [jefa], [workspace.id]);
  const { id } = await (await signInToDemo(app, { people: [jefa] }, jefa.username)).get<CurrentUser>('/api/auth/user');
  await app.database.db
    .insertInto('second_factors')
    .values({ user_id: id, secret_encrypted: 'x', confirmed_at: new Date() })
    .execute();
  const session = await signInToDemo(app, { people: [jefa] }, jefa.username);
  expect(await session.get('/api/auth/user')).toMatchObject({
    hasSecondFactor: false,
    secondFactorReset: { by: null },
  });
  await app.stop();
});
