/** Steps for the agent pickers of filters and forms. */
import type { Page } from '@playwright/test';
import { expect } from './console-fixture.ts';

/** The name of an agent of the account, by its id. */
export async function agentName(page: Page, id: string | undefined): Promise<string> {
  const agents = (await (await page.request.get('/api/agents')).json()) as { agent_id: string; agent_name: string }[];
  return agents.find((agent) => agent.agent_id === id)?.agent_name ?? '';
}

/** Picks an agent by its name, with a search in a long list. */
export async function pickAgent(page: Page, label: string, name: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click();
  const list = page.getByRole('listbox', { name: label, exact: true });
  await list.getByRole('option', { name, exact: true }).click();
  await expect(list).toHaveCount(0);
  await expect(page.getByLabel(label, { exact: true })).toHaveText(name);
}
