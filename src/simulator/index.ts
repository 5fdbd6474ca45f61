// The provider over HTTP, for demo and tests: agents, calls that happen, webhooks, recordings and faults.
export type {
  AccountOptions,
  AgentSeed,
  ArrivalRates,
  DelayedFault,
  DeliveredWebhook,
  Fault,
  FaultPlan,
  HistoryRange,
  Millis,
  MonitorFaults,
  NumberSeed,
  OrderKeys,
  PlacedCall,
  PlacingFaults,
  ReasonWeights,
  RequestFaults,
  ScriptName,
  Simulator,
  SimulatorOptions,
  SimulatorStatistics,
  WebhookFaults,
} from './options.ts';
export { createHistory } from './history.ts';
export { startSimulator } from './simulator.ts';
