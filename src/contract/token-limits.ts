/** Limits of a token's requests. Without zod, because the API's page names them. */

/** Requests of one token a minute, from wherever. */
export const tokenRequestsPerMinute = 600;
