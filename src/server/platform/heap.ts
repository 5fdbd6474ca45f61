/**
 * Frees memory that only the server's start needed. Otherwise V8 may keep it for days, until much more is allocated.
 */
import { Session } from 'node:inspector';

/** Collects garbage and returns free memory to the operating system. Blocks the process for about 100 ms. */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()));
    });
  } finally {
    session.disconnect();
  }
}
