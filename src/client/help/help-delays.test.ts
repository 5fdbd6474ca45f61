// When help appears: a chosen speed everywhere, else what the section asks, whatever the address.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { helpSectionIds } from '../screens.ts';
import {
  defaultHelpDelayMs,
  computeHelpDelayMs,
  helpDelayOptionsMs,
  getHelpSectionDelayMs,
  getHelpSectionIdOfPath,
  getHelpSectionPriority,
} from './help-delays.ts';

it('waits as the specification says, section by section', () => {
  expect(Object.fromEntries(helpSectionIds.map((section) => [section, getHelpSectionDelayMs(section)]))).toEqual({
    dashboard: 500,
    workspaces: 300,
    campaigns: 400,
    analytics: 600,
    users: 350,
    settings: 250,
    calls: 450,
    agents: defaultHelpDelayMs,
  });
  expect(defaultHelpDelayMs).toBe(400);
});

it('holds a chosen speed in every section, and the section only until one is chosen', () => {
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom(...helpDelayOptionsMs)),
      fc.constantFrom(...helpSectionIds),
      (chosen, section) => {
        expect(computeHelpDelayMs(chosen, section)).toBe(chosen ?? getHelpSectionDelayMs(section));
      },
    ),
  );
});

it('ranks a section the higher, the sooner its help appears', () => {
  const rank = { high: 0, medium: 1, low: 2 };
  fc.assert(
    fc.property(fc.constantFrom(...helpSectionIds), fc.constantFrom(...helpSectionIds), (one, other) => {
      if (getHelpSectionDelayMs(one) <= getHelpSectionDelayMs(other))
        expect(rank[getHelpSectionPriority(one)]).toBeLessThanOrEqual(rank[getHelpSectionPriority(other)]);
    }),
  );
  expect(helpSectionIds.map(getHelpSectionPriority)).toEqual([
    'low',
    'high',
    'medium',
    'low',
    'medium',
    'high',
    'medium',
    'medium',
  ]);
});

it.each([
  ['/', 'dashboard'],
  ['/workspaces', 'workspaces'],
  ['/nueva-campana', 'campaigns'],
  ['/historico-campanas', 'campaigns'],
  ['/historial-llamadas', 'calls'],
  ['/call/call_1', 'calls'],
  ['/user-management', 'users'],
  ['/settings', 'settings'],
  ['/analytics', 'analytics'],
  ['/copc-metrics', 'analytics'],
  ['/revision-calidad', 'analytics'],
  ['/rendimiento-agentes', 'analytics'],
  ['/agentes', 'agents'],
  ['/no-existe', 'dashboard'],
  ['/constructor', 'dashboard'],
])('%s belongs to %s', (path, section) => {
  expect(getHelpSectionIdOfPath(path)).toBe(section);
});

it('finds a section for any address', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(helpSectionIds).toContain(getHelpSectionIdOfPath(`/${path}`));
    }),
  );
});
