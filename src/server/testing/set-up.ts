/** Setup for every test except the client's. */
import * as fc from 'fast-check';

// Without this, a property test reports its failure as the error's cause, which reports omit.
fc.configureGlobal({ includeErrorInReport: true });
