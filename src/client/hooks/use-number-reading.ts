/** Hook: parses a phone number while it is typed. The code with the numbering plans loads at the first input. */
import { useEffect, useState } from 'react';
import type { CountryCode } from '../../phone/numbering-plan.ts';
import type { ParsedWrittenPhoneNumber, parseWrittenPhoneNumber } from '../../phone/read-number.ts';

type ReadNumber = typeof parseWrittenPhoneNumber;
let fetched: ReadNumber | null = null;

/** Parsed phone number. Null if the text is empty, or while the code that parses phone numbers is loading. */
export function useParsedPhoneNumberInput(text: string, country: CountryCode): ParsedWrittenPhoneNumber | null {
  const [read, setRead] = useState<ReadNumber | null>(() => fetched);
  const isWanted = read === null && text !== '';
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    const fetchReader = async (): Promise<void> => {
      try {
        fetched = (await import('../../phone/read-number.ts')).parseWrittenPhoneNumber;
      } catch {
        // If the code that parses phone numbers can't be loaded, suggest no number. The server validates the number
        // anyway.
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
