/** Texts of the agents' card on the Analytics screen; they load with the card. */
export const analyticsAgentsCardLabels = {
  title: 'Llamadas por Agente',
  help: 'Tasa de objetivo: de las llamadas del agente cuyo objetivo se conoce, las que lo cumplieron; más de 80% es alta, más de 60% media. El costo por objetivo cumplido es todo el costo del agente dividido por esas llamadas.',
  agent: 'Agente',
  calls: 'Llamadas',
  successful: 'Objetivo cumplido',
  failed: 'Objetivo no cumplido',
  successRate: 'Tasa de objetivo',
  finishedSuccessRate: 'Tasa de éxito',
  noFinished: 'Ninguna llamada del agente finalizó todavía.',
  bands: { high: 'alta', middle: 'media', low: 'baja' },
  cost: 'Costo',
  costPerSuccess: 'Costo por objetivo cumplido',
  noRate: 'Ninguna llamada del agente fue analizada.',
  noCost: 'Retell no informó el costo de sus llamadas.',
  noCostPerSuccess: 'El agente no tiene llamadas con objetivo cumplido y costo informado.',
} as const;
