/**
 * Feature with which people listen to live calls or take them over. It checks rights, keeps leases, and passes WebRTC
 * signalling to the provider.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { memberRoles, type Role } from '../../../contract/endpoint.ts';
import { listeningEndpoints } from '../../../contract/listening.ts';
import type { WorkspaceSettings } from '../../../contract/settings.ts';
import type { Clock } from '../../platform/clock.ts';
import { decryptSecret, encryptSecret } from '../../platform/crypto.ts';
import type { DatabaseSchema } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { EventBus } from '../../platform/events.ts';
import type { ServerFeature } from '../../platform/feature.ts';
import type { LiveCallSoundGateway, GatewaySoundSession } from '../../platform/provider/gateway-sound.ts';
import { ProviderError } from '../../platform/provider/provider.ts';
import type { ServerBus } from '../../platform/server-bus.ts';
import type { WorkspaceDirectory } from '../access/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { endLiveCall, findCallStateAndAgent, fetchCallAndCheckIfOver, type CallIngest } from '../calls/index.ts';
import {
  claimCallTakeOver,
  endCallListening,
  renewCallListeningLease,
  findCallListening,
  insertCallListening,
  setGatewaySessionOfCallListening,
  withdrawTakeOverClaim,
  type CallListening,
} from './listening-store.ts';
import { createListeningWatch } from './listening-watch.ts';

export { listSilentCallTakeOversSince, storeProviderAccountSoundTransport } from './listening-store.ts';

export interface ListeningFeatureDeps {
  readonly db: Kysely<DatabaseSchema>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly events: EventBus;
  readonly bus: Pick<ServerBus, 'onMessage' | 'onGap'>;
  readonly directory: WorkspaceDirectory;
  readonly audit: AuditLog;
  readonly settings: {
    read(workspaceId: string): Promise<Pick<WorkspaceSettings, 'listening' | 'listeningTransport'>>;
  };
  readonly ingest: CallIngest;
  /** Key that encrypts the provider's access tokens for listening in our database. */
  readonly secretKey: string;
}

interface Asked {
  readonly workspaceId: string;
  readonly role: Role;
  readonly identity: { readonly userId: string; readonly username: string };
  readonly request: { readonly ip: string };
}

export function createListeningFeature(deps: ListeningFeatureDeps): ServerFeature {
  const { db, log, events, directory, audit, settings, secretKey } = deps;
  const soundOf = async (workspaceId: string): Promise<LiveCallSoundGateway> =>
    (await directory.providerOf(workspaceId)).sound;
  const notifyListeners = ({ workspaceId, callId }: Pick<CallListening, 'workspaceId' | 'callId'>): void =>
    events.emit('call.listeners_changed', { workspaceId, callId });
  const watch = createListeningWatch({ ...deps, end });

  async function requireRight({ workspaceId, role }: Pick<Asked, 'workspaceId' | 'role'>): Promise<void> {
    const { listening, listeningTransport } = await settings.read(workspaceId);
    const may = listening !== 'off' && memberRoles.indexOf(role) >= memberRoles.indexOf(listening);
    if (!may || listeningTransport !== 'gateway') throw new AppError('listening_off');
  }

  async function recordOf(
    action: 'call.listened' | 'call.taken_over',
    { workspaceId, identity, request }: Asked,
    callId: string,
  ): Promise<void> {
    const call = await findCallStateAndAgent(db, workspaceId, callId);
    const details = { agent: call?.agentName ?? call?.agentId ?? null };
    await audit.record({ workspaceId, ...identity, address: request.ip, action, target: callId, details });
  }

  /**
   * Finds the caller's listening session by id. If the caller may no longer listen and has not taken the call over,
   * ends the session and throws.
   */
  async function requireOwn(asked: Asked, id: string): Promise<CallListening> {
    const { workspaceId, identity } = asked;
    const listening = await findCallListening(db, { workspaceId, id, userId: identity.userId });
    if (!listening || listening.isOver) throw new AppError('not_found');
    try {
      // Don't end the listening session of a person who took the call over. Otherwise the customer would hear nobody.
      if (!listening.hasTakenOver) await requireRight(asked);
    } catch (error) {
      if (error instanceof AppError) await end(listening);
      throw error;
    }
    return listening;
  }

  /** Converts a failed request to the provider to an error of the API: `call_over`, or else `provider_unavailable`. */
  async function failureOf(error: unknown, { workspaceId, callId }: Pick<CallListening, 'workspaceId' | 'callId'>) {
    if (!(error instanceof ProviderError)) return error;
    const isRefusal = error.kind === 'refused' || error.kind === 'not_found';
    const isOver = isRefusal && (await fetchCallAndCheckIfOver(deps, workspaceId, callId));
    return isOver ? new AppError('call_over') : new AppError('provider_unavailable', { cause: error });
  }

  const contextOf = (id: string): string => `listening:${id}`;
  const tokenOf = ({ id, sealedToken }: CallListening): string =>
    decryptSecret(secretKey, sealedToken ?? '', contextOf(id));
  const sessionOf = (listening: CallListening, sessionId: string): GatewaySoundSession => ({
    callId: listening.callId,
    token: tokenOf(listening),
    sessionId,
  });

  /**
   * Ends a person's listening session. If the person had taken the call over and the provider does not end the session,
   * the call is hung up.
   */
  async function end(listening: CallListening): Promise<void> {
    const { workspaceId, callId, sessionId, sealedToken, hasTakenOver } = listening;
    if (!(await endCallListening(db, listening))) return;
    notifyListeners(listening);
    if (sessionId === null || sealedToken === null) return;
    try {
      await (await soundOf(workspaceId)).closeSound(sessionOf(listening, sessionId));
    } catch (error) {
      log.info({ err: error, callId }, 'a listening was not closed at the gateway');
      if (hasTakenOver)
        await endLiveCall(deps, workspaceId, callId).catch((failure: unknown) =>
          log.warn({ err: failure, callId }, 'a call that nobody speaks in was not ended'),
        );
    }
  }

  /**
   * Takes a live call over from the agent. If the provider does not respond, repeats the request. An answer 'already
   * taken' to the repeated request means that the first one succeeded.
   */
  async function takeOver({ workspaceId, callId, participantId, hasTakenOver }: CallListening): Promise<void> {
    const sound = await soundOf(workspaceId);
    const ask = (isRepeated: boolean) =>
      sound.takeOver(callId, participantId).catch((error: unknown) => {
        if (!(isRepeated && isTaken(error))) throw error;
      });
    await ask(hasTakenOver).catch(async (error: unknown) => {
      if (!isUnknown(error)) throw error;
      await ask(true);
    });
  }

  return {
    name: 'listening',
    registerRoutes(binder) {
      binder.bind(listeningEndpoints.listenToCall, async (asked) => {
        const { workspaceId, identity, params } = asked;
        const callId = params.id;
        const call = await findCallStateAndAgent(db, workspaceId, callId);
        if (!call) throw new AppError('not_found');
        await requireRight(asked);
        if (call.isOver) throw new AppError('call_over');
        const right = await soundOf(workspaceId)
          .then((sound) => sound.listen(callId))
          .catch(async (error: unknown) => {
            throw await failureOf(error, { workspaceId, callId });
          });
        if (right.transport === 'livekit') throw new AppError('listening_unsupported');
        const id = randomUUID();
        const { participantId, token, iceServers } = right;
        const sealedToken = encryptSecret(secretKey, token, contextOf(id));
        await recordOf('call.listened', asked, callId);
        await insertCallListening(db, { workspaceId, id, callId, ...identity, participantId, sealedToken });
        return { listeningId: id, iceServers: [...iceServers] };
      });
      binder.bind(listeningEndpoints.offerSound, async (asked) => {
        const listening = await requireOwn(asked, asked.params.id);
        const { workspaceId, callId, participantId, sessionId } = listening;
        const { sdp } = asked.body;
        try {
          const sound = await soundOf(workspaceId);
          if (sessionId !== null) return { sdp: await sound.changeSound(sessionOf(listening, sessionId), sdp) };
          const opened = await sound.openSound(callId, { token: tokenOf(listening), participantId }, sdp);
          await setGatewaySessionOfCallListening(db, listening, opened.sessionId);
          notifyListeners(listening);
          return { sdp: opened.sdp };
        } catch (error) {
          throw await failureOf(error, listening);
        }
      });
      binder.bind(listeningEndpoints.keepListening, async (asked) => {
        const listening = await requireOwn(asked, asked.params.id);
        if (asked.body.isHeard || !listening.hasTakenOver) await renewCallListeningLease(db, listening);
        return undefined;
      });
      binder.bind(listeningEndpoints.takeOverCall, async (asked) => {
        const listening = await requireOwn(asked, asked.params.id);
        const isRepeated = listening.hasTakenOver;
        if (!isRepeated && !(await claim(listening))) throw new AppError('call_taken_over');
        try {
          await takeOver(listening);
        } catch (error) {
          // Keep the person's claim to the call if the provider's response was lost, because the agent may already have
          // left the call. If nobody speaks then, an alert is raised.
          if (!isRepeated && !isUnknown(error)) await withdrawTakeOverClaim(db, listening);
          throw isTaken(error) ? new AppError('call_taken_over') : await failureOf(error, listening);
        }
        const { workspaceId, callId: target, userId } = listening;
        const isRecorded =
          isRepeated && (await audit.hasRecorded({ workspaceId, userId, action: 'call.taken_over', target }));
        if (!isRecorded) await recordOf('call.taken_over', asked, target);
        notifyListeners(listening);
        return undefined;
      });
      binder.bind(listeningEndpoints.stopListening, async ({ workspaceId, identity, params }) => {
        const listening = await findCallListening(db, { workspaceId, id: params.id, userId: identity.userId });
        if (!listening) throw new AppError('not_found');
        await end(listening);
        return undefined;
      });
    },
    async start() {
      watch.start();
    },
    stop: () => watch.stop(),
  };

  /**
   * Claims a live call for the person who takes it over. Returns false if somebody else has already claimed it, because
   * a unique index allows only one claim.
   */
  async function claim(listening: CallListening): Promise<boolean> {
    try {
      return await claimCallTakeOver(db, listening);
    } catch (error) {
      if ((error as { code?: string }).code === '23505') return false;
      throw error;
    }
  }
}

/** True if the provider did not respond to a take-over, so that it is unknown whether the agent has left the call. */
const isUnknown = (error: unknown): boolean => error instanceof ProviderError && error.kind === 'unavailable';
const isTaken = (error: unknown): boolean => error instanceof ProviderError && error.status === 409;
