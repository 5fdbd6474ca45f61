/** Spanish messages about phone numbers: why a text is no phone number, and what a suggested correction changes. */
import type {
  SuggestedPhoneNumberChange,
  UnreadablePhoneNumberReason,
  ParsedWrittenPhoneNumber,
} from '../phone/read-number.ts';

const example = 'por ejemplo 11 4444 5555 o +54 9 11 4444 5555';

/** Texts on the changes that a correction makes in a phone number. They are shown beside the suggested number. */
export const suggestedPhoneNumberChangeTexts: Readonly<Record<SuggestedPhoneNumberChange, string>> = {
  several: 'Hay dos números en la celda',
  decimal: 'Termina en ceros decimales, como una cantidad',
  extension: 'Lleva un interno',
  label: 'Lleva una palabra o un enlace junto al número',
  quotes: 'Lleva comillas o un apóstrofo',
  fullWidth: 'Está escrito con signos de ancho completo',
  separators: 'Lleva espacios, guiones o paréntesis',
  internationalPrefix: 'Empieza con 00 y no con +',
  plus: 'Falta el + del código de país',
  country: 'Falta el código de país',
  trunkZero: 'Lleva el 0 de larga distancia',
  mobilePrefix: 'Lleva un prefijo de celular que ya no se marca',
  ninthDigit: 'Falta el noveno dígito de los celulares de Brasil',
};

/**
 * Short reasons why a text is no phone number. They are added to messages that already explain the expected format.
 * Null if the message needs no addition.
 */
export const phoneNumberProblemReasonLabels: Readonly<Record<UnreadablePhoneNumberReason, string | null>> = {
  empty: null,
  noNumber: null,
  spreadsheetFigure: 'Excel cambió ese número y se perdieron cifras',
  several: suggestedPhoneNumberChangeTexts.several,
  tooShort: 'Falta el código de área',
  noCountry: 'No es un número completo del país del workspace',
  unknown: 'Ningún país tiene un número así',
};

const problems: Readonly<Record<UnreadablePhoneNumberReason, (text: string, digits: string) => string>> = {
  empty: () => `Falta el número. Escríbelo con su código de área, ${example}.`,
  noNumber: (text) => `«${text}» no es un número de teléfono. Escríbelo con su código de área, ${example}.`,
  spreadsheetFigure: (text) =>
    `Excel cambió ese número por «${text}» y se perdieron cifras. Escríbelo completo, ${example}.`,
  several: (text) => `Hay dos números en «${text}». Escribe uno solo, ${example}.`,
  tooShort: (_, digits) => `Se entendió ${digits}: falta el código de área. Escríbelo completo, ${example}.`,
  noCountry: (_, digits) =>
    `Se entendió ${digits} (${digits.length} cifras): no es un número completo del país del workspace. Escríbelo con su código de área, ${example}; si es de otro país, con + y su código.`,
  unknown: (_, digits) => `Se entendió ${digits} con código de país: ningún país tiene un número así. Revísalo.`,
};

/** Returns a Spanish message on why `text` is no phone number and how to correct it. */
export function describePhoneNumberProblem(
  { problem }: Pick<ParsedWrittenPhoneNumber, 'problem'>,
  text: string,
): string {
  return problems[problem ?? 'noNumber'](text.trim(), text.replaceAll(/\D/g, ''));
}
