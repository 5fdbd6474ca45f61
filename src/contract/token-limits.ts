/** Request limits of API tokens. This file does not import zod, because the API page in the browser imports it. */

/** Requests that one API token may make a minute, from all addresses together. */
export const tokenRequestsPerMinute = 600;
