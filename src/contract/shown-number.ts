/** Display forms of telephone numbers, sent besides E.164, because the browser loads no numbering plans. */
import { z } from 'zod';

/** The number grouped for reading aloud ('+54 9 341 555-1533'), or 'Número oculto'. A number that can't be grouped is unchanged. */
export const shownNumber = z.string().describe('El número para leer en voz alta, o que está oculto');

/** Display forms by E.164, for an entry's texts that consist of a number alone. */
export const shownNumbers = z.record(z.string(), shownNumber);
