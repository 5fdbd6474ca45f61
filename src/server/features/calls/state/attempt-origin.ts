/**
 * Facts about a campaign attempt that are stored with its call. The code for calls needs no other data of campaigns.
 */
export interface CallAttemptFacts {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly customerName: string | null;
  readonly createdAt: Date;
}
