/** Options of queries whose changes no realtime message announces: they are read when opened and every half minute. */
export const readOnOpening = { refetchInterval: 30_000, staleTime: 0 } as const;
