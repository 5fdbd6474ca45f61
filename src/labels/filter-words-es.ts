/** Search synonyms for the call history's filters. Outer key: name of the filter. Inner key: a value of the filter. */
export const callHistoryFilterSynonyms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  result: {
    goal_reached: 'logrado éxito',
    goal_missed: 'no logrado fracaso',
    machine: 'buzón de voz contestadora máquina voicemail ivr',
    no_conversation: 'no contesta no contestó no atiende no atendió',
    failed: 'fallo falla error',
    unjudged: 'sin análisis',
  },
  complaintRate: { yes: 'reclamo reclamación' },
  conversionToCommitment: { yes: 'promesa de pago' },
  rpcRate: { yes: 'contacto directo' },
  csatT: { yes: 'satisfacción' },
  sentiment: { Positive: 'contento', Negative: 'enojado molesto' },
  origin: { inbound: 'recibidas', outbound: 'hechas' },
};

/** Shown if a search in the call history found nothing: suggests a filter. `chip` is the filter's label. */
export const composeFilterSuggestion = (chip: string): string => `Filtrar por ${chip}`;
