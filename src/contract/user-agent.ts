/**
 * Reads which browser and which system a user agent names: on the server for the list of sessions, in the browser for the name of a passkey. A name
 * is for people to recognise; nothing is decided by it.
 */

/** The first row that fits names it: most browsers also name those that they are built on. */
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
  // Every browser on WebKit says 'Safari'; this one alone says its version beside it.
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
