import { expect, test } from 'vitest';
import type { Campaign } from '../../../../contract/campaigns.ts';
import { buildOrder, originNumber, rowsOf, setPace, timesDialled } from '../../../testing/campaign-orders.ts';
import { startTestApp } from '../../../testing/start-test-app.ts';
import { waitFor } from '../../../testing/wait-for.ts';

test('a campaign resumed while its workspace’s work is surveyed is dialled at once, not at the next survey', async () => {
  const app = await startTestApp({ dispatchTuning: { surveyEveryMs: 3_600_000 } });
  try {
    const workspace = await app.createWorkspace();
    const from = await originNumber(workspace);
    const create = (count: number, first: number) =>
      workspace.editor.post<Campaign>('/api/campaigns', buildOrder(from, { recipients: rowsOf(count, first) }));
    await setPace(workspace, { callsPerSecond: 0.1, reservedLines: 0 });
    // A campaign that dials one person every ten seconds, so that the dispatcher stays.
    const long = await create(50, 1_000);
    await waitFor('its first call', () => timesDialled(app, workspace.key).size === 1);
    const short = await create(1, 2_000);
    await workspace.editor.patch(`/api/campaigns/${short.id}`, { status: 'paused' });
    const [row] = rowsOf(1, 2_000);
    const holder = await app.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from campaigns where id = $1 for update', [long.id]);
    try {
      // New rules are noted with each dialling campaign, whose ids the survey has read; it waits for this one.
      await setPace(workspace, { callsPerSecond: 2, reservedLines: 0 });
      await waitFor('the survey', async () => {
        const { rows } = await app.database.pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%rules_version%'`,
        );
        return rows.length > 0;
      });
      await workspace.editor.patch(`/api/campaigns/${short.id}`, { status: 'in_progress' });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await waitFor('its call', () => timesDialled(app, workspace.key).has(row?.['phone_number'] ?? ''));
    expect(timesDialled(app, workspace.key).get(row?.['phone_number'] ?? '')).toBe(1);
  } finally {
    await app.stop();
  }
});
