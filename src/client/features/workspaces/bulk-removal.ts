/** Removes many members from a workspace: one request each, a few at a time. Pure except for the requests. */

export interface SelectedMembersRemovalResult<T> {
  readonly removed: readonly T[];
  readonly failed: readonly { readonly item: T; readonly error: unknown }[];
}

interface RemovalOptions<T> {
  readonly remove: (item: T) => Promise<void>;
  /**
   * True for the user's own membership. It is removed last, because the user could not remove other members without it.
   */
  readonly isLast: (item: T) => boolean;
  /** Number of concurrent requests. */
  readonly atOnce: number;
  readonly onProgress: (done: number) => void;
}

/** Removes members, several at a time. Never rejects: each member ends in the list `removed` or `failed`. */
export async function removeSelectedMembers<T>(
  items: readonly T[],
  options: RemovalOptions<T>,
): Promise<SelectedMembersRemovalResult<T>> {
  const removed: T[] = [];
  const failed: { item: T; error: unknown }[] = [];
  async function removeOne(item: T): Promise<void> {
    try {
      await options.remove(item);
      removed.push(item);
    } catch (error) {
      failed.push({ item, error });
    }
    options.onProgress(removed.length + failed.length);
  }
  const queue = items.filter((item) => !options.isLast(item));
  async function work(): Promise<void> {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await removeOne(item);
  }
  await Promise.all(Array.from({ length: options.atOnce }, work));
  for (const item of items.filter(options.isLast)) await removeOne(item);
  return { removed, failed };
}
