/** The facts about a campaign attempt that its call needs. Calls depend on nothing else of campaigns. */
export interface AttemptOrigin {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly customerName: string | null;
  readonly createdAt: Date;
}
