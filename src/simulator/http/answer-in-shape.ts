// Changes the simulator's responses so that their fields and types resemble those of a real account
// (account-profile.ts).
import type { FastifyInstance } from 'fastify';
import { readOnlyRetellEndpoints, type ReadOnlyRetellEndpoint } from '../../retell/account-shape.ts';
import { providerContracts } from '../../retell/relied-on.ts';
import type { SimulatedResponseShaper } from '../account-profile.ts';

/** Map from a writing endpoint to the reading endpoint whose response has the same shape. */
const alike: Partial<Record<keyof typeof providerContracts, ReadOnlyRetellEndpoint>> = {
  createPhoneCall: 'getCall',
  rerunAnalysis: 'getCall',
  createAgentVersion: 'getAgent',
  updateAgent: 'getAgent',
};

export function registerSimulatedResponseShapeHook(app: FastifyInstance, profile: SimulatedResponseShaper): void {
  const byRoute = new Map(
    (
      [...readOnlyRetellEndpoints.map((name) => [name, name]), ...Object.entries(alike)] as [
        keyof typeof providerContracts,
        ReadOnlyRetellEndpoint,
      ][]
    ).map(([name, shape]) => [providerContracts[name].endpoint.replace(/\{(\w+)\}/, ':$1'), shape]),
  );
  app.addHook('preSerialization', async (request, reply, payload: unknown) => {
    const shape = byRoute.get(`${request.method} ${request.routeOptions.url}`);
    return shape === undefined || reply.statusCode >= 300 ? payload : profile.reshape(shape, payload);
  });
}
