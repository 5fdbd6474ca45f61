/**
 * Derives names of browser and operating system from a user agent: for the list of sessions, and for a new passkey's
 * name. The names are only displayed.
 */

/**
 * Display names of browsers or operating systems, each with a pattern of the user agent. The first match counts,
 * because a user agent often names several browsers.
 */
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
  // All WebKit user agents contain 'Safari', but only Safari's contain 'Version/' too.
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

/** Reads browser and operating system from a user agent. Null for each that is unknown. */
export function parseUserAgent(userAgent: string | null): {
  readonly browser: string | null;
  readonly system: string | null;
} {
  return { browser: nameIn(browsers, userAgent ?? ''), system: nameIn(systems, userAgent ?? '') };
}
