/** What leads to one agent's page says so, wherever an agent is named. */
export const seeAgent = (agent: string): string => `Ver la página de ${agent}`;
