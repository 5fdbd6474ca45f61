export const composeAgentLinkLabel = (agent: string): string => `Ver la página de ${agent}`;
