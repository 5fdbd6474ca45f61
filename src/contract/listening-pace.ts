/** Interval in ms at which a browser reports that it still listens or speaks. No zod: the browser imports it. */
export const listeningAliveMs = 10_000;
export const speakingAliveMs = 1_000;
