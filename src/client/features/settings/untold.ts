/** How what no message tells of is read: whenever it is opened, and each half minute. */
export const untold = { refetchInterval: 30_000, staleTime: 0 } as const;
