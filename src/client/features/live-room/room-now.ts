/** The one clock of the room, on the server's time: only what shows it is drawn again every second. */
import { createContext } from 'react';

/** Epoch ms. */
export const RoomNow = createContext(0);
