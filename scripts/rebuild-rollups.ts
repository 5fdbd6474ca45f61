// `npm run rebuild-rollups`: makes the figures of every workspace anew from its calls. The console goes on working.
import { listWorkspaceIds } from '../src/server/features/access/index.ts';
import { rebuildRollups } from '../src/server/features/analytics/index.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { runCommand } from './command-database.ts';

await runCommand('rebuild-rollups', async ({ db }) => {
  const log = createLogger({ level: 'error' });
  for (const workspaceId of await listWorkspaceIds(db)) {
    const days = await rebuildRollups({ db, log }, workspaceId);
    console.log(`${workspaceId}: ${days} días recalculados`);
  }
});
