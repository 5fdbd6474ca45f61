/** Reads a number while it is typed. The numbering plans are large, so their code is loaded at the first input. */
import { useEffect, useState } from 'react';
import type { CountryCode } from '../../phone/numbering-plan.ts';
import type { NumberReading, readNumber } from '../../phone/read-number.ts';

type ReadNumber = typeof readNumber;
let fetched: ReadNumber | null = null;

/** Reading of a typed number; null without text or code. International numbers are valid without the code. */
export function useNumberReading(text: string, country: CountryCode): NumberReading | null {
  const [read, setRead] = useState<ReadNumber | null>(() => fetched);
  const isWanted = read === null && text !== '';
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    const fetchReader = async (): Promise<void> => {
      try {
        fetched = (await import('../../phone/read-number.ts')).readNumber;
      } catch {
        // Without the code there are no offers; the server reports errors.
        return;
      }
      if (!isGone) setRead(() => fetched);
    };
    void fetchReader();
    return () => {
      isGone = true;
    };
  }, [isWanted]);
  return read === null || text === '' ? null : read(text, { country });
}
