/** Label of links to an agent's page, wherever an agent is named. */
export const agentLinkLabel = (agent: string): string => `Ver la página de ${agent}`;
