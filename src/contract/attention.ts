/** Why a live call may need a person. A workspace chooses the rules; a hit is stored with the call, without a word of what was said. */

/** The most pressing first. */
export const attentionRules = ['phrase', 'failed_tool', 'repeated_answer', 'silence', 'length'] as const;
export type AttentionRule = (typeof attentionRules)[number];

/** Bounds of the rules that a workspace sets. */
export const attentionBounds = {
  phrases: 50,
  phraseLength: 100,
  /** Shorter silences are pauses of speech. */
  shortestSilence: 5,
  longestSilence: 600,
  longestMinutes: 600,
  agents: 50,
  calls: 200,
} as const;

/** Hits of one call that are stored at most. */
export const mostAttention = 50;
