// How full the disk is. Below 5 % the server alerts, answers 503 to webhooks and dials no more.
import { statfs } from 'node:fs/promises';

/** Free part of the disk that holds `path`, 0 to 1, as an unprivileged process may use it. */
export async function freeDiskRatio(path: string): Promise<number> {
  const { bavail, blocks } = await statfs(path);
  return blocks === 0 ? 1 : bavail / blocks;
}
