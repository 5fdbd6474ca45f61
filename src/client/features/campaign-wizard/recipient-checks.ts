/** What is wrong with one row, in words that say how to mend it. Never changes a number. Pure. */
import { readerMessages } from '../../../labels/wizard-es.ts';

/** International format, as in src/contract/campaigns.ts. */
const phonePattern = /^\+[1-9]\d{1,14}$/;
/** 5,49E+12: what is left of 5491145550108 once Excel took it for a figure. */
const excelFigure = /^[+-]?\d+(?:[.,]\d+)?E\+?\d+$/i;

/** The complaints about a phone number; none when it is good. */
export function phoneErrors(phone: string): readonly string[] {
  if (phonePattern.test(phone)) return [];
  if (excelFigure.test(phone)) return [readerMessages.excelDamage(phone)];
  const suggestion = suggestPhone(phone);
  return [suggestion === null ? readerMessages.phoneInvalid : `${readerMessages.phoneInvalid}. ${readerMessages.phoneSuggestion(suggestion)}`];
}

/**
 * What an Argentine number written the local way would be internationally: '011 4555-0106' → '+541145550106',
 * '011 15-4555-0106' → '+5491145550106'. Null where it is anyone's guess.
 */
export function suggestPhone(phone: string): string | null {
  if (!/^[\d\s().+/-]+$/.test(phone)) return null;
  const isInternational = phone.trim().startsWith('+');
  const digits = phone.replaceAll(/\D/g, '').replace(/^00/, '');
  if (isInternational) return acceptable(`+${digits}`);
  if (/^54\d{10,11}$/.test(digits)) return acceptable(`+${digits}`);
  const national = digits.replace(/^0/, '');
  if (national.length === 10) return `+54${national}`;
  // Area code, 15, number: a mobile written the local way. Area codes have 2 (only Buenos Aires), 3 or 4 figures.
  const mobile = /^(11)15(\d{8})$/.exec(national) ?? /^([23]\d{2})15(\d{7})$/.exec(national) ?? /^([23]\d{3})15(\d{6})$/.exec(national);
  return mobile ? `+549${mobile[1]}${mobile[2]}` : null;
}

function acceptable(phone: string): string | null {
  return phonePattern.test(phone) ? phone : null;
}
