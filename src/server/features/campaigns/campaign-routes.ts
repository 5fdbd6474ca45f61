/** The campaigns' endpoints. */
import type { FastifyRequest } from 'fastify';
import { campaignOptionDefinitions, changeableCampaignOptionNames } from '../../../contract/campaign-options.ts';
import { campaignsEndpoints } from '../../../contract/campaigns.ts';
import { AppError } from '../../platform/errors.ts';
import { readIdempotencyKeyHeader, setIdempotencyReplayHeader } from '../../platform/http/idempotency.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import { addRecipients, type AddRecipientsDeps } from './campaign/add-recipients.ts';
import { estimateCampaignFromPastCalls, readAccountLineCapacity } from './reads/campaign-estimates.ts';
import {
  registerCampaignFileRoutes,
  type CampaignFileDeps,
  recipientTemplateCsv,
  recipientTemplateFileName,
} from './reads/campaign-files.ts';
import { registerCampaignReadRoutes } from './reads/campaign-reads.ts';
import {
  cancelRecipientCallBack,
  readRecipientCallBack,
  setRecipientCallBack,
  type CallBackDeps,
} from './outcome/call-back.ts';
import { changeCampaignStatus, type CampaignStatusChangeDeps } from './campaign/change-campaign.ts';
import { setCampaignOption } from './campaign/set-option.ts';
import { createCampaign, type CreateCampaignDeps } from './campaign/create-campaign.ts';
import { createConcurrencyLimitReader, type ConcurrencyLimitReaderDeps } from './reads/line-capacity.ts';
import { runCampaignPreflight, type CampaignPreflightDeps } from './reads/preflight.ts';
import { bodyReading as additionReading } from './people/read-addition.ts';
import { bodyReading as orderReading } from './people/read-order.ts';
import { createCampaignForecaster, simulateCampaign } from './reads/forecasts.ts';
import { placeTestCall, type TestCallDeps } from './dispatch/test-call.ts';
import { registerOriginNumberRoutes, type OriginNumberRouteDeps } from './dispatch/number-routes.ts';
import { registerDialCheckRoutes, type DialCheckRouteDeps } from './campaign/dial-check-routes.ts';

export type CampaignRouteDeps = CreateCampaignDeps &
  CampaignStatusChangeDeps &
  AddRecipientsDeps &
  CallBackDeps &
  ConcurrencyLimitReaderDeps &
  CampaignFileDeps &
  TestCallDeps &
  DialCheckRouteDeps &
  OriginNumberRouteDeps &
  Omit<CampaignPreflightDeps, 'findLines' | 'forecasts'>;

export function registerCampaignRoutes(binder: EndpointBinder, deps: CampaignRouteDeps): void {
  binder.bind(
    campaignsEndpoints.createCampaign,
    async ({ identity, workspaceId, body, request, reply }) => {
      const author = authorOf(identity, workspaceId, request);
      const { campaign, isReplayed } = await createCampaign(deps, author, body, readIdempotencyKeyHeader(request));
      setIdempotencyReplayHeader(reply, isReplayed);
      return campaign;
    },
    // `createCampaign` stores the request's idempotency key itself, in the transaction that creates the campaign.
    { reading: orderReading, keepsOwnKeys: true },
  );
  registerDialCheckRoutes(binder, deps);
  registerOriginNumberRoutes(binder, deps);
  const findLines = createConcurrencyLimitReader(deps);
  const forecasts = createCampaignForecaster({ ...deps, findLines });
  registerCampaignReadRoutes(binder, { ...deps, forecasts });
  registerCampaignFileRoutes(binder, deps);
  binder.bind(campaignsEndpoints.getCampaignEstimates, ({ workspaceId }) =>
    estimateCampaignFromPastCalls({ ...deps, findLines }, workspaceId),
  );
  binder.bind(campaignsEndpoints.getCampaignLines, ({ workspaceId }) =>
    readAccountLineCapacity({ ...deps, findLines }, workspaceId),
  );
  binder.bind(campaignsEndpoints.preflightCampaign, ({ workspaceId, body }) =>
    runCampaignPreflight({ ...deps, findLines, forecasts }, workspaceId, body),
  );
  binder.bind(campaignsEndpoints.simulateCampaign, ({ workspaceId, body }) =>
    simulateCampaign({ ...deps, findLines, forecasts }, workspaceId, body),
  );
  binder.bind(campaignsEndpoints.patchCampaign, ({ identity, workspaceId, params, body, request }) => {
    const author = authorOf(identity, workspaceId, request);
    const { status, hangUp, ...changes } = body;
    if (status !== undefined) return changeCampaignStatus(deps, author, params.id, { status, hangUp });
    const field = changeableCampaignOptionNames.find(
      (name) => changes[campaignOptionDefinitions[name].change] !== undefined,
    );
    if (field === undefined) throw new AppError('invalid_input');
    return setCampaignOption(deps, author, params.id, field, changes[campaignOptionDefinitions[field].change] ?? null);
  });
  binder.bind(
    campaignsEndpoints.addRecipients,
    ({ identity, workspaceId, params, body, request }) =>
      addRecipients(deps, authorOf(identity, workspaceId, request), params.id, body),
    { reading: additionReading },
  );
  binder.bind(campaignsEndpoints.getCallback, ({ workspaceId, params }) =>
    readRecipientCallBack(deps, workspaceId, params.id),
  );
  binder.bind(campaignsEndpoints.setCallback, ({ identity, workspaceId, params, body, request }) =>
    setRecipientCallBack(deps, authorOf(identity, workspaceId, request), params.id, new Date(body.at)),
  );
  binder.bind(campaignsEndpoints.cancelCallback, ({ identity, workspaceId, params, request }) =>
    cancelRecipientCallBack(deps, authorOf(identity, workspaceId, request), params.id),
  );
  binder.bind(campaignsEndpoints.placeTestCall, ({ identity, workspaceId, body, request }) =>
    placeTestCall(deps, authorOf(identity, workspaceId, request), body),
  );
  binder.bind(campaignsEndpoints.campaignTemplate, async ({ reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${recipientTemplateFileName}"`)
      .send(recipientTemplateCsv),
  );
}

function authorOf(identity: { userId: string; username: string }, workspaceId: string, request: FastifyRequest) {
  return { workspaceId, userId: identity.userId, username: identity.username, address: request.ip };
}
