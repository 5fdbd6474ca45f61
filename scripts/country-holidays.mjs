/**
 * Writes `features/campaigns/rules/country-holidays.json`: the national holidays of the countries that rules exist for, as the package
 * date-holidays reckons them. Run it when a country changes its holidays:
 * `npm i --no-save date-holidays && node scripts/country-holidays.mjs`
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// The package is imported by path: it is no dependency, because its result is kept in the file.
const { default: Holidays } = await import(path.join(root, 'node_modules/date-holidays/src/index.js'));
const target = path.join(root, 'src/server/features/campaigns/rules/country-holidays.json');
const countries = ['CL', 'CO', 'ES', 'MX', 'PE'];
/** Holidays that the package lacks: Holy Saturday in Chile, by Ley 2.977. */
const leftOut = { CL: ['easter -1'] };
const [firstYear, lastYear] = [2026, 2036];

const daysOf = (country) => {
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, index) => firstYear + index);
  const calendar = new Holidays(country);
  for (const rule of leftOut[country] ?? []) calendar.setHoliday(rule, { name: { es: rule }, type: 'public' });
  const days = years.flatMap((year) => calendar.getHolidays(year).filter(({ type }) => type === 'public'));
  return [...new Set(days.map(({ date }) => date.slice(0, 10)))].toSorted((one, other) => (one < other ? -1 : 1));
};
await writeFile(target, `${JSON.stringify(Object.fromEntries(countries.map((each) => [each, daysOf(each)])))}\n`);
