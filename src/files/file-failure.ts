import type { UnreadableFileReason } from './file-table.ts';

/** Error for a file that can't be read. `problem` is the reason. */
export class UnreadableFileError extends Error {
  readonly problem: UnreadableFileReason;

  constructor(problem: UnreadableFileReason, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
