/** Exact sums of decimal numbers in text form, because floating-point addition would lose digits. */

export interface ExactDecimalSum {
  /** Adds a decimal number, such as `12.5` or `-3`, to the sum. If `sign` is -1, subtracts the number. */
  add(sign: 1 | -1, decimal: number | string): void;
  /** The sum as a plain decimal. */
  toString(): string;
  readonly isZero: boolean;
}

export function createExactDecimalSum(): ExactDecimalSum {
  let units = 0n;
  let scale = 0;
  return {
    add(sign, decimal) {
      const text = String(decimal);
      if (text === '0') return;
      const point = text.indexOf('.');
      const places = point === -1 ? 0 : text.length - point - 1;
      let added = BigInt(point === -1 ? text : text.slice(0, point) + text.slice(point + 1));
      if (places > scale) {
        units *= 10n ** BigInt(places - scale);
        scale = places;
      } else if (places < scale) added *= 10n ** BigInt(scale - places);
      units += sign > 0 ? added : -added;
    },
    toString() {
      if (scale === 0) return units.toString();
      const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
      return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    },
    get isZero() {
      return units === 0n;
    },
  };
}
