import { describe, expect, it } from 'vitest';
import css from './tokens.css?raw';

type Palette = Record<string, string>;

function readPalette(selector: string): Palette {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(oklch\([^)]*\))/g)].map((match) => [match[1]!, match[2]!]),
  );
}

function labOf(color: string | undefined): readonly [number, number, number] {
  const [l = 0, c = 0, h = 0] = (color ?? '')
    .replace('oklch(', '')
    .split(/[\s/)]+/)
    .map(Number);
  return [l, c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
}

/** Distance of two colours in OKLab; 0.02 is just noticeable. */
function distance(palette: Palette, one: string, other: string): number {
  const [from, to] = [labOf(palette[one]), labOf(palette[other])];
  return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
}

/** Relative luminance (WCAG 2) of `oklch(L C H)`, by OKLab and linear sRGB, clipped to the gamut. */
function luminance(color: string | undefined): number {
  const [l, a, b] = labOf(color);
  const cone = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ];
  const [x = 0, y = 0, z = 0] = cone.map((value) => value ** 3);
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z);
  const green = clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z);
  const blue = clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(palette: Palette, one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(palette[one]), luminance(palette[other])].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const shares = ['share-1', 'share-2', 'share-3', 'share-4', 'share-5', 'share-6'];
const signals = ['good', 'attention', 'bad', 'inbound', 'outbound', 'web'];
const textPairs: (readonly [string, string])[] = [
  ...['ground', 'surface', 'sunken'].flatMap((ground) =>
    ['ink', 'muted', 'accent-text'].map((text) => [text, ground] as const),
  ),
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-hover'],
  ['bad-ink', 'bad'],
  ['bad-ink', 'bad-hover'],
  ['accent-text', 'accent-soft'],
  ['ink', 'accent-soft'],
  ...signals.flatMap((signal) =>
    [`${signal}-soft`, 'ground', 'surface', 'sunken'].map((ground) => [signal, ground] as const),
  ),
];

describe.each([
  ['light', readPalette(':root')],
  ['dark', readPalette(":root[data-theme='dark']")],
])('%s tokens', (_name, palette) => {
  it.each(textPairs)('%s on %s reads at AA (4.5)', (text, ground) => {
    expect(contrast(palette, text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['surface', 'ground', 'sunken'])('input borders and focus rings stand out from %s (3)', (ground) => {
    expect(contrast(palette, 'line-strong', ground)).toBeGreaterThanOrEqual(3);
    expect(contrast(palette, 'accent', ground)).toBeGreaterThanOrEqual(3);
  });

  it('parts of a whole stand out from the surface (3), from each other and from what means something', () => {
    for (const share of shares) {
      expect(contrast(palette, share, 'surface'), share).toBeGreaterThanOrEqual(3);
      for (const other of [...shares, ...signals])
        if (other !== share)
          expect(distance(palette, share, other), `${share} and ${other}`).toBeGreaterThanOrEqual(0.08);
    }
  });
});
