// `npm run provider-docs`: writes docs/provider.md again.
import { writeFile } from 'node:fs/promises';
import { providerPagePath, writeProviderPage } from './provider-page.ts';

await writeFile(providerPagePath, writeProviderPage());
