/** Request limit of API tokens. Does not import zod, to keep the browser's API page small. */

/** Maximum number of requests per minute with one API token, counted over all IP addresses. */
export const maxApiTokenRequestsPerMinute = 600;
