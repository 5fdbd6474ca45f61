/**
 * Settings that let a test dial any number at any hour as often as it likes, on a day that does not end meanwhile.
 * Separate from the test app, which the kill tests do not need.
 */
import { quietZone } from './quiet-zone.ts';

export const unhindered = {
  timeZone: quietZone,
  callingWindow: { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '21:00', holidays: [] },
  dailyAttempts: 50,
};
