/** Telephone numbers for people's eyes, which the server sends beside E.164: the browser holds no numbering plans. */
import { z } from 'zod';

/** Grouped for reading aloud ('+54 9 341 555-1533'), or 'Número oculto'; one that no plan knows as it came. */
export const shownNumber = z.string().describe('El número para leer en voz alta, o que está oculto');

/** By number, as its text has it, how it is shown: of the numbers that stand alone in an entry's texts. */
export const shownNumbers = z.record(z.string(), shownNumber);
