/** The setup guide ('Primeros pasos'): a workspace's progress, and whether the guide is hidden. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const firstSteps = z.object({
  /** True if a webhook of the provider has ever arrived for the workspace. */
  hasEvent: z.boolean(),
  /** True if the workspace ever created a campaign, even a deleted one. */
  hasCampaign: z.boolean(),
  /** True if somebody hid the setup guide for everybody in the workspace. */
  isHidden: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

/** Only editors and admins see the setup guide, because others can do none of its steps. */
const editor = { role: 'editor', workspace: 'current' } as const;

export const firstStepsEndpoints = {
  getFirstSteps: endpoint('getFirstSteps', { access: editor, tokens: false, response: firstSteps }),
  /** For good. */
  hideFirstSteps: endpoint('hideFirstSteps', { access: editor, tokens: false, response: firstSteps }),
};
