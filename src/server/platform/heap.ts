/** Frees memory after the server's start. V8 would otherwise keep it until much more is allocated, maybe for days. */
import { Session } from 'node:inspector';

/** Collects garbage and returns the memory to the system. This blocks the process for about 100 ms. */
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
