/** Request limits of API tokens. This file does not import zod, because the API page in the browser imports it. */

/** Maximum number of requests of one API token a minute, from all addresses together. */
export const tokenRequestsPerMinute = 600;
