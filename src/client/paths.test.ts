import { expect, it } from 'vitest';
import { getPathAfterWorkspaceSwitch } from './paths.ts';

it('leads out of what belongs to one workspace, and keeps the screen of what both have', () => {
  expect(getPathAfterWorkspaceSwitch('/call/call_1', '?tab=datos')).toBe('/');
  expect(getPathAfterWorkspaceSwitch('/campana/c1', '')).toBe('/historico-campanas');
  expect(getPathAfterWorkspaceSwitch('/campana/c1/agregar', '')).toBe('/historico-campanas');
  expect(getPathAfterWorkspaceSwitch('/nueva-campana', '?desde=c1')).toBe('/nueva-campana');
  expect(getPathAfterWorkspaceSwitch('/agentes', '?agente=a1')).toBe('/agentes');
  expect(getPathAfterWorkspaceSwitch('/historial-llamadas', '?campaign=c1&status=ended&page=3')).toBe(
    '/historial-llamadas?status=ended',
  );
});
