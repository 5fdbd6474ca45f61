// The provider's wire format: its responses, its webhooks and their signature. This folder does no input or output: the
// server's provider port sends requests through the SDK, and tests compare these types with the SDK's.
export * from './disconnection-reasons.ts';
export * from './recording-url.ts';
export * from './signature.ts';
export * from './wire-account.ts';
export * from './wire-agent.ts';
export * from './wire-call.ts';
export * from './wire-create-call.ts';
export * from './wire-list-calls.ts';
export * from './wire-number.ts';
export * from './wire-status-page.ts';
export * from './wire-webhook.ts';
