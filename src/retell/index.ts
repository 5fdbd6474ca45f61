// The provider's wire format: its answers, its webhooks and their signature. No IO here; the server's provider port
// uses the SDK, and tests check these types against it.
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
