/** Query options for data without realtime messages: read when opened, and every half minute. */
export const readOnOpening = { refetchInterval: 30_000, staleTime: 0 } as const;
