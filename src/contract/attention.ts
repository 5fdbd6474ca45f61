/** Attention rules: conditions under which a live call may need a person. A match is stored without any spoken text. */

/** Attention rules, the most urgent first. */
export const attentionRuleKinds = ['phrase', 'failed_tool', 'repeated_answer', 'silence', 'length'] as const;
export type AttentionRuleKind = (typeof attentionRuleKinds)[number];

export const attentionRuleLimits = {
  phrases: 50,
  phraseLength: 100,
  /** In seconds. Shorter silences are natural pauses. */
  shortestSilence: 5,
  longestSilence: 600,
  longestMinutes: 600,
  agents: 50,
  calls: 200,
} as const;

export const maxAttentionMatchesPerCall = 50;
