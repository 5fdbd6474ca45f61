// Concurrent changes by admins on several servers never leave a workspace without an active admin, except from home.
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { startTestAccess, type TestAccess } from '../../../testing/start-test-access.ts';
import { createAuditFeature } from '../../audit/index.ts';
import { createUserManager } from './manage-users.ts';
import { createWorkspaceMemberManager } from './members.ts';

let server: TestAccess;
let second: TestAccess;
beforeAll(async () => {
  server = await startTestAccess();
  second = await startTestAccess({ database: server });
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const peopleCount = 3;
const deed = fc.record({
  // Deeds that may end an admin are the most frequent.
  kind: fc.constantFrom('demote', 'demote', 'remove', 'deactivate', 'delete', 'promote', 'invite', 'activate'),
  by: fc.nat(peopleCount - 1),
  target: fc.nat(peopleCount - 1),
  place: fc.nat(1),
  isRemote: fc.boolean(),
});
/** Concurrent deeds in waves, so that two admins may end each other. */
const waves = fc.array(fc.array(deed, { minLength: 3, maxLength: 4 }), { minLength: 2, maxLength: 4 });
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;
interface Person {
  readonly id: string;
  readonly username: string;
}

let runs = 0;
/** Creates two workspaces. All people are admins of both and at home in the first. */
async function setUp(): Promise<{ places: string[]; people: Person[] }> {
  const run = ++runs;
  const rows = Array.from({ length: peopleCount }, (_, index) => ({
    username: `run-${run}-${index}`,
    password_hash: 'ninguna',
  }));
  const people = await server.database.db.insertInto('users').values(rows).returning(['id', 'username']).execute();
  const [founder] = people;
  if (!founder) throw new Error('nobody was made');
  const creator = { userId: founder.id, username: founder.username, address: null };
  const make = (nth: number) =>
    server.access.createWorkspaceWithKey(creator, { name: `W${nth}`, retellApiKey: `key_run_${run}_${nth}_0000` });
  const places = [await make(1), await make(2)];
  const others = people
    .slice(1)
    .flatMap(({ id }) => places.map((place) => ({ workspace_id: place, user_id: id, role: 'admin' as const })));
  await server.database.db.insertInto('workspace_members').values(others).execute();
  const home = { home_workspace_id: places[0] ?? null };
  await server.database.db.updateTable('users').set(home).where('username', 'like', `run-${run}-%`).execute();
  return { places, people };
}

function featuresOf({ database: { db }, events, clock }: TestAccess) {
  const audit = createAuditFeature({ db });
  const onLeftWithoutAdmin = () => Promise.resolve(() => {});
  const mails = { notify: () => Promise.resolve() };
  const inviteAccount = () => Promise.resolve({ sentTo: null, token: null });
  return {
    members: createWorkspaceMemberManager({ db, clock, events, audit }),
    users: createUserManager({ db, events, audit, clock, onLeftWithoutAdmin, mails, inviteAccount }),
  };
}

async function perform(
  { kind, by, target, place, isRemote }: Deed,
  { places, people }: Awaited<ReturnType<typeof setUp>>,
) {
  const { members, users } = featuresOf(isRemote ? second : server);
  const [actor, person, workspaceId] = [people[by], people[target], places[place]];
  if (!actor || !person || !workspaceId) throw new Error('out of bounds');
  const who = {
    userId: actor.id,
    username: actor.username,
    address: null,
    sessionId: '00000000-0000-4000-8000-000000000000',
  };
  const form = { username: person.username, email: null, firstName: null, lastName: null };
  switch (kind) {
    case 'demote':
      return members.changeRole(who, workspaceId, person.id, 'editor');
    case 'promote':
      return members.changeRole(who, workspaceId, person.id, 'admin');
    case 'remove':
      return members.remove(who, workspaceId, person.id);
    case 'invite':
      return members.add(who, workspaceId, { username: person.username, role: 'admin' });
    case 'deactivate':
      return users.update(who, person.id, { ...form, isActive: 'false' });
    case 'activate':
      return users.update(who, person.id, { ...form, isActive: 'true' });
    case 'delete':
      return users.remove(who, person.id);
  }
}

test('any deeds at once, in any order, leave an admin at home, and elsewhere one whose account at most was ended; nobody waits for ever or gets an unnamed error', async () => {
  await fc.assert(
    fc.asyncProperty(waves, async (deeds) => {
      const world = await setUp();
      for (const wave of deeds) {
        const outcomes = await Promise.allSettled(wave.map((each) => perform(each, world)));
        for (const outcome of outcomes) {
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AppError);
        }
      }
      const { rows } = await server.database.pool.query<{ id: string; admins: number; ended: number; ghosts: number }>(
        `select place.id, count(*) filter (where m.role = 'admin' and u.is_active and u.deleted_at is null) as admins,
           count(*) filter (where m.role = 'admin' and not u.is_active) as ended, count(*) filter (where u.deleted_at is not null) as ghosts
         from unnest($1::uuid[]) as place(id)
         left join workspace_members m on m.workspace_id = place.id left join users u on u.id = m.user_id
         group by place.id`,
        [world.places],
      );
      expect(rows).toHaveLength(2);
      for (const { id, admins, ended, ghosts } of rows) {
        const isHome = id === world.places[0];
        // The last admin can't be removed or demoted from within: without an active one, an ended one is listed.
        expect(isHome ? admins : admins + ended).toBeGreaterThan(0);
        if (isHome) expect(ghosts).toBe(0);
      }
    }),
    { numRuns: 20 },
  );
});

test('who lost the role or the account while they were waiting makes neither users nor workspaces', async () => {
  const { places, people } = await setUp();
  const [founder, , ended] = people;
  const [place] = places;
  if (!founder || !ended || !place) throw new Error('nobody was made');
  const { members, users } = featuresOf(server);
  const by = ({ id, username }: Person) => ({ userId: id, username, address: null });
  await members.changeRole(by(founder), place, ended.id, 'operator');
  const nameless = { email: null, firstName: null, lastName: null, role: 'operator' as const };
  const order = { username: `run-${runs}-nueva`, password: 'una clave', ...nameless };
  await expect(users.create(by(ended), place, order)).rejects.toMatchObject({ code: 'forbidden' });
  await users.remove(by(founder), ended.id);
  const retellApiKey = `key_run_${runs}_tarde_0000`;
  await expect(server.access.createWorkspaceWithKey(by(ended), { name: 'Tarde', retellApiKey })).rejects.toMatchObject({
    code: 'not_signed_in',
  });
  await server.access.createWorkspaceWithKey(by(founder), { name: 'A tiempo', retellApiKey });
});
