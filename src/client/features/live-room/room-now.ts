/** The room's single clock, in server time, so that only components that show it render every second. */
import { createContext } from 'react';

/** The present time, epoch ms. */
export const RoomNow = createContext(0);
