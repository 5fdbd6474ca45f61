/** API endpoints and schema of the setup guide ('Primeros pasos') for new workspaces. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const workspaceFirstStepsSchema = z.object({
  /** True if the workspace has received at least one webhook of the provider. */
  hasEvent: z.boolean(),
  /** True if the workspace has created a campaign, even if it was deleted since. */
  hasCampaign: z.boolean(),
  /** True if a user hid the setup guide. It is then hidden for all members of the workspace. */
  isHidden: z.boolean(),
});
export type WorkspaceFirstSteps = z.infer<typeof workspaceFirstStepsSchema>;

/** Only editors and admins have access to the setup guide, because operators have no right to do any of its steps. */
const editor = { role: 'editor', workspace: 'current' } as const;

export const firstStepsEndpoints = {
  getFirstSteps: defineEndpoint('getFirstSteps', {
    access: editor,
    tokens: false,
    response: workspaceFirstStepsSchema,
  }),
  /** For good. */
  hideFirstSteps: defineEndpoint('hideFirstSteps', {
    access: editor,
    tokens: false,
    response: workspaceFirstStepsSchema,
  }),
};
