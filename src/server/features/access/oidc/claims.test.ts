import { expect, test } from 'vitest';
import { findRoleBySignOnRules, getOidcClaimValues, readProfileFromClaims } from './claims.ts';

test.each([
  [{ groups: ['ventas', 'jefes'] }, 'groups', ['ventas', 'jefes']],
  [{ department: 'ventas' }, 'department', ['ventas']],
  [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
  [{ 'https://ejemplo.com/roles': ['a'], level: 3, staff: true }, 'https://ejemplo.com/roles', ['a']],
  [{ level: 3 }, 'level', ['3']],
  [{ staff: true }, 'staff', ['true']],
  [{ groups: [{ name: 'ventas' }, null] }, 'groups', []],
  [{ groups: null }, 'groups', []],
  [{}, 'constructor', []],
  [{ a: {} }, 'a.__proto__.toString', []],
])('%j: %s is %j', (claims, name, values) => {
  expect(getOidcClaimValues(claims, name)).toEqual(values);
});

test('the highest of the roles that match is given, and none by a value that only resembles', () => {
  const rules = [
    { claim: 'groups', value: 'ventas', role: 'operator' },
    { claim: 'groups', value: 'jefes', role: 'admin' },
    { claim: 'groups', value: 'lectores', role: 'editor' },
  ] as const;
  expect(findRoleBySignOnRules(rules, { groups: ['ventas', 'jefes'] })).toBe('admin');
  expect(findRoleBySignOnRules(rules, { groups: ['lectores', 'ventas'] })).toBe('editor');
  expect(findRoleBySignOnRules(rules, { groups: ['Ventas', 'ventas ', 'ven'] })).toBeNull();
  expect(findRoleBySignOnRules(rules, { groups: 'jefes, ventas' })).toBeNull();
  expect(findRoleBySignOnRules([], { groups: ['ventas'] })).toBeNull();
});

test('a new person is called what the provider prefers, else by the address, else by the id', () => {
  expect(readProfileFromClaims({ preferred_username: 'ana', email: 'a@b.c' }, 's').usernames.slice(0, 2)).toEqual([
    'ana',
    'ana-2',
  ]);
  expect(readProfileFromClaims({ email: 'a@b.c' }, 's').usernames[0]).toBe('a@b.c');
  expect(readProfileFromClaims({}, 's1').usernames[0]).toBe('persona-s1');
  // Two alphabets: a name that looks like somebody else's.
  expect(readProfileFromClaims({ preferred_username: 'аna', email: 'a@b.c' }, 's').usernames[0]).toBe('a@b.c');
  expect(
    readProfileFromClaims({ preferred_username: 'x'.repeat(300) }, 's').usernames.every((name) => name.length <= 100),
  ).toBe(true);
});

test('an address that the provider does not vouch for is not kept', () => {
  expect(readProfileFromClaims({ email: 'a@b.c', email_verified: true }, 's').email).toBe('a@b.c');
  for (const claims of [{ email: 'a@b.c' }, { email: 'a@b.c', email_verified: 'true' }])
    expect(readProfileFromClaims(claims, 's').email).toBeNull();
});
