// Reads a yes or no in a call's analysis. The provider promises booleans but delivers any text that the model wrote.

/** Answers in lower case without accents. */
const answers: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  y: true,
  si: true,
  s: true,
  verdadero: true,
  verdadera: true,
  cierto: true,
  afirmativo: true,
  '1': true,
  false: false,
  no: false,
  n: false,
  falso: false,
  falsa: false,
  negativo: false,
  '0': false,
};
/** Maximum length of a text that is read as yes or no, including punctuation and quotes. */
const longestAnswer = 20;
/** Punctuation that may surround a yes or no: 'Sí.', '¡No!', '"yes"'. */
const marks = /^[\s"'«“¡]+|[\s"'»”!.]+$/gu;

/** Reads an analysis value as a boolean: 'Sí', 'si', 'Yes', 'verdadero', 1, true… Null if it is neither yes nor no. */
export function parseYesNo(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return value === 1 ? true : value === 0 ? false : null;
  if (value.length > longestAnswer) return null;
  const word = value.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(marks, '');
  return Object.hasOwn(answers, word) ? (answers[word] ?? null) : null;
}
