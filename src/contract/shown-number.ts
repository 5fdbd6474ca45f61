/**
 * Display forms of phone numbers. The server sends them with the numbers, because the browser does not load the
 * numbering plans.
 */
import { z } from 'zod';

/** A phone number for display, as '+54 9 341 555-1533' if possible; 'Número oculto' if it is withheld. */
export const phoneNumberDisplaySchema = z.string().describe('El número para leer en voz alta, o que está oculto');

/** Display forms of the phone numbers in a log entry. The key is the number in E.164. */
export const phoneNumberDisplayByE164Schema = z.record(z.string(), phoneNumberDisplaySchema);
