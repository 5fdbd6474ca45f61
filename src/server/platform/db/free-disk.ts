// Measures free disk space. Below 5 %, the server alerts, answers 503 to webhooks and stops dialling.
import { statfs } from 'node:fs/promises';

/** Returns the free fraction (0 to 1) of the disk with `path`, without the blocks reserved for root. */
export async function measureFreeDiskRatio(path: string): Promise<number> {
  const { bavail, blocks } = await statfs(path);
  return blocks === 0 ? 1 : bavail / blocks;
}
