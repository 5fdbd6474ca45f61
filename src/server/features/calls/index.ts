/** Calls: everything the provider tells about them enters here, and everything shown of them is read here. */
export * from './call-facts.ts';
export type { CallIngest, CallReport, CallSource } from './call-ingest.ts';
export type { AttemptOrigin, CallChange, CallParticipant, Tx } from './call-participant.ts';
export type { CallDetails, CallState } from './call-state.ts';
export { lockWorkspaceExclusively, lockWorkspaceShared } from './workspace-lock-store.ts';
