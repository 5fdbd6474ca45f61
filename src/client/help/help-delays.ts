/** Delay before help opens under a pointer that does not move: the person's choice, or the section's default. Pure. */
import { getScreenNameOfPath, screenDefinitions, type HelpSectionId } from '../screens.ts';

/** Delays in ms before help opens that a person can choose (spec B 9). */
export const helpDelayOptionsMs = [100, 300, 500, 800, 1200] as const;
export type HelpDelayOptionMs = (typeof helpDelayOptionsMs)[number];

/** Default delay in ms before help opens, for sections of the console without a delay of their own. */
export const defaultHelpDelayMs = 400;

const sectionDelays: Readonly<Partial<Record<HelpSectionId, number>>> = {
  dashboard: 500,
  workspaces: 300,
  campaigns: 400,
  analytics: 600,
  users: 350,
  settings: 250,
  calls: 450,
};

/** The section's own delay in ms. */
export function getHelpSectionDelayMs(section: HelpSectionId): number {
  return sectionDelays[section] ?? defaultHelpDelayMs;
}

/** Delay in ms before help opens: the chosen one, otherwise the section's default (product.md 1). */
export function computeHelpDelayMs(chosen: HelpDelayOptionMs | null, section: HelpSectionId): number {
  return chosen ?? getHelpSectionDelayMs(section);
}

export type HelpPriority = 'high' | 'medium' | 'low';

export function getHelpSectionPriority(section: HelpSectionId): HelpPriority {
  const delay = getHelpSectionDelayMs(section);
  if (delay <= 300) return 'high';
  return delay < 500 ? 'medium' : 'low';
}

/** Help section of a URL path. For an unknown path, the dashboard's section. */
export function getHelpSectionIdOfPath(path: string): HelpSectionId {
  return screenDefinitions[getScreenNameOfPath(path) ?? 'dashboard'].help;
}
