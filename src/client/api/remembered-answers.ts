/**
 * The last answers that carried a revision (an ETag), so that asking again costs the server nothing while nothing has
 * changed. In memory only and never beyond the workspace or the session they belong to: personal data stays nowhere.
 */
import { subscribeToTabState, tabState } from './tab-state.ts';

export interface RememberedAnswer {
  readonly etag: string;
  /** What was made of the answer; handed out again as the very same object. */
  readonly value: unknown;
}

export interface AnswerMemory {
  find: (key: string) => RememberedAnswer | undefined;
  /** Replaces what stood there; beyond `maximumAnswers` what was used longest ago goes. */
  keep: (key: string, answer: RememberedAnswer) => void;
}

export const maximumAnswers = 60;

function createMemory(): AnswerMemory {
  const answers = new Map<string, RememberedAnswer>();
  return {
    find: (key) => answers.get(key),
    keep(key, answer) {
      // A Map keeps the order of insertion: the first is the one used longest ago.
      answers.delete(key);
      answers.set(key, answer);
      for (const oldest of answers.keys()) {
        if (answers.size <= maximumAnswers) break;
        answers.delete(oldest);
      }
    },
  };
}

let memory = createMemory();
let workspaceId: string | null = null;

/** Of the tab's workspace now. What comes late goes into the memory that was current when it was asked for, and with it. */
export const answerMemory = (): AnswerMemory => memory;

/** The session has ended, or something has changed: nothing remains, and what is on its way is not kept either. */
export function forgetAnswers(): void {
  memory = createMemory();
}

subscribeToTabState(() => {
  if (tabState().workspaceId === workspaceId) return;
  workspaceId = tabState().workspaceId;
  forgetAnswers();
});
