/** Scores how well a query matches a name, ignoring word order, accents and case; letters may be missing. Pure. */

/** 'Histórico' → 'historico'. */
export function foldAccentsAndCase(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Score of `word` as an abbreviation of `text`, 0 to 20, higher for close letters; null if letters are missing. */
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
  // Only a query word of 2 to 4 letters may be an abbreviation; a longer one is probably a customer's name.
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
  // Subtract a little for a long name, so that of two names that match the query equally the shorter one ranks higher.
  return total - folded.length / 100;
}
