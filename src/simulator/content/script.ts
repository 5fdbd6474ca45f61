// Parts of a simulated conversation's script. Lines are written as 'A: …' (agent) or 'U: …' (user), with variants
// separated by ' | ' and {variables} in braces. They are parsed once, at load. 'A(some_tool): …' calls the tool right
// before the line.
import type { RandomGenerator } from '../random.ts';
import type { ToolName } from './tools.ts';

/** The course of a conversation. */
export type SimulatedConversationCourse =
  | 'achieved'
  | 'undecided'
  | 'refused'
  | 'wrong_person'
  | 'abandoned'
  | 'voicemail'
  | 'ivr';

export interface ScriptLine {
  role: 'agent' | 'user';
  variants: readonly string[];
  tool?: ToolName;
}

export interface ConversationScript {
  /**
   * The agent's goal in a few words. It ends a call's summary, unless the call's own analysis items define another
   * goal.
   */
  goal: string;
  /** True if the agent waits until the called person has spoken. */
  listensFirst?: boolean;
  opening: readonly ScriptLine[];
  achieved: readonly ScriptLine[];
  undecided: readonly ScriptLine[];
  refused: readonly ScriptLine[];
  wrongPerson: readonly ScriptLine[];
  /** Complete exchanges that may be inserted. */
  asides: readonly (readonly ScriptLine[])[];
  /** The agent's message for an answering machine. */
  voicemail: readonly ScriptLine[];
  summaries: Record<'achieved' | 'undecided' | 'refused' | 'wrong_person', readonly string[]>;
  variables(random: RandomGenerator): Record<string, string>;
  /** Names of the variables that the agent collects in a successful conversation. */
  collects: readonly string[];
}

/** Parses written lines. */
export function parseScriptLines(...written: readonly Written[]): ScriptLine[] {
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
