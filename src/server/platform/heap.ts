/** What starting leaves behind: V8 keeps it until much more is allocated, which on a quiet server takes days. */
import { Session } from 'node:inspector';

/** Gives the memory of what nothing reaches any more back to the system. The process stands still meanwhile, some 100 ms. */
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
