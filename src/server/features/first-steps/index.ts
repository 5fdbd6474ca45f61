/** 'Primeros pasos': the guide for a new workspace. Its state is the workspace's, so that all users see the same. */
import type { Kysely } from 'kysely';
import { firstStepsEndpoints, type WorkspaceFirstSteps } from '../../../contract/first-steps.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { AuditLog } from '../audit/index.ts';
import { findWorkspaceFirstSteps, hideFirstSteps } from './first-steps-store.ts';

export interface FirstStepsDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly clock: Clock;
  readonly events: Pick<EventBus, 'emit'>;
  readonly audit: AuditLog;
}

export function createFirstStepsFeature({ db, clock, events, audit }: FirstStepsDeps): ServerFeature {
  async function read(workspaceId: string): Promise<WorkspaceFirstSteps> {
    const steps = await findWorkspaceFirstSteps(db, workspaceId);
    if (!steps) throw new AppError('not_found');
    return steps;
  }

  return {
    name: 'first-steps',
    registerRoutes(binder) {
      binder.bind(firstStepsEndpoints.getFirstSteps, ({ workspaceId }) => read(workspaceId));
      binder.bind(firstStepsEndpoints.hideFirstSteps, async ({ workspaceId, identity, request }) => {
        const { userId, username } = identity;
        const hasHidden = await db.transaction().execute(async (tx) => {
          if (!(await hideFirstSteps(tx, workspaceId, clock.now()))) return false;
          const by = { userId, username, address: request.ip };
          await audit.record({ ...by, workspaceId, action: 'workspace.first_steps_hidden', target: workspaceId }, tx);
          return true;
        });
        if (hasHidden) events.emit('workspace.changed', { workspaceId });
        return read(workspaceId);
      });
    },
  };
}
