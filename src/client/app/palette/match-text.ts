/** Scores how well a typed text matches a name: words in any order, accents and case ignored, letters omitted. Pure. */

/** 'Histórico' → 'historico'. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The letters of `word` stand in `text` in that order; the closer together, the more: 0 to 20, null when they don't. */
function scoreScattered(word: string, text: string): number | null {
  let from = text.indexOf(word[0] ?? '');
  const start = from;
  for (const letter of word) {
    from = text.indexOf(letter, from);
    if (from === -1) return null;
    from += 1;
  }
  return (20 * word.length) / (from - start);
}

function scoreWord(word: string, text: string): number | null {
  if (text.startsWith(word)) return 100;
  const at = text.indexOf(word);
  // Letters left out are an abbreviation's; a longer word is a name, which may be a customer's.
  if (at === -1) return word.length < 2 || word.length > 4 ? null : scoreScattered(word, text);
  return /[\s_\-.:/«(]/.test(text[at - 1] ?? '') ? 80 : 50;
}

/** Higher is better; null: it does not fit. An empty query fits everything alike. */
export function scoreMatch(query: string, text: string): number | null {
  const folded = foldText(text);
  let total = 0;
  for (const word of foldText(query).split(/\s+/).filter(Boolean)) {
    const score = scoreWord(word, folded);
    if (score === null) return null;
    total += score;
  }
  // If two names match equally well, the shorter one comes first.
  return total - folded.length / 100;
}
