/** 'Primeros pasos': a workspace's progress in the setup guide, and whether the guide is hidden. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const firstSteps = z.object({
  /** True if a webhook of the provider has arrived. */
  hasEvent: z.boolean(),
  /** True if a campaign was created, even if it was deleted since. */
  hasCampaign: z.boolean(),
  /** True if somebody hid the guide for everybody in the workspace. */
  isHidden: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** The guide leads editors and admins, because others can do none of its steps. */
const editor = { role: 'editor', workspace: 'current' } as const;

export const firstStepsEndpoints = {
  getFirstSteps: endpoint('getFirstSteps', { access: editor, tokens: false, response: firstSteps }),
  /** For good. */
  hideFirstSteps: endpoint('hideFirstSteps', { access: editor, tokens: false, response: firstSteps }),
};
