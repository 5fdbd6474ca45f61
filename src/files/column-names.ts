/** Classifies columns by their names. Pure. */

const wordOf = (words: string): RegExp => new RegExp(`(?:^|[^\\p{L}])(?:${words})(?!\\p{L})`, 'iu');

const telephones = wordOf(
  'tel|tel[eé]f|tel[eé]fonos?|tele?phone|phones?|phonenumber|tlfn?o?s?|fonos?|cel|celular(?:es)?|m[oó]vil(?:es)?|mobile|whats\\p{L}*|wsp|wpp',
);
const anyNumber = wordOf('n[uú]meros?|numbers?|abonados?|l[ií]neas?');
const otherDigits = wordOf(
  'ids?|dni|cui[lt]|doc|documentos?|identificaci[oó]n|c[eé]dula|pasaporte|rut|rfc|curp|cpf|cnpj|nit|legajo|socio|p[oó]liza|factura|contrato|expediente|pedido|orden|order|ticket|operaci[oó]n|cuenta|account|cbu|tarjeta|c[oó]digo|sku|clientes?|client|customer|importe|monto|saldo|deuda|precio|amount|fecha|date|hora|alta|vencimiento|created|updated|a[ñn]o',
);

/** True if the column's name says that its cells contain phone numbers. */
export const isPhoneColumnName = (name: string): boolean =>
  telephones.test(name.replaceAll('_', ' ')) || (anyNumber.test(name) && !isNonPhoneDigitsColumnName(name));

/** True if a column's name shows that its digits are not phone numbers, but for example ids, amounts or dates. */
export const isNonPhoneDigitsColumnName = (name: string): boolean => {
  const words = name.replaceAll('_', ' ');
  return otherDigits.test(words) && !telephones.test(words);
};
