/** Scores how well a query matches a name, ignoring word order, accents and case; letters may be missing. Pure. */

/** 'Histórico' → 'historico'. */
export function foldAccentsAndCase(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Scores `word` as an abbreviation of `text`, from 0 to 20. The score is higher the closer together its letters are in
 * `text`. Null if letters are missing.
 */
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
  // A query word of 2 to 4 letters may abbreviate the name, so its letters may be scattered over it. A longer word is
  // probably a customer's name, so it must occur as a whole.
  if (at === -1) return word.length < 2 || word.length > 4 ? null : scoreScattered(word, text);
  return /[\s_\-.:/«(]/.test(text[at - 1] ?? '') ? 80 : 50;
}

/** Match score of a query and a name, higher is better; null for no match. An empty query matches all names equally. */
export function scoreNameMatch(query: string, text: string): number | null {
  const folded = foldAccentsAndCase(text);
  let total = 0;
  for (const word of foldAccentsAndCase(query).split(/\s+/).filter(Boolean)) {
    const score = scoreWord(word, folded);
    if (score === null) return null;
    total += score;
  }
  // Reduce the score slightly for a long name. If two names match the query equally, the shorter one then ranks higher.
  return total - folded.length / 100;
}
