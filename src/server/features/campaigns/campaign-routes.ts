/** The campaigns' endpoints. */
import type { FastifyRequest } from 'fastify';
import { campaignOptions, changeableOptionNames } from '../../../contract/campaign-options.ts';
import { campaignsEndpoints } from '../../../contract/campaigns.ts';
import { AppError } from '../../platform/errors.ts';
import { idempotencyKeyOf, setReplayHeader } from '../../platform/http/idempotency.ts';
import type { EndpointBinder } from '../../platform/http/route.ts';
import { addRecipients, type AddRecipientsDeps } from './campaign/add-recipients.ts';
import { readEstimates, readLines } from './reads/campaign-estimates.ts';
import {
  registerCampaignFiles,
  type CampaignFileDeps,
  campaignTemplate,
  campaignTemplateName,
} from './reads/campaign-files.ts';
import { registerCampaignReads } from './reads/campaign-reads.ts';
import { cancelCallBack, readCallBack, setCallBack, type CallBackDeps } from './outcome/call-back.ts';
import { changeCampaign, type ChangeCampaignDeps } from './campaign/change-campaign.ts';
import { setOption } from './campaign/set-option.ts';
import { createCampaign, type CreateCampaignDeps } from './campaign/create-campaign.ts';
import { createLineCapacity, type LineCapacityDeps } from './reads/line-capacity.ts';
import { preflight, type PreflightDeps } from './reads/preflight.ts';
import { bodyReading as additionReading } from './people/read-addition.ts';
import { bodyReading as orderReading } from './people/read-order.ts';
import { createForecasts, simulateCampaign } from './reads/forecasts.ts';
import { placeTestCall, type TestCallDeps } from './dispatch/test-call.ts';
import { registerNumbers, type NumberRouteDeps } from './dispatch/number-routes.ts';
import { registerDialChecks, type DialCheckRouteDeps } from './campaign/dial-check-routes.ts';

export type CampaignRouteDeps = CreateCampaignDeps &
  ChangeCampaignDeps &
  AddRecipientsDeps &
  CallBackDeps &
  LineCapacityDeps &
  CampaignFileDeps &
  TestCallDeps &
  DialCheckRouteDeps &
  NumberRouteDeps &
  Omit<PreflightDeps, 'findLines' | 'forecasts'>;

export function registerCampaignRoutes(binder: EndpointBinder, deps: CampaignRouteDeps): void {
  binder.bind(
    campaignsEndpoints.createCampaign,
    async ({ identity, workspaceId, body, request, reply }) => {
      const author = authorOf(identity, workspaceId, request);
      const { campaign, isReplayed } = await createCampaign(deps, author, body, idempotencyKeyOf(request));
      setReplayHeader(reply, isReplayed);
      return campaign;
    },
    // `createCampaign` stores the request's idempotency key itself, in the transaction that creates the campaign.
    { reading: orderReading, keepsOwnKeys: true },
  );
  registerDialChecks(binder, deps);
  registerNumbers(binder, deps);
  const findLines = createLineCapacity(deps);
  const forecasts = createForecasts({ ...deps, findLines });
  registerCampaignReads(binder, { ...deps, forecasts });
  registerCampaignFiles(binder, deps);
  binder.bind(campaignsEndpoints.getCampaignEstimates, ({ workspaceId }) =>
    readEstimates({ ...deps, findLines }, workspaceId),
  );
  binder.bind(campaignsEndpoints.getCampaignLines, ({ workspaceId }) => readLines({ ...deps, findLines }, workspaceId));
  binder.bind(campaignsEndpoints.preflightCampaign, ({ workspaceId, body }) =>
    preflight({ ...deps, findLines, forecasts }, workspaceId, body),
  );
  binder.bind(campaignsEndpoints.simulateCampaign, ({ workspaceId, body }) =>
    simulateCampaign({ ...deps, findLines, forecasts }, workspaceId, body),
  );
  binder.bind(campaignsEndpoints.patchCampaign, ({ identity, workspaceId, params, body, request }) => {
    const author = authorOf(identity, workspaceId, request);
    const { status, hangUp, ...changes } = body;
    if (status !== undefined) return changeCampaign(deps, author, params.id, { status, hangUp });
    const field = changeableOptionNames.find((name) => changes[campaignOptions[name].change] !== undefined);
    if (field === undefined) throw new AppError('invalid_input');
    return setOption(deps, author, params.id, field, changes[campaignOptions[field].change] ?? null);
  });
  binder.bind(
    campaignsEndpoints.addRecipients,
    ({ identity, workspaceId, params, body, request }) =>
      addRecipients(deps, authorOf(identity, workspaceId, request), params.id, body),
    { reading: additionReading },
  );
  binder.bind(campaignsEndpoints.getCallback, ({ workspaceId, params }) => readCallBack(deps, workspaceId, params.id));
  binder.bind(campaignsEndpoints.setCallback, ({ identity, workspaceId, params, body, request }) =>
    setCallBack(deps, authorOf(identity, workspaceId, request), params.id, new Date(body.at)),
  );
  binder.bind(campaignsEndpoints.cancelCallback, ({ identity, workspaceId, params, request }) =>
    cancelCallBack(deps, authorOf(identity, workspaceId, request), params.id),
  );
  binder.bind(campaignsEndpoints.placeTestCall, ({ identity, workspaceId, body, request }) =>
    placeTestCall(deps, authorOf(identity, workspaceId, request), body),
  );
  binder.bind(campaignsEndpoints.campaignTemplate, async ({ reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${campaignTemplateName}"`)
      .send(campaignTemplate),
  );
}

function authorOf(identity: { userId: string; username: string }, workspaceId: string, request: FastifyRequest) {
  return { workspaceId, userId: identity.userId, username: identity.username, address: request.ip };
}
