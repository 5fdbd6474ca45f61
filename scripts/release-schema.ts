// `npm run release-schema`: stores this version's schema with some data, from which every later version is tested to
// migrate. A real server on the simulator creates people, a campaign, calls and lists; the repository keeps a backup
// and the console's answers.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Campaign } from '../src/contract/campaigns.ts';
import { createDatabaseBackup } from '../src/server/platform/db/backup/back-up.ts';
import { startEmbeddedPostgres } from '../src/server/platform/db/embedded-postgres.ts';
import { listMigrationNames } from '../src/server/platform/db/migrate.ts';
import { loadServerConfig } from '../src/server/platform/config.ts';
import { createLogger } from '../src/server/platform/log.ts';
import { runServer } from '../src/server/run-server.ts';
import { createHttpClient, type HttpClient } from '../src/server/testing/http-client.ts';
import {
  digestMigration,
  releasedFolder,
  releasedPerson,
  releasedSecretKey,
  type ReleasedAnswers,
} from '../src/server/testing/released-schemas.ts';
import { startSimulator } from '../src/simulator/index.ts';

const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
  version: string;
};
const key = 'key_released_0123456789abcdef';
const people = 60;
const figurePaths = [
  '/api/analytics?timeRange=30d',
  '/api/metrics?days=30',
  '/api/agent-scorecards',
  '/api/copc-metrics',
] as const;
const listPaths = ['/api/settings', '/api/calls/views', '/api/tokens', '/api/do-not-call'];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function main(): Promise<void> {
  const folder = path.join(releasedFolder, version);
  if (existsSync(folder)) throw new Error(`${version} is released: raise the version of package.json first`);
  const place = await mkdtemp(path.join(os.tmpdir(), 'vocero-release-'));
  const simulator = await startSimulator({
    seed: 7,
    callDurationMs: 400,
    accounts: [{ key, orgName: 'Versión', concurrencyLimit: 50 }],
  });
  const postgres = await startEmbeddedPostgres({ dataDir: place, log: silent, throwaway: true });
  try {
    const config = loadServerConfig({
      PORT: '0',
      DATABASE_URL: postgres.connectionString,
      SECRET_KEY: releasedSecretKey,
      ADMIN_USERNAME: releasedPerson.username,
      ADMIN_PASSWORD: releasedPerson.password,
      RETELL_BASE_URL: simulator.url,
      STATUS_PAGE_URL: simulator.statusPageUrl,
      DIAL_SETTLE_SECONDS: '1',
    });
    const server = await runServer(config, createLogger({ level: 'error' }));
    let seen: ReleasedAnswers;
    try {
      seen = await makeData(createHttpClient(server.url), (url) => simulator.setWebhookUrl(key, url), server.url);
    } finally {
      await server.stop();
    }
    const { connectionString } = postgres;
    const { tables } = await createDatabaseBackup({
      connectionString,
      folder,
      secretKey: null,
      now: () => new Date(seen.at),
    });
    await writeFile(path.join(folder, 'seen.json'), `${JSON.stringify(seen, null, 2)}\n`);
    console.log(
      `${version}: ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows of ${tables.length} tables in ${folder}`,
    );
  } finally {
    await postgres.stop();
    await simulator.close();
    await rm(place, { recursive: true, force: true });
  }
}

async function makeData(client: HttpClient, setWebhook: (url: string) => void, url: string): Promise<ReleasedAnswers> {
  await client.post('/api/auth/login', releasedPerson);
  const { id } = await client.post<{ id: string }>('/api/workspaces', { name: 'Versión', retellApiKey: key });
  await client.put(`/api/workspaces/${id}/switch`);
  const callingWindow = { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] };
  await client.put('/api/settings', { callingWindow, dailyAttempts: 50, timeZone: 'America/Argentina/Buenos_Aires' });
  const { webhookUrl } = await client.get<{ webhookUrl: string }>('/api/webhook-url');
  setWebhook(webhookUrl.replace(/^https?:\/\/[^/]+/u, url));
  await client.post('/api/users', { username: 'operadora', password: 'otra clave más', firstName: 'Operadora' });
  await client.post('/api/do-not-call', { phoneNumber: '+541145550000', note: 'Lo pidió' });
  await client.post('/api/tokens', { name: 'CRM', role: 'editor' });
  await client.post('/api/calls/views', { name: 'Con éxito', search: 'status=ended' });

  const numbers =
    await client.get<{ phone_number: string; outbound_agent_id: string | null }[]>('/api/retell/phone-numbers');
  const phoneNumber = numbers.find((each) => each.outbound_agent_id !== null)?.phone_number;
  const recipients = Array.from({ length: people }, (_, index) => ({
    phone_number: `+54911${40_000_000 + index}`,
    customer_name: `Cliente número ${index}`,
    saldo: `${index * 10},50`,
  }));
  const order = { name: 'Cobranza', successDefinition: 'Promete pagar', phoneNumber, recipients, sendOption: 'now' };
  const campaign = await client.post<Campaign>('/api/campaigns', order);
  const campaignPath = `/api/campaigns/${campaign.id}`;
  await until(async () => (await client.get<Campaign>(campaignPath)).status === 'completed');
  const callsPath = '/api/calls/all?limit=100';
  // Analyses follow the ends of calls, so figures are final only once all have come.
  let before = '';
  await until(async () => {
    const now = JSON.stringify([await client.get(callsPath), await client.get(figurePaths[0])]);
    const isStill = now === before;
    before = now;
    if (!isStill) await delay(3_000);
    return isStill;
  });

  const at = new Date();
  const answers: Record<string, unknown> = {};
  for (const each of [...figurePaths, campaignPath, callsPath, ...listPaths]) answers[each] = await client.get(each);
  const migrations = Object.fromEntries((await listMigrationNames()).map((name) => [name, digestMigration(name)]));
  return { at: at.toISOString(), answers, migrations };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await delay(100);
}

await main();
