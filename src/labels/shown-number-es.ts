/** The number of a call as people read it. */
import { isWithheldNumber } from '../phone/withheld-number.ts';

export const withheldNumber = 'Número oculto';

/** As it came; 'Número oculto' where the caller withheld it, however the carrier says so. */
export function shownNumber(number: string): string {
  return isWithheldNumber(number) ? withheldNumber : number;
}
