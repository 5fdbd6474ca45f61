/** React context: present server time for the list of live calls. Only components that read it render each second. */
import { createContext } from 'react';

/** The present time, epoch ms. */
export const LiveCallsServerTimeContext = createContext(0);
