/**
 * Reads the names of browser and system from a user agent: on the server for the list of sessions, in the browser for
 * the name of a passkey. People recognise the names; nothing else depends on them.
 */

/** Names of browsers or systems with patterns. The first match counts: most browsers also name their ancestors. */
type Names = readonly (readonly [name: string, pattern: RegExp])[];

const browsers: Names = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Yandex', /\bYaBrowser\//],
  ['DuckDuckGo', /\b(DuckDuckGo|Ddg)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Chromium', /\bChromium\//],
  // The user agent of every WebKit browser names 'Safari'. Only Safari's own adds 'Version/'.
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: Names = [
  ['Windows', /\bWindows\b/],
  ['Android', /\bAndroid\b/],
  ['iPhone', /\b(iPhone|iPod)\b/],
  ['iPad', /\biPad\b/],
  ['macOS', /\b(Macintosh|Mac OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\b(Linux|X11)\b/],
];

const nameIn = (names: Names, userAgent: string): string | null =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/** Reads browser and operating system from a user agent. Each is null if unknown, as for a program. */
export function readUserAgent(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  return { browser: nameIn(browsers, userAgent ?? ''), system: nameIn(systems, userAgent ?? '') };
}
