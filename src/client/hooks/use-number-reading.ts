/** Reads a phone number while it is typed. The numbering plans are large, so their code loads at the first input. */
import { useEffect, useState } from 'react';
import type { CountryCode } from '../../phone/numbering-plan.ts';
import type { NumberReading, readNumber } from '../../phone/read-number.ts';

type ReadNumber = typeof readNumber;
let fetched: ReadNumber | null = null;

/** Reading of a typed phone number; null without text, or until the numbering plans have loaded. */
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
        // If the numbering plans can't be loaded, no spelling is suggested, and the server reports errors.
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
