import { expect, it } from 'vitest';
import { addressElsewhere } from './paths.ts';

it('leads out of what belongs to one workspace, and keeps the screen of what both have', () => {
  expect(addressElsewhere('/call/call_1', '?tab=datos')).toBe('/');
  expect(addressElsewhere('/campana/c1', '')).toBe('/historico-campanas');
  expect(addressElsewhere('/campana/c1/agregar', '')).toBe('/historico-campanas');
  expect(addressElsewhere('/nueva-campana', '?desde=c1')).toBe('/nueva-campana');
  expect(addressElsewhere('/agentes', '?agente=a1')).toBe('/agentes');
  expect(addressElsewhere('/historial-llamadas', '?campaign=c1&status=ended&page=3')).toBe(
    '/historial-llamadas?status=ended',
  );
});
