import type { FileProblem } from './file-table.ts';

/** Error for a file that can't be read. `problem` is the reason. */
export class UnreadableFileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
