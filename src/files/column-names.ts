/** What the name of a column says of its cells. Pure. */

const startsWith = (words: string): RegExp => new RegExp(`(?:^|[^\\p{L}])(?:${words})`, 'iu');

const ofNumbers = startsWith(
  'tel[eé]?f?(?!\\p{L})|tel[eé]?fonos?|tlfn?o?s?|fonos?|phones?|phonenumber|cel(?:ular(?:es)?)?(?!\\p{L})|m[oó]vil(?:es)?|mobile|whats\\p{L}*|wsp|n[uú]mero|abonado|l[ií]nea',
);
const ofOthers = startsWith(
  'ids?(?!\\p{L})|dni|cui[lt]|doc(?!\\p{L})|documentos?|identificaci|c[eé]dula|pasaporte|rut(?!\\p{L})|rfc(?!\\p{L})|curp|cpf|cnpj|nit(?!\\p{L})|legajo|socio|p[oó]liza|factura|contrato|expediente|pedido|orden(?!\\p{L})|order|ticket|operaci|cuenta|account|cbu|tarjeta|c[oó]digo|sku|cliente|client|customer|importe|monto|saldo|deuda|precio|amount|fecha|date|hora(?!\\p{L})|alta(?!\\p{L})|vencimiento|created|updated|a[ñn]o',
);

/** Its cells should be telephone numbers. */
export const namesNumbers = (name: string): boolean => ofNumbers.test(name) && !namesOthers(name);

/** Its cells are something else that is written in digits: ids, documents, amounts, dates. */
export const namesOthers = (name: string): boolean =>
  ofOthers.test(name) && !/tel[eé]f|phone|celular|m[oó]vil|mobile|whats/i.test(name);
