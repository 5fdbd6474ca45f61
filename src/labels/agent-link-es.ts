export const agentLinkLabel = (agent: string): string => `Ver la página de ${agent}`;
