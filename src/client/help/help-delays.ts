/** The time that a pointer rests before help appears: the person's choice, or the section's default. Pure. */
import { screenAt, screens, type HelpSection } from '../screens.ts';

/** The speeds to choose from, in ms (spec B 9). */
export const helpSpeeds = [100, 300, 500, 800, 1200] as const;
export type HelpSpeed = (typeof helpSpeeds)[number];

/** Of a section that names none (spec A 4). What stands in no section is ui/tooltip.tsx, with the component's own 300 ms. */
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

/** A chosen speed holds everywhere; the sections' delays hold until one is chosen (product.md 1). */
export function helpDelayMs(chosen: HelpSpeed | null, section: HelpSection): number {
  return chosen ?? sectionDelayMs(section);
}

export type HelpPriority = 'high' | 'medium' | 'low';

/** How soon a section's help appears by itself: within 300 ms, before half a second, or later. */
export function sectionPriority(section: HelpSection): HelpPriority {
  const delay = sectionDelayMs(section);
  if (delay <= 300) return 'high';
  return delay < 500 ? 'medium' : 'low';
}

/** The section that an address belongs to; dashboard for one without a screen. */
export function sectionOf(path: string): HelpSection {
  return screens[screenAt(path) ?? 'dashboard'].help;
}
