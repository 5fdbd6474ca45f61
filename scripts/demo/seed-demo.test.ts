// Rights among the people of a demo.
import { expect, test } from 'vitest';
import type { User } from '../../src/contract/access.ts';
import { startTestApp } from '../../src/server/testing/start-test-app.ts';
import { addPeople } from './seed-demo.ts';

test('the admin can edit the other people, and set their passwords', async () => {
  const app = await startTestApp({ background: false });
  const workspace = await app.createWorkspace();
  const nameless = { password: 'una clave de prueba', firstName: '', lastName: '' };
  const people = ['editor', 'operator'].map((role) => ({ ...nameless, username: `demo-${role}`, role }));
  await addPeople(app.app.features.access, people, [workspace.id]);
  const users = await workspace.admin.get<User[]>('/api/users');
  expect(users.filter(({ username }) => username.startsWith('demo-'))).toMatchObject([
    { username: 'demo-editor', canManage: true, canSetPassword: true },
    { username: 'demo-operator', canManage: true, canSetPassword: true },
  ]);
  await app.stop();
});
