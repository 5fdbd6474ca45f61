/** A text with the telephone numbers that stand in it as they are shown elsewhere. */
import { PhoneNumber } from './phone-number.tsx';

interface NumbersInProps {
  readonly text: string;
  /** How those that the text has in E.164 are shown. */
  readonly shown?: Readonly<Record<string, string>>;
}

export function NumbersIn({ text, shown }: NumbersInProps) {
  let at = 0;
  return Object.entries(shown ?? {})
    .reduce((grouped, [number, as]) => grouped.replaceAll(number, as), text)
    .split(/(\+[1-9](?:[ -]?\d){6,})/)
    .map((part) => {
      const key = at;
      at += part.length;
      return part.startsWith('+') ? <PhoneNumber key={key}>{part}</PhoneNumber> : part;
    });
}
