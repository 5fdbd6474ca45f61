// Measures free disk space. Below 5 %, the server alerts, answers 503 to webhooks and stops dialling.
import { statfs } from 'node:fs/promises';

/** The free share, 0 to 1, of the disk that contains `path`, as available to an unprivileged process. */
export async function freeDiskRatio(path: string): Promise<number> {
  const { bavail, blocks } = await statfs(path);
  return blocks === 0 ? 1 : bavail / blocks;
}
