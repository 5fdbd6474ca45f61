/**
 * Computes number keys (normalised phone numbers) by the rules from before `src/phone`. An old migration uses these
 * rules. They never change, so that the migration always gives the same rows. Today's rules differ for Mexico's mobile
 * 1, Brazil's ninth digit and trunk zeros.
 */

const country = '54';
const national = /^(?:11|[23]\d)\d{8}$/;
const international = /^[1-9]\d{6,14}$/;
/** Patterns of an Argentine number written as area code, mobile prefix 15 and local number, twelve digits in all. */
const withMobilePrefix = [/^(11)15(\d{8})$/, /^([23]\d\d)15(\d{7})$/, /^([23]\d{3})15(\d{6})$/];
const separators = /[\s\u00a0\u2000-\u200b\u2010-\u2015\u2212.()/'"-]/g;

/**
 * Returns the number key of a phone number by the rules of older versions. If the text is no valid number, the key is
 * '+' and its digits.
 */
export function formerNumberKey(phoneNumber: string): string {
  return readNumberKey(phoneNumber) ?? `+${phoneNumber.replace(/\D/g, '')}`;
}

function readNumberKey(text: string): string | null {
  const written = text.trim().replace(separators, '');
  const isInternational = /^(?:\+|00)/.test(written);
  const digits = written.replace(/^(?:\+|00)/, '');
  if (!/^\d{8,17}$/.test(digits)) return null;
  if (isInternational && !digits.startsWith(country)) return international.test(digits) ? `+${digits}` : null;
  // No Argentine area code begins with 5, so twelve or more digits that begin with 54 include the country code.
  const hasCountry = isInternational || (digits.length >= 12 && digits.startsWith(country));
  return readNational(hasCountry ? digits.slice(country.length) : digits);
}

/** Reads an Argentine number without country code, but perhaps with a mobile 9, a trunk 0 and a mobile prefix 15. */
function readNational(digits: string): string | null {
  const bare = digits.replace(/^(?:90?|09?)(?=[123])/, '');
  if (national.test(bare)) return bare;
  for (const pattern of withMobilePrefix) {
    const [, area, number] = pattern.exec(bare) ?? [];
    if (area && number) return area + number;
  }
  return null;
}
