/** Facts about a campaign attempt that are stored with its call. Calls depend on nothing else of campaigns. */
export interface CallAttemptFacts {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly customerName: string | null;
  readonly createdAt: Date;
}
