/** Display forms of telephone numbers, sent besides E.164, because the browser loads no numbering plans. */
import { z } from 'zod';

/** A phone number grouped for reading ('+54 9 341 555-1533') if possible, or 'Número oculto' if it is withheld. */
export const shownNumber = z.string().describe('El número para leer en voz alta, o que está oculto');

/** Display forms by E.164 number, for texts of a log entry that consist of a number alone. */
export const shownNumbers = z.record(z.string(), shownNumber);
