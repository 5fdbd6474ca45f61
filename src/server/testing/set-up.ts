/** What holds in every test but the client's. */
import * as fc from 'fast-check';

// Else a property says what failed as the cause of its error, which reports leave out.
fc.configureGlobal({ includeErrorInReport: true });
