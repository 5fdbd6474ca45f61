/** The facts about an attempt that its call needs; calls know nothing else about campaigns. */
export interface AttemptOrigin {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly customerName: string | null;
  readonly createdAt: Date;
}
