/** How many people a campaign has at most; apart from the endpoints, for whoever reads a list without them. */
export const maximumRecipients = 10_000;
/** Rows of a request, repeated numbers included: they are counted, and each number is called once. */
export const mostRecipientRows = 20_000;
/** Different names of columns, those of rows left out too. */
export const maximumColumns = 1_000;
