// `npm run pause-campaigns`: run it before the first server on a database that may lack its last seconds, such as a
// promoted standby. People called in those seconds look as if they were still to be called.
import { Client } from 'pg';
import { pauseRestoredCampaigns } from '../src/server/features/campaigns/index.ts';
import { runCommand } from './command-database.ts';

await runCommand('pause-campaigns', async ({ connectionString }) => {
  const client = new Client({ connectionString, application_name: 'vocero-pause-campaigns' });
  await client.connect();
  try {
    const paused = await pauseRestoredCampaigns(client);
    console.log(paused === 1 ? '1 campaña quedó en pausa.' : `${paused} campañas quedaron en pausa.`);
  } finally {
    await client.end();
  }
});
