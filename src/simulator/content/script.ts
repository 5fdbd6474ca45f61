// What a conversation script is made of. Lines are written as 'A: …' (agent) or 'U: …' (user), with variants
// separated by ' | ' and {variables} in braces; they are parsed once, when the module loads. 'A(some_tool): …' asks that
// tool right before the line.
import type { Random } from '../random.ts';
import type { ToolName } from './tools.ts';

/** How a conversation goes. */
export type Course = 'achieved' | 'undecided' | 'refused' | 'wrong_person' | 'abandoned' | 'voicemail' | 'ivr';

export interface Line {
  role: 'agent' | 'user';
  variants: readonly string[];
  /** What the agent asks before it says this. */
  tool?: ToolName;
}

export interface Script {
  /** What the agent is after, in a few words; ends the summary when the call brings no definition of its own. */
  goal: string;
  /** The agent waits until the person has answered. */
  listensFirst?: boolean;
  opening: readonly Line[];
  achieved: readonly Line[];
  undecided: readonly Line[];
  refused: readonly Line[];
  wrongPerson: readonly Line[];
  /** Closed exchanges that may come in between. */
  asides: readonly (readonly Line[])[];
  /** What the agent leaves on an answering machine. */
  voicemail: readonly Line[];
  summaries: Record<'achieved' | 'undecided' | 'refused' | 'wrong_person', readonly string[]>;
  /** Values for the variables that the call does not bring. */
  variables(random: Random): Record<string, string>;
  /** Names of the variables that the agent collects when the goal is reached. */
  collects: readonly string[];
}

/** Parses written lines. */
export function lines(...written: readonly Written[]): Line[] {
  return written.map((text) => {
    const [, role, tool, said = ''] = /^([AU])(?:\((\w+)\))?:(.*)$/.exec(text) ?? [];
    return {
      role: role === 'A' ? 'agent' : 'user',
      variants: said.split(' | ').map((variant) => variant.trim()),
      ...(tool === undefined ? {} : { tool: tool as ToolName }),
    };
  });
}

type Written = `${'A' | 'U' | `A(${ToolName})`}: ${string}`;
