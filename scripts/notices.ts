// `npm run notices`: writes NOTICE.md again, after packages have changed.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { importedByBrowser, listThirdParties, readLock, writeNotices } from './third-party.ts';

const parties = listThirdParties(readLock(), importedByBrowser());
writeFileSync(path.resolve(import.meta.dirname, '../NOTICE.md'), writeNotices(parties));
console.log(`NOTICE.md: ${parties.length} packages`);
