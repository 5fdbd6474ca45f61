/** Interval in ms at which a browser reports that its user still listens to a call, or speaks in it. */
export const listeningHeartbeatMs = 10_000;
export const speakingHeartbeatMs = 1_000;
