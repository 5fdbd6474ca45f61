/** A name for a passkey that is made here: 'Chrome en Windows'. Only a proposal, because a passkey may go to a phone or a key. */
import { passkeysLabels as labels } from '../../../labels/passkeys-es.ts';

// The first that matches: browsers name others as well.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const platforms: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `taken`: names of the person's other passkeys. */
export function proposeName(userAgent: string, taken: readonly string[]): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, platform] = [find(browsers), find(platforms)];
  const name = browser && platform ? labels.proposed(browser, platform) : labels.thisDevice;
  let count = 2;
  while (taken.includes(`${name} ${count}`)) count += 1;
  return taken.includes(name) ? `${name} ${count}` : name;
}
