/** Campaign requests for tests, and the simulator's record of them. */
import { sql } from 'kysely';
import type { Campaign, CreateCampaignBody } from '../../contract/campaigns.ts';
import type { TestApp, TestWorkspace } from './start-test-app.ts';
import { waitFor } from './wait-for.ts';

/** E.164 numbers of Buenos Aires, all different. */
export function phoneOf(index: number): string {
  return `+54911${String(40_000_000 + index)}`;
}

/** Rows of recipients. `from` avoids numbers that other tests use. */
export function rowsOf(count: number, from = 0): Record<string, string>[] {
  return Array.from({ length: count }, (_, offset) => from + offset).map((index) => ({
    phone_number: phoneOf(index),
    customer_name: `Cliente ${index}`,
    saldo: `${index * 10},50`,
  }));
}

export function buildOrder(phoneNumber: string, overrides: Partial<CreateCampaignBody> = {}): CreateCampaignBody {
  return {
    name: 'Cobranza de noviembre',
    successDefinition: 'El cliente promete una fecha de pago',
    phoneNumber,
    recipients: rowsOf(3),
    sendOption: 'now',
    ...overrides,
  };
}

/** A number of the account that has an outbound agent. */
export async function originNumber(workspace: TestWorkspace): Promise<string> {
  const numbers =
    await workspace.operator.get<{ phone_number: string; outbound_agent_id: string | null }[]>(
      '/api/retell/phone-numbers',
    );
  const number = numbers.find((each) => each.outbound_agent_id !== null);
  if (!number) throw new Error('no number with an outbound agent');
  return number.phone_number;
}

/** Sets the pace so that the server dials as fast as the provider allows. */
export async function setPace(
  workspace: TestWorkspace,
  dialing = { callsPerSecond: 200, reservedLines: 0 },
): Promise<void> {
  const { version } = await workspace.admin.get<{ version: number }>('/api/settings');
  await workspace.admin.put('/api/settings', { version, dialing });
}

export async function readCampaign(workspace: TestWorkspace, id: string): Promise<Campaign> {
  const campaigns = await workspace.operator.get<Campaign[]>('/api/campaigns');
  const found = campaigns.find((each) => each.id === id);
  if (!found) throw new Error(`campaign ${id} is not listed`);
  return found;
}

export function whenStatus(workspace: TestWorkspace, id: string, status: Campaign['status']): Promise<Campaign> {
  return waitFor(`campaign ${status}`, async () => {
    const campaign = await readCampaign(workspace, id);
    return campaign.status === status && campaign;
  });
}

/** The sum that must equal the total: pending + dialing + (sent - retrying) + undelivered + unconfirmed + skipped. */
export function sumOfStates(campaign: Campaign): number {
  const { pendingCount, dialingCount, sentCount, retryingCount, undeliveredCount, unconfirmedCount, skippedCount } =
    campaign;
  return pendingCount + dialingCount + sentCount - retryingCount + undeliveredCount + unconfirmedCount + skippedCount;
}

/** How often each number was dialled, by the simulator's record. */
export function timesDialled({ simulator }: TestApp, key: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const { to_number: to } of simulator.placedCalls(key)) times.set(to, (times.get(to) ?? 0) + 1);
  return times;
}

/**
 * Makes all waiting recipients of a campaign due. One transaction locks the campaign first, like the dispatcher when it
 * notes a wait. Otherwise the dispatcher could note the old time in between.
 */
export async function passDelay({ app, database }: TestApp, workspaceId: string, campaignId: string): Promise<void> {
  await database.db.transaction().execute(async (tx) => {
    await sql`update campaigns set waiting_until = case when waiting_until is not null then clock_timestamp() end
      where id = ${campaignId}`.execute(tx);
    await sql`update recipients set next_attempt_at = clock_timestamp()
      where campaign_id = ${campaignId} and state = 'pending'`.execute(tx);
  });
  app.events.emit('dispatch.due', { workspaceId });
}
