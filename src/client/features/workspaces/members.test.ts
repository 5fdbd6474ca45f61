import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WorkspaceMember } from '../../../contract/access.ts';
import { getRoleName } from '../../../labels/roles-es.ts';
import { ApiError, ConnectionError } from '../../api/api-error.ts';
import { startFakeServer } from '../../testing/fake-server.ts';
import { filterMembers, formatMemberFullName, readMemberFiltersFromUrl } from './member-filters.ts';
import { describeMembersReadFailure, fetchWorkspaceMembers } from './members-data.ts';

const member = (username: string, overrides: Partial<WorkspaceMember> = {}): WorkspaceMember => ({
  id: username,
  state: 'active',
  username,
  email: null,
  firstName: null,
  lastName: null,
  role: 'operator',
  isActive: true,
  lastAccessAt: null,
  ...overrides,
});

afterEach(() => vi.unstubAllGlobals());

describe('reading members', () => {
  it('asks nothing without a workspace id', async () => {
    const server = startFakeServer({});
    await expect(fetchWorkspaceMembers('')).rejects.toThrow('Workspace ID is required');
    expect(server.calls).toEqual([]);
    expect(describeMembersReadFailure(new Error('Workspace ID is required'))).toBe('Workspace ID is required');
  });

  it("shows the server's words, else that the fetch failed", () => {
    expect(
      describeMembersReadFailure(new ApiError(503, '', JSON.stringify({ message: 'El servicio no está disponible' }))),
    ).toBe('El servicio no está disponible');
    expect(describeMembersReadFailure(new ApiError(502, 'Bad Gateway', '<html></html>'))).toBe(
      'Failed to fetch workspace members',
    );
    expect(describeMembersReadFailure(new ConnectionError(null))).toBe(
      'Error de conexión. Por favor, intenta nuevamente.',
    );
  });
});

describe('finding members', () => {
  const members = [
    member('ana', { firstName: 'Ána María', lastName: 'Ñandú', role: 'admin' }),
    member('beto', { email: 'Beto@Ejemplo.com', role: 'editor' }),
    member('caro', { lastName: 'Gómez' }),
  ];
  const found = (search: string) =>
    filterMembers(members, readMemberFiltersFromUrl(new URLSearchParams(search))).map(({ username }) => username);

  it.each([
    ['', ['ana', 'beto', 'caro']],
    ['q=GOMEZ', ['caro']],
    ['q=maría+nandu', ['ana']],
    ['q=beto%40ejem', ['beto']],
    ['q=nadie', []],
    ['role=editor', ['beto']],
    ['role=inventado', ['ana', 'beto', 'caro']],
    ['q=a&role=operator', ['caro']],
  ])('%s finds %j', (search, usernames) => {
    expect(found(search)).toEqual(usernames);
  });

  it('names people and roles', () => {
    expect(members.map(formatMemberFullName)).toEqual(['Ána María Ñandú', null, 'Gómez']);
    expect(['admin', 'editor', 'operator', 'owner'].map(getRoleName)).toEqual([
      'Administrador',
      'Editor',
      'Operador',
      'Visualizador',
    ]);
  });
});
