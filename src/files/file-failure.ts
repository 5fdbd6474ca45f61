import type { FileProblem } from './file-table.ts';

/** Nothing of the file can be read, for the reason that `problem` names. */
export class FileFailure extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options);
    this.problem = problem;
  }
}
