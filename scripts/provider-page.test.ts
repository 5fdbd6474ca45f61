import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { providerPagePath, writeProviderPage } from './provider-page.ts';

it('docs/provider.md is what the contract says; `npm run provider-docs` writes it anew', async () => {
  expect(await readFile(providerPagePath, 'utf8')).toBe(writeProviderPage());
});
