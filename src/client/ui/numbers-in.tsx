/** Text in which phone numbers are shown in their grouped form. */
import { PhoneNumberText } from './phone-number.tsx';

interface NumbersInProps {
  readonly text: string;
  readonly shown?: Readonly<Record<string, string>>;
}

export function TextWithPhoneNumbers({ text, shown }: NumbersInProps) {
  let at = 0;
  return Object.entries(shown ?? {})
    .reduce((grouped, [number, as]) => grouped.replaceAll(number, as), text)
    .split(/(\+[1-9](?:[ -]?\d){6,})/)
    .map((part) => {
      const key = at;
      at += part.length;
      return part.startsWith('+') ? <PhoneNumberText key={key}>{part}</PhoneNumberText> : part;
    });
}
