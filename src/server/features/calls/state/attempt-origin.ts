/** What an attempt of ours says about the call that carries its id: the one thing that calls know of campaigns. */
export interface AttemptOrigin {
  readonly attemptId: string;
  readonly campaignId: string;
  readonly customerName: string | null;
  readonly createdAt: Date;
}
