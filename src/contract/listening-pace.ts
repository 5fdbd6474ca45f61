/** Interval in ms at which a browser reports that it still listens to a call or speaks in it. Does not import zod. */
export const listeningHeartbeatMs = 10_000;
export const speakingHeartbeatMs = 1_000;
