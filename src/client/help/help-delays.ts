/** Delay before help opens under a resting pointer: the person's choice, or the section's default. Pure. */
import { screenAt, screens, type HelpSection } from '../screens.ts';

/** Delays before help opens from which a person can choose, in ms (spec B 9). */
export const helpSpeeds = [100, 300, 500, 800, 1200] as const;
export type HelpSpeed = (typeof helpSpeeds)[number];

/** Delay of help in a section that names none (spec A 4). Help outside of sections has the 300 ms of ui/tooltip.tsx. */
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

/** Delay before help opens. A chosen delay applies everywhere; otherwise each section has its own (product.md 1). */
export function helpDelayMs(chosen: HelpSpeed | null, section: HelpSection): number {
  return chosen ?? sectionDelayMs(section);
}

export type HelpPriority = 'high' | 'medium' | 'low';

/** Priority of a section's help by its default delay: up to 300 ms, below half a second, or longer. */
export function sectionPriority(section: HelpSection): HelpPriority {
  const delay = sectionDelayMs(section);
  if (delay <= 300) return 'high';
  return delay < 500 ? 'medium' : 'low';
}

/** Section of help to which a URL path belongs; the dashboard's for a path without a screen. */
export function helpSectionOf(path: string): HelpSection {
  return screens[screenAt(path) ?? 'dashboard'].help;
}
