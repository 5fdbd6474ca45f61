/** What holds in every test of the client. Each is given the time that a busy machine may need; none waits longer than it must. */
import { configure } from '@testing-library/react';
import * as fc from 'fast-check';

configure({ asyncUtilTimeout: 60_000 });
// Else a property says what failed as the cause of its error, which reports leave out.
fc.configureGlobal({ includeErrorInReport: true });
