/** Steps of the campaign tests on screens and by requests, and their lists. */
import type { Page } from '@playwright/test';
import type { Campaign, CreateCampaignBody } from '../src/contract/campaigns.ts';
import { expect, type Console, type ConsoleWorkspace } from './console-fixture.ts';

export const successDefinition = 'El cliente acepta renovar el servicio.';

/** The admin who created the workspace. */
export const ownerOf = (workspace: ConsoleWorkspace) => ({
  username: `${workspace.username}-titular`,
  password: workspace.password,
});

/** Makes numbers without a calling code Argentine. The page must be loaded again afterwards. */
export const writesArgentineNumbers = (page: Page): Promise<unknown> =>
  askServer(page, '/api/settings', { method: 'PUT', body: { timeZone: 'America/Argentina/Buenos_Aires' } });

/** Opens the wizard and fills step 1; the page then shows step 2. */
export async function fillDetails(page: Page, vocero: Console, name: string): Promise<void> {
  await page.goto(`${vocero.url}/nueva-campana`);
  await page.getByLabel('Nombre de la campaña', { exact: true }).fill(name);
  await page.getByLabel('Definición de éxito', { exact: true }).fill(successDefinition);
  await page.getByLabel('Número de origen', { exact: true }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await expect(page.getByRole('heading', { name: 'Destinatarios' })).toBeVisible();
}

export const fileInput = (page: Page) => page.locator('input[type=file]');

/** Chooses the text as a CSV file, and waits until it is read: 'Siguiente' is enabled before, but goes nowhere. */
export async function chooseList(page: Page, text: string): Promise<void> {
  await fileInput(page).setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await expect(page.getByText(/^[\d.]+ destinatarios? válidos?$/)).toBeVisible();
}

/** A request with the page's session. */
export async function askServer<T>(
  { request }: Pick<Page, 'request'>,
  path: string,
  init?: { method: string; body: unknown },
): Promise<T> {
  const response = await request.fetch(path, init ? { method: init.method, data: init.body } : {});
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return (await response.json()) as T;
}

export const listCampaigns = (page: Page): Promise<Campaign[]> => askServer<Campaign[]>(page, '/api/campaigns');

export async function createCampaign(
  page: Pick<Page, 'request'>,
  name: string,
  count: number,
  change: Partial<CreateCampaignBody> = {},
): Promise<Campaign> {
  const [number] = await askServer<{ phone_number: string }[]>(page, '/api/retell/phone-numbers');
  const recipients = Array.from({ length: count }, (_, index) => ({
    phone_number: `+54911${40_000_000 + index}`,
    customer_name: 'Ana Núñez',
  }));
  const body = {
    name,
    successDefinition,
    phoneNumber: number?.phone_number ?? '',
    recipients,
    sendOption: 'now',
    ...change,
  };
  return askServer<Campaign>(page, '/api/campaigns', { method: 'POST', body });
}

/** Expects each recipient to be in exactly one part. */
export function expectAccounted(campaign: Campaign): void {
  const { pendingCount, dialingCount, sentCount, undeliveredCount, unconfirmedCount, skippedCount } = campaign;
  expect(pendingCount + dialingCount + sentCount + undeliveredCount + unconfirmedCount + skippedCount).toBe(
    campaign.totalRecipients,
  );
}
