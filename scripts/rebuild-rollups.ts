// `npm run rebuild-rollups`: computes the figures of every workspace again from its calls. The console keeps working.
import { listWorkspaceIds } from '../src/server/features/access/index.ts';
import { rebuildWorkspaceRollups } from '../src/server/features/analytics/index.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { createServerBus } from '../src/server/platform/server-bus.ts';
import { runCommand } from './command-database.ts';

await runCommand('rebuild-rollups', async ({ db, connectionString }) => {
  const log = createLogger({ level: 'error' });
  const bus = createServerBus({ connectionString, log });
  await bus.start();
  try {
    for (const workspaceId of await listWorkspaceIds(db)) {
      const days = await rebuildWorkspaceRollups({ db, log }, workspaceId);
      // Makes running servers drop their cached answers.
      bus.publish({ kind: 'refetch', workspaceId });
      console.log(`${workspaceId}: ${days} días recalculados`);
    }
  } finally {
    await bus.stop();
  }
});
