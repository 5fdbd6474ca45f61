/** Delay before help opens under a pointer that does not move: the person's choice, or the section's default. Pure. */
import { screenAt, screens, type HelpSection } from '../screens.ts';

/** Delays in ms before help opens that a person can choose (spec B 9). */
export const helpSpeeds = [100, 300, 500, 800, 1200] as const;
export type HelpSpeed = (typeof helpSpeeds)[number];

/** Delay in ms for help in a section without a delay of its own (spec A 4). */
export const defaultDelayMs = 400;

const sectionDelays: Readonly<Partial<Record<HelpSection, number>>> = {
  dashboard: 500,
  workspaces: 300,
  campaigns: 400,
  analytics: 600,
  users: 350,
  settings: 250,
  calls: 450,
};

/** The section's own delay in ms. */
export function sectionDelayMs(section: HelpSection): number {
  return sectionDelays[section] ?? defaultDelayMs;
}

/** Delay in ms before help opens: the chosen one, otherwise the section's default (product.md 1). */
export function helpDelayMs(chosen: HelpSpeed | null, section: HelpSection): number {
  return chosen ?? sectionDelayMs(section);
}

export type HelpPriority = 'high' | 'medium' | 'low';

/** Priority of a section's help, derived from its default delay: up to 300 ms is high, from 500 ms low. */
export function sectionPriority(section: HelpSection): HelpPriority {
  const delay = sectionDelayMs(section);
  if (delay <= 300) return 'high';
  return delay < 500 ? 'medium' : 'low';
}

/** Help section of a URL path. For an unknown path, the dashboard's section. */
export function helpSectionOf(path: string): HelpSection {
  return screens[screenAt(path) ?? 'dashboard'].help;
}
