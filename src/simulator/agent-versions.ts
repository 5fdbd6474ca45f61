// Versions of a simulated agent, by the provider's rules: a draft is edited and published in place, and published
// versions never change.
import { findSimulatedAgentVersion } from './agent-catalogue.ts';
import type { SimulatedAgent, SimulatedWireAgent } from './agent-catalogue.ts';

/** A version in list-agent-versions' form. */
export interface SimulatedAgentVersion {
  version: number;
  is_published: boolean;
  last_modification_timestamp: number;
  base_version?: number;
}

/** Newest first. */
export function listSimulatedAgentVersions(agent: SimulatedAgent): SimulatedAgentVersion[] {
  return Array.from({ length: agent.wire.version + 1 }, (_, index) =>
    findSimulatedAgentVersion(agent, agent.wire.version - index),
  ).flatMap((each) => {
    if (each === undefined) return [];
    const { version, is_published, last_modification_timestamp, base_version } = each.wire;
    return [
      { version, is_published, last_modification_timestamp, ...(base_version === undefined ? {} : { base_version }) },
    ];
  });
}

/** Finds the agent version that a request may change: the given one, otherwise the newest. */
export function findChangeableSimulatedAgentVersion(
  agent: SimulatedAgent,
  version: number | string | undefined,
): SimulatedWireAgent | undefined {
  if (version === undefined || version === 'latest') return agent.wire;
  return agent.versions.find((each) => String(each.version) === String(version));
}

/** Adds a draft to a simulated agent, copied from `base`, with a draft of its response engine. */
export function addSimulatedAgentDraft(agent: SimulatedAgent, base: SimulatedWireAgent): SimulatedWireAgent {
  const version = agent.wire.version + 1;
  const draft: SimulatedWireAgent = {
    ...structuredClone(base),
    version,
    base_version: base.version,
    is_published: false,
    response_engine: { ...base.response_engine, version },
    last_modification_timestamp: Date.now(),
  };
  agent.versions.push(draft);
  agent.wire = draft;
  return draft;
}
