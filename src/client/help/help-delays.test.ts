// When help appears: a chosen speed everywhere, else what the section asks, whatever the address.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { helpSections } from '../screens.ts';
import {
  defaultDelayMs,
  helpDelayMs,
  helpSpeeds,
  sectionDelayMs,
  helpSectionOf,
  sectionPriority,
} from './help-delays.ts';

it('waits as the specification says, section by section', () => {
  expect(Object.fromEntries(helpSections.map((section) => [section, sectionDelayMs(section)]))).toEqual({
    dashboard: 500,
    workspaces: 300,
    campaigns: 400,
    analytics: 600,
    users: 350,
    settings: 250,
    calls: 450,
    agents: defaultDelayMs,
  });
  expect(defaultDelayMs).toBe(400);
});

it('holds a chosen speed in every section, and the section only until one is chosen', () => {
  fc.assert(
    fc.property(fc.option(fc.constantFrom(...helpSpeeds)), fc.constantFrom(...helpSections), (chosen, section) => {
      expect(helpDelayMs(chosen, section)).toBe(chosen ?? sectionDelayMs(section));
    }),
  );
});

it('ranks a section the higher, the sooner its help appears', () => {
  const rank = { high: 0, medium: 1, low: 2 };
  fc.assert(
    fc.property(fc.constantFrom(...helpSections), fc.constantFrom(...helpSections), (one, other) => {
      if (sectionDelayMs(one) <= sectionDelayMs(other))
        expect(rank[sectionPriority(one)]).toBeLessThanOrEqual(rank[sectionPriority(other)]);
    }),
  );
  expect(helpSections.map(sectionPriority)).toEqual([
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
  expect(helpSectionOf(path)).toBe(section);
});

it('finds a section for any address', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      expect(helpSections).toContain(helpSectionOf(`/${path}`));
    }),
  );
});
