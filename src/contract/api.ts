/** All API endpoints by route name. The browser imports only the type `Api`. */
import { accessEndpoints } from './access.ts';
import { agentsEndpoints } from './agents.ts';
import { agentScorecardsEndpoints } from './agent-scorecards.ts';
import { alertsEndpoints } from './alerts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { callViewsEndpoints } from './call-views.ts';
import { callsEndpoints } from './calls.ts';
import { campaignsEndpoints } from './campaigns.ts';
import { connectionCheckEndpoints } from './connection-check.ts';
import { copcEndpoints } from './copc.ts';
import { dialChecksEndpoints } from './dial-checks.ts';
import { doNotCallEndpoints } from './do-not-call.ts';
import { eventWebhooksEndpoints } from './event-webhooks.ts';
import { firstStepsEndpoints } from './first-steps.ts';
import { listeningEndpoints } from './listening.ts';
import { liveCallsEndpoints } from './live-calls.ts';
import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { ApiRouteName } from './routes.ts';
import { mailLinksEndpoints } from './mail-links.ts';
import { phoneNumbersEndpoints } from './numbers.ts';
import { forgettingEndpoints } from './forgetting.ts';
import { passkeysEndpoints } from './passkeys.ts';
import { qualityEndpoints } from './quality.ts';
import { sessionsEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings.ts';
import { singleSignOnEndpoints } from './single-sign-on.ts';
import { apiTokensEndpoints } from './tokens.ts';
import { periodComparisonEndpoints } from './verdicts.ts';

export const apiEndpoints = {
  ...accessEndpoints,
  ...mailLinksEndpoints,
  ...sessionsEndpoints,
  ...passkeysEndpoints,
  ...connectionCheckEndpoints,
  ...settingsEndpoints,
  ...firstStepsEndpoints,
  ...agentsEndpoints,
  ...callsEndpoints,
  ...liveCallsEndpoints,
  ...listeningEndpoints,
  ...callViewsEndpoints,
  ...forgettingEndpoints,
  ...campaignsEndpoints,
  ...dialChecksEndpoints,
  ...phoneNumbersEndpoints,
  ...analyticsEndpoints,
  ...agentScorecardsEndpoints,
  ...periodComparisonEndpoints,
  ...copcEndpoints,
  ...qualityEndpoints,
  ...alertsEndpoints,
  ...eventWebhooksEndpoints,
  ...doNotCallEndpoints,
  ...apiTokensEndpoints,
  ...singleSignOnEndpoints,
} satisfies { [N in ApiRouteName]: Endpoint & { readonly name: N } };

type Api = typeof apiEndpoints;
type Schema<N extends ApiRouteName, K extends string> = Api[N] extends Record<K, infer S extends z.ZodType> ? S : never;

/**
 * Type of one part of an endpoint's request, such as `ApiRequestPart<'listCalls', 'query'>`. Undefined if it has none.
 */
export type ApiRequestPart<N extends ApiRouteName, K extends 'params' | 'query' | 'body'> = [Schema<N, K>] extends [
  never,
]
  ? undefined
  : z.input<Schema<N, K>>;
/** Type of an endpoint's JSON response. `undefined` if it has none. */
export type ApiResponse<N extends ApiRouteName> = [Schema<N, 'response'>] extends [never]
  ? undefined
  : z.output<Schema<N, 'response'>>;

/** Names of the routes that an API token may call if its role allows it. */
export type ApiTokenRouteName = {
  [N in ApiRouteName]: Api[N] extends { access: { workspace: 'current' } }
    ? Api[N] extends { tokens: false }
      ? never
      : N
    : never;
}[ApiRouteName];
