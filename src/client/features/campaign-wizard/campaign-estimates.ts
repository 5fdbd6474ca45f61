/** What a campaign will cost and take, by the spec's constants (A 9). Pure. */

const dollarsPerRecipient = 0.05;
const recipientsPerMinute = 10;

/** US dollars, for the recipients that will be called. */
export const estimateCost = (validCount: number): number => validCount * dollarsPerRecipient;

/** Whole minutes, rounded up. */
export const estimateMinutes = (validCount: number): number => Math.ceil(validCount / recipientsPerMinute);
