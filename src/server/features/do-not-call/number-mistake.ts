/** Says of what a person wrote for a number why it is none, what was understood of it, and how it should read. */

const example = 'por ejemplo 11 4444 5555 o +54 9 11 4444 5555';

export function describeMistake(text: string): string {
  const digits = text.replace(/\D/g, '');
  if (/^\s*\d([.,]\d+)?e\+?\d+\s*$/i.test(text)) {
    return `Excel cambió ese número por «${text.trim()}» y se perdieron cifras. Escríbelo completo, ${example}.`;
  }
  if (digits === '')
    return `«${text.trim()}» no es un número de teléfono. Escríbelo con su código de área, ${example}.`;
  const understood = `Se entendió ${digits}`;
  if (/^(?:00|\s*\+)/.test(text) && !/^(?:00)?54/.test(digits)) {
    return `${understood} con código de país: un número internacional tiene de 7 a 15 cifras. Revísalo.`;
  }
  if (/^0?15\d{6,8}$/.test(digits) || digits.length < 10)
    return `${understood}: falta el código de área. Escríbelo completo, ${example}.`;
  return `${understood} (${digits.length} cifras): un número argentino tiene 10 con su código de área. Escríbelo completo, ${example}; si es de otro país, con + y su código.`;
}
