// Parts of a simulated conversation's script. Lines are written as 'A: …' (agent) or 'U: …' (user), with variants
// separated by ' | ' and {variables} in braces. They are parsed once, at load. 'A(some_tool): …' calls the tool right
// before the line.
import type { RandomGenerator } from '../random.ts';
import type { SimulatedToolName } from './tools.ts';

/** The course of a conversation. */
export type SimulatedConversationCourse =
  | 'achieved'
  | 'undecided'
  | 'refused'
  | 'wrong_person'
  | 'abandoned'
  | 'voicemail'
  | 'ivr';

export interface SimulatedScriptLine {
  role: 'agent' | 'user';
  variants: readonly string[];
  tool?: SimulatedToolName;
}

export interface SimulatedConversationScript {
  /**
   * The agent's goal in a few words. The last sentence of a call's summary names it, unless the call request defines
   * another goal.
   */
  goal: string;
  /** True if the agent waits until the called person has spoken. */
  listensFirst?: boolean;
  opening: readonly SimulatedScriptLine[];
  achieved: readonly SimulatedScriptLine[];
  undecided: readonly SimulatedScriptLine[];
  refused: readonly SimulatedScriptLine[];
  wrongPerson: readonly SimulatedScriptLine[];
  /** Complete exchanges that may be inserted. */
  asides: readonly (readonly SimulatedScriptLine[])[];
  /** The agent's message for an answering machine. */
  voicemail: readonly SimulatedScriptLine[];
  summaries: Record<'achieved' | 'undecided' | 'refused' | 'wrong_person', readonly string[]>;
  variables(random: RandomGenerator): Record<string, string>;
  /** Names of the variables that the agent collects in a successful conversation. */
  collects: readonly string[];
}

/** Parses written lines. */
export function parseSimulatedScriptLines(...written: readonly Written[]): SimulatedScriptLine[] {
  return written.map((text) => {
    const [, role, tool, said = ''] = /^([AU])(?:\((\w+)\))?:(.*)$/.exec(text) ?? [];
    return {
      role: role === 'A' ? 'agent' : 'user',
      variants: said.split(' | ').map((variant) => variant.trim()),
      ...(tool === undefined ? {} : { tool: tool as SimulatedToolName }),
    };
  });
}

type Written = `${'A' | 'U' | `A(${SimulatedToolName})`}: ${string}`;
