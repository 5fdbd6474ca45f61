/** What is wrong with one row, in words that say how to mend it. Never changes a number. Pure. */
import { readNumber } from '../../../../phone/read-number.ts';
import { phoneFormatText, phonePattern } from '../../../../contract/recipient-file.ts';
import { readerMessages } from '../../../../labels/wizard-es.ts';

const argentina = { country: 'AR' } as const;
/** 5,49E+12: what is left of 5491145550108 once Excel took it for a figure. */
const excelFigure = /^[+-]?\d+(?:[.,]\d+)?E\+?\d+$/i;

export const isInternational = (phone: string): boolean => phonePattern.test(phone);

/** The complaints about a phone number; none when it is good. */
export function phoneErrors(phone: string): readonly string[] {
  if (phonePattern.test(phone)) return [];
  if (excelFigure.test(phone)) return [readerMessages.excelDamage(phone)];
  const suggestion = suggestPhone(phone);
  return [
    suggestion === null
      ? phoneFormatText()
      : `${phoneFormatText(shapeOf(suggestion))}. ${readerMessages.phoneSuggestion(suggestion)}`,
  ];
}

/** '+549xxxxxxxxxx': what an international number looks like, its country shown. */
export function shapeOf(phone: string): string {
  const head = /^\+(?:549?|\d\d)/.exec(phone)?.[0] ?? '';
  return head + 'x'.repeat(phone.length - head.length);
}

/** How a number is written otherwise than internationally: what all of one kind lack is the same. */
export type LocalKind = 'mobile' | 'local' | 'tidied';
/** What may be accepted for all of a kind; of `local`, which does not say what it is, one of two. */
export type PhoneMend = LocalKind | 'localAsMobile';

/** `mobile` says so by its 9 or 15, `local` by nothing; `tidied` carries its country. Null: there is nothing to suggest. */
export function localKindOf(phone: string): LocalKind | null {
  const { number, offer } = readNumber(phone, argentina);
  if (number !== null || !offer) return null;
  if (!offer.changes.includes('country')) return 'tidied';
  return offer.asMobile === null ? 'mobile' : 'local';
}

/** The number as what was accepted makes it; unchanged where nothing accepted concerns it. */
export function mendPhone(phone: string, accepted: readonly PhoneMend[]): string {
  const kind = localKindOf(phone);
  const to = suggestPhone(phone);
  if (kind === null || to === null) return phone;
  if (kind === 'local' && accepted.includes('localAsMobile')) return to.replace('+54', '+549');
  return accepted.includes(kind) ? to : phone;
}

/** A number, however it is written: good, local, or what Excel left of one. */
export function looksLikePhone(cell: string): boolean {
  return phonePattern.test(cell) || excelFigure.test(cell) || suggestPhone(cell) !== null;
}

/** What a number written another way would be internationally. Null where it is anyone's guess, and where the number is good already. */
export function suggestPhone(cell: string): string | null {
  const { number, offer } = readNumber(cell, argentina);
  return number === null ? (offer?.number ?? null) : null;
}
