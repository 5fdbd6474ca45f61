/** Set-up of every client test. Time limits allow for a busy machine; no test waits longer than it must. */
import { configure } from '@testing-library/react';
import * as fc from 'fast-check';

configure({ asyncUtilTimeout: 60_000 });
// Otherwise a property's failure is only the cause of its error, which reports leave out.
fc.configureGlobal({ includeErrorInReport: true });
