/** How often a browser says that it still listens or speaks, in ms. Zod-free: the browser imports it. */
export const listeningAliveMs = 10_000;
export const speakingAliveMs = 1_000;
