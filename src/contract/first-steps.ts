/** 'Primeros pasos': how far a workspace has come, and whether its people want to see it. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const firstSteps = z.object({
  /** A webhook of the provider has come. */
  hasEvent: z.boolean(),
  /** A campaign was created, be it deleted since. */
  hasCampaign: z.boolean(),
  /** Somebody hid the guide for everybody of the workspace. */
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
