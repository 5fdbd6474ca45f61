/** Texts for a range of two moments. */
export const momentRangeLabels = {
  about: (time: string) => `hacia las ${time}`,
  between: (from: string, to: string) => `entre ${from} y ${to}`,
  betweenDays: (from: string, to: string) => `entre el ${from} y el ${to}`,
  onDay: (day: string, times: string) => `el ${day}, ${times}`,
} as const;
