/** The single clock of the list of live calls, in server time. Only components that show it render every second. */
import { createContext } from 'react';

/** The present time, epoch ms. */
export const RoomClockContext = createContext(0);
