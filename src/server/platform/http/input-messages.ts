/**
 * Spanish default messages for invalid input: a short one beside a field, or a full sentence that names the field. A
 * schema's own messages take precedence.
 */
import { config, type core } from 'zod';
import { getInputFieldLabel } from '../../../labels/field-names-es.ts';

/** Makes the Spanish messages the default of all zod schemas on this thread. */
export function setSpanishSchemaMessages(): void {
  config({ localeError: shortMessage });
}

/** Puts a field's name before a message ('Nombre: como máximo 120 caracteres.') unless the message contains it. */
export function prefixMessageWithField(path: string, message: string): string {
  const name = getInputFieldLabel(path);
  if (name === null || message.toLowerCase().includes(name.toLowerCase())) return message;
  const rest = /^\p{Lu}\p{Ll}/u.test(message) ? message.charAt(0).toLowerCase() + message.slice(1) : message;
  return `${name}: ${rest}${/[.!?]$/.test(rest) ? '' : '.'}`;
}

const types: Readonly<Record<string, string>> = {
  string: 'Debe ser un texto',
  number: 'Debe ser un número',
  int: 'Debe ser un número entero',
  boolean: 'Debe ser sí o no',
  array: 'Debe ser una lista',
};

const formats: Readonly<Record<string, string>> = {
  email: 'Email inválido',
  url: 'Dirección web inválida',
  date: 'Fecha inválida',
  datetime: 'Fecha y hora inválidas',
  time: 'Hora inválida',
  uuid: 'No existe',
};

const invalid = 'Dato inválido';
const figure = new Intl.NumberFormat('es-AR');

function shortMessage(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null)
        return (issue.path ?? []).length === 0 ? 'Faltan los datos' : 'Falta completarlo';
      return types[issue.expected] ?? invalid;
    case 'invalid_value':
      return issue.input === undefined ? 'Falta completarlo' : 'No es una de las opciones';
    case 'too_big':
      return `Como máximo ${sized(issue.origin, issue.maximum)}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Falta completarlo';
      return `Como mínimo ${sized(issue.origin, issue.minimum)}`;
    case 'invalid_format':
      return formats[issue.format] ?? invalid;
    default:
      return invalid;
  }
}

function sized(origin: string, size: number | bigint): string {
  const unit = { string: ['carácter', 'caracteres'], array: ['elemento', 'elementos'] }[origin];
  return unit ? `${figure.format(size)} ${unit[size === 1 ? 0 : 1]}` : figure.format(size);
}
