/** Label of links to an agent's page, wherever an agent is named. */
export const seeAgent = (agent: string): string => `Ver la página de ${agent}`;
