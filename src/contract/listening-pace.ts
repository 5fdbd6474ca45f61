/** How often a browser reports that it still listens or speaks, in ms. Without zod, for the browser. */
export const listeningAliveMs = 10_000;
export const speakingAliveMs = 1_000;
