import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { countryRuleIds, getCountryRule } from './country-rules.ts';
import { campaignCallingHoursSchema } from './settings.ts';

const page = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

it.each(countryRuleIds)('%s stands in docs/rules.md with its source and its date, and its hours can be', (id) => {
  const { source, checkedOn, hours, barredOrigins, kinds } = getCountryRule(id);
  const row = page.split('\n').find((line) => line.startsWith(`| ${id} |`));
  for (const fact of [source, checkedOn, kinds.join(', ')]) expect(row).toContain(fact);
  expect(hours ?? barredOrigins).toBeDefined();
  for (const each of hours ?? []) expect(campaignCallingHoursSchema.safeParse(each).success).toBe(true);
});
