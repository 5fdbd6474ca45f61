/** Query options for data without realtime messages: read when a screen opens, then every half minute. */
export const pollingQueryOptions = { refetchInterval: 30_000, staleTime: 0 } as const;
