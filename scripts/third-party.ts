// Other people's work in our deliverables: the server's packages, the parts of the browser's bundle, its typeface, and
// the contents of Node and PostgreSQL. A licence that is not allowed fails the tests. `npm run notices` writes
// NOTICE.md from this.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Permissive licences, each read once: they demand only their notice. */
export const allowedLicences: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  // Licence of data that we distribute, and of no code.
  'CC-BY-SA-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'OpenSSL',
  'PostgreSQL',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
];

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}
export type LockPackages = Readonly<Record<string, LockEntry>>;

export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as in package-lock.json. */
  readonly licence: string;
  /** Path in node_modules; null if the licence text comes from elsewhere or the package is for one platform. */
  readonly place: string | null;
}

/** Contents of the packages of Node and PostgreSQL that the lock does not list. `library`: the file in lib. */
export const insideBinaries: readonly { readonly name: string; readonly licence: string; readonly library?: string }[] =
  [
    { name: 'Node.js, with the components that its LICENSE names (node_modules/node-linux-*/LICENSE)', licence: 'MIT' },
    { name: 'PostgreSQL', licence: 'PostgreSQL', library: 'libpq libecpg libecpg_compat libpgtypes' },
    { name: 'OpenSSL 1.1', licence: 'OpenSSL', library: 'libssl libcrypto' },
    { name: 'ICU 60', licence: 'Unicode-3.0', library: 'libicudata libicui18n libicuuc' },
    { name: 'libxml2', licence: 'MIT', library: 'libxml2' },
    { name: 'libxslt', licence: 'MIT', library: 'libxslt' },
    { name: 'liblzma', licence: '0BSD', library: 'liblzma' },
    { name: 'OSSP uuid', licence: 'MIT', library: 'libossp-uuid' },
    { name: 'zlib', licence: 'Zlib', library: 'libz' },
  ];

/** Other people's files among our sources. */
export const inSources = [
  { name: 'Geist, the typeface', licence: 'OFL-1.1', text: 'src/client/theme/fonts/LICENSE.txt' },
  {
    name: 'The commonest passwords (zxcvbn-ts)',
    licence: 'MIT',
    text: 'src/server/features/access/sign-in/common-passwords.license.txt',
  },
  {
    name: 'National holidays (date-holidays)',
    licence: 'CC-BY-SA-3.0',
    text: 'src/server/features/campaigns/rules/country-holidays.license.txt',
  },
  {
    name: 'Zones of phone numbers (Google libphonenumber)',
    licence: 'Apache-2.0',
    text: 'src/server/features/campaigns/rules/phone-zones.license.txt',
  },
] as const;

/** True if an SPDX expression allows a choice of an allowed licence. */
export function isAllowed(licence: string): boolean {
  const words = licence.replaceAll(/[()]/gu, '').trim();
  if (words.includes(' OR ')) return words.split(' OR ').some(isAllowed);
  return words.split(' AND ').every((each) => allowedLicences.includes(each.trim()));
}

export function readLock(): LockPackages {
  return (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: LockPackages })
    .packages;
}

/** Packages that the server installs, and those that the browser's sources import, with dependencies; by name. */
export function listThirdParties(lock: LockPackages, importedByBrowser: readonly string[]): ThirdParty[] {
  const places = new Set(Object.keys(lock).filter((place) => place !== '' && lock[place]?.dev !== true));
  const add = (place: string): void => {
    if (places.has(place)) return;
    places.add(place);
    for (const name of Object.keys(lock[place]?.dependencies ?? {})) {
      const found = placeOf(lock, place, name);
      if (found !== null) add(found);
    }
  };
  for (const name of importedByBrowser) add(`node_modules/${name}`);
  const found = [...places].map((place) => ({ place, entry: lock[place] }));
  const unique = new Map<string, ThirdParty>();
  for (const { place, entry } of found) {
    if (entry === undefined) throw new Error(`${place} is not in package-lock.json`);
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isForOnePlatform = entry.os !== undefined || entry.cpu !== undefined;
    const party = {
      name,
      version: entry.version,
      licence: entry.license ?? '?',
      place: isForOnePlatform ? null : place,
    };
    unique.set(`${name} ${entry.version}`, party);
  }
  return [...unique.values()].toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1));
}

/** Place of a package, searched as Node does: in the nearest node_modules, then further out. */
function placeOf(lock: LockPackages, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (lock[place] !== undefined) return place;
    if (folder === '') return null;
  }
}

/** Packages imported by the browser's sources, without tests. */
export function importedByBrowser(): string[] {
  const names = new Set<string>();
  for (const folder of ['src/client', 'src/contract', 'src/files', 'src/labels', 'src/phone']) {
    for (const file of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(?:tsx?|css)$/u.test(file) || /\.test\.tsx?$|(?:^|\/)testing\//u.test(file)) continue;
      const text = readFileSync(path.join(root, folder, file), 'utf8');
      for (const [, name] of text.matchAll(/(?:from|import) '((?:@[\w-]+\/)?[a-z][\w-]*)(?:\/[^']*)?'/gu)) {
        if (name !== undefined) names.add(name);
      }
    }
  }
  return [...names].toSorted((a, b) => (a < b ? -1 : 1));
}

/** NOTICE.md: every part with its licence, and each licence text once, with its parts. */
export function writeNotices(parties: readonly ThirdParty[]): string {
  const texts = new Map<string, { readonly text: string; readonly of: string[] }>();
  const keep = (label: string, text: string): void => {
    const { notice, body } = splitNotice(text);
    const kept = texts.get(body) ?? { text: body, of: [] };
    kept.of.push(notice === '' ? label : `${label}: ${notice}`);
    texts.set(body, kept);
  };
  for (const { name, version, place } of parties) {
    const text = place === null ? null : readLicence(path.join(root, place));
    if (text !== null) keep(`${name} ${version}`, text);
  }
  for (const { name, text } of inSources) keep(name, readFileSync(path.join(root, text), 'utf8'));
  return [
    '# What of others is inside',
    '',
    'Written by `npm run notices`: the packages of the server, those of which the bundle of the browser is made, its typeface, and what the',
    'Node and PostgreSQL inside bring. A test holds it to package-lock.json, and each licence to the list of those allowed.',
    '',
    '| part | version | licence |',
    '| --- | --- | --- |',
    ...parties.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    ...inSources.map(({ name, licence }) => `| ${name} | | ${licence} |`),
    ...insideBinaries.map(({ name, licence }) => `| ${name} | | ${licence} |`),
    '',
    ...[...texts.values()].flatMap(({ text, of }, index) => [
      `## Text ${index + 1}`,
      '',
      ...of.map((each) => `- ${each}`),
      '',
      '```text',
      text,
      '```',
      '',
    ]),
  ].join('\n');
}

function readLicence(folder: string): string | null {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/iu.test(name));
  if (names.length === 0) return null;
  return names
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => readFileSync(path.join(folder, name), 'utf8').replaceAll('\r', '').trim())
    .join('\n\n');
}

/** Splits a licence text into the copyright line and the rest, which many parts share. */
function splitNotice(text: string): { notice: string; body: string } {
  const isNotice = (line: string): boolean => /^\W*copyright (?:\(c\)|©|\d{4})/iu.test(line.trim());
  const lines = text.split('\n').map((line) => line.trimEnd());
  const notice = lines.filter(isNotice).map((line) => line.trim());
  const rest = lines.filter(
    (line) => !isNotice(line) && !/^#* *\(?(?:the )?(?:mit|isc)(?: license)?(?: \(mit\))?\)?\.?$/iu.test(line.trim()),
  );
  // Joins lines to paragraphs, so that texts wrapped differently compare as equal.
  const body = rest
    .join('\n')
    .split(/\n{2,}/u)
    .map((paragraph) => paragraph.replaceAll(/\s+/gu, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  return { notice: notice.join('; '), body };
}
