// People who listen to simulated live calls through the gateway, and the person who took a call over. A call has a room
// while anybody is in it.
// The room sends the current voice to everyone in it and counts the audio packets that arrive. Packets of listeners are
// dropped, and packets of the person who took over reach the customer.
import { randomBytes } from 'node:crypto';
import { simulatedGatewayControlMessageTypes } from '../../retell/wire-listen.ts';
import type { SimulatedAccount } from '../account.ts';
import type { SimulatedCallRecord } from '../call-record.ts';
import type { SimulatedFaultInjector } from '../faults.ts';
import type { SimulatedListenerAudioReport } from '../options.ts';
import { createSimulatedCallSound } from './call-sound.ts';
import type { SimulatedCallSound } from './call-sound.ts';
import type { SimulatedWebRtcPeer } from './peer.ts';
import { audioFrameMs, getSimulatedSpeakerAudioFrame, isAudioPacketAudible, silentOpusFrame } from './tones.ts';
import type { SimulatedSpeaker } from './tones.ts';

/** Maximum number of audio frames that are sent together after a delay. Further delayed frames are skipped. */
const mostFramesAtOnce = 5;

/**
 * A console user who listens to a simulated live call or takes it over. The object exists from the request until the
 * session ends.
 */
export interface SimulatedListeningParticipant {
  readonly account: SimulatedAccount;
  readonly record: SimulatedCallRecord;
  readonly participantId: string;
  readonly token: string;
  /** Time at which a listener's access token expires, in real ms since the epoch. */
  readonly expiresAt: number;
  isUsed: boolean;
  hasTakenOver: boolean;
  session?: Session;
}

interface Session {
  readonly id: string;
  readonly peer: SimulatedWebRtcPeer;
  /** Injected fault: performance.now() from which a listening session gets no media. Infinity without the fault. */
  mutedAt: number;
  /**
   * Injected fault: the time by performance.now() at which another session replaces this listening session. Infinity
   * without the fault.
   */
  replacedAt: number;
}

export interface SimulatedCallListeners {
  invite(account: SimulatedAccount, record: SimulatedCallRecord, tokenMs: number): SimulatedListeningParticipant;
  guestOf(token: string): SimulatedListeningParticipant | undefined;
  /** Finds the participant who has a connected session for this call, and who may therefore take the call over. */
  connectedGuest(record: SimulatedCallRecord, participantId: string): SimulatedListeningParticipant | undefined;
  /** Opens a WebRTC session for an offer. Undefined if the call has ended. Rejects if the offer has no audio. */
  open(guest: SimulatedListeningParticipant, offer: string): Promise<{ session_id: string; sdp: string } | undefined>;
  /** Ends a listener's session. If the listener had taken the call over, the call ends too. */
  leave(guest: SimulatedListeningParticipant, message?: string): Promise<void>;
  /** Plays a spoken line to the call's listeners. A test adds it to the simulated conversation. */
  say(record: SimulatedCallRecord, voice: SimulatedSpeaker, content: string): void;
  heard(record: SimulatedCallRecord): SimulatedListenerAudioReport;
  /** Ends all sessions that listen to the call, with the gateway's message that the call ended. */
  end(record: SimulatedCallRecord): void;
  close(): Promise<void>;
}

interface Room {
  readonly record: SimulatedCallRecord;
  readonly guests: Set<SimulatedListeningParticipant>;
  readonly sound: SimulatedCallSound;
  readonly timer: NodeJS.Timeout;
  startedAt: number;
  framesSent: number;
  /**
   * The latest audio packet of the person who took the call over. Undefined once it was sent to the call's other
   * listeners.
   */
  person: Buffer | undefined;
}

export function createSimulatedCallListeners(parts: {
  faults: SimulatedFaultInjector;
  lostMs: number;
  talkedMs: (record: SimulatedCallRecord) => number | undefined;
  hangUp: (account: SimulatedAccount, record: SimulatedCallRecord) => void;
}): SimulatedCallListeners {
  const byToken = new Map<string, SimulatedListeningParticipant>();
  const rooms = new Map<SimulatedCallRecord, Room>();
  const counts = new WeakMap<SimulatedCallRecord, Omit<SimulatedListenerAudioReport, 'listeners'>>();
  const closing = new Set<Promise<void>>();
  let isClosed = false;

  function countsOf(record: SimulatedCallRecord): Omit<SimulatedListenerAudioReport, 'listeners'> {
    const found = counts.get(record) ?? { customer: { packets: 0, audible: 0 }, dropped: { packets: 0, audible: 0 } };
    counts.set(record, found);
    return found;
  }

  function roomOf(record: SimulatedCallRecord): Room {
    const found = rooms.get(record);
    if (found !== undefined) return found;
    const room: Room = {
      record,
      guests: new Set(),
      sound: createSimulatedCallSound(record),
      timer: setInterval(() => beat(room), audioFrameMs),
      startedAt: performance.now(),
      framesSent: 0,
      person: undefined,
    };
    rooms.set(record, room);
    return room;
  }

  function beat(room: Room): void {
    const now = performance.now();
    const due = Math.floor((now - room.startedAt) / audioFrameMs);
    room.framesSent = Math.max(room.framesSent, due - mostFramesAtOnce);
    for (; room.framesSent < due; room.framesSent += 1) sendFrame(room, now);
    for (const guest of room.guests) {
      const { session } = guest;
      if (session === undefined) continue;
      if (now - session.peer.seenAt() > parts.lostMs) void leave(guest);
      else if (now > session.replacedAt)
        void leave(guest, JSON.stringify({ type: simulatedGatewayControlMessageTypes.replaced }));
    }
  }

  function sendFrame(room: Room, now: number): void {
    const voice = room.sound.voiceAt(parts.talkedMs(room.record), now);
    const frame = voice === undefined ? undefined : getSimulatedSpeakerAudioFrame(voice, room.framesSent);
    for (const { session, hasTakenOver } of room.guests)
      if (session !== undefined && now < session.mutedAt)
        session.peer.send(frame ?? (hasTakenOver ? undefined : room.person) ?? silentOpusFrame);
    room.person = undefined;
  }

  function receive(guest: SimulatedListeningParticipant, payload: Buffer, quietness: number | undefined): void {
    const { customer, dropped } = countsOf(guest.record);
    const count = guest.hasTakenOver ? customer : dropped;
    count.packets += 1;
    if (!isAudioPacketAudible(payload, quietness)) return;
    count.audible += 1;
    const room = rooms.get(guest.record);
    if (!guest.hasTakenOver || room === undefined) return;
    room.sound.hearPerson(performance.now());
    room.person = payload;
  }

  async function leave(guest: SimulatedListeningParticipant, message?: string): Promise<void> {
    byToken.delete(guest.token);
    const room = rooms.get(guest.record);
    if (room?.guests.delete(guest) === true && room.guests.size === 0) {
      clearInterval(room.timer);
      rooms.delete(guest.record);
    }
    if (guest.hasTakenOver) parts.hangUp(guest.account, guest.record);
    const closed = guest.session?.peer.close(message) ?? Promise.resolve();
    closing.add(closed);
    await closed;
    closing.delete(closed);
  }

  return {
    leave,
    invite(account, record, tokenMs) {
      const guest: SimulatedListeningParticipant = {
        account,
        record,
        participantId: `listener_${randomBytes(10).toString('hex')}`,
        token: `listen.${randomBytes(20).toString('hex')}`,
        expiresAt: Date.now() + tokenMs,
        isUsed: false,
        hasTakenOver: false,
      };
      byToken.set(guest.token, guest);
      return guest;
    },
    guestOf: (token) => byToken.get(token),
    connectedGuest: (record, participantId) =>
      [...(rooms.get(record)?.guests ?? [])].find(
        (guest) => guest.participantId === participantId && guest.session?.peer.isConnected() === true,
      ),
    async open(guest, offer) {
      guest.isUsed = true;
      const { createSimulatedWebRtcPeer: createPeer } = await import('./peer.ts');
      const peer = createPeer((payload, quietness) => receive(guest, payload, quietness));
      let sdp: string;
      try {
        sdp = await peer.answer(offer, false);
      } catch (error) {
        await peer.close();
        throw error;
      }
      if (isClosed || guest.record.phase !== 'ongoing') {
        await peer.close();
        return undefined;
      }
      const { mediaStops, replaced } = parts.faults.plan.listen ?? {};
      const strikesAt = (fault: typeof mediaStops): number =>
        fault !== undefined && parts.faults.strikes(fault) ? performance.now() + fault.delayMs : Infinity;
      guest.session = {
        id: `session_${randomBytes(10).toString('hex')}`,
        peer,
        mutedAt: strikesAt(mediaStops),
        replacedAt: strikesAt(replaced),
      };
      roomOf(guest.record).guests.add(guest);
      return { session_id: guest.session.id, sdp };
    },
    say: (record, voice, content) => rooms.get(record)?.sound.say(voice, content, performance.now()),
    heard(record) {
      const { customer, dropped } = countsOf(record);
      const guests = [...(rooms.get(record)?.guests ?? [])];
      return {
        listeners: guests.filter(({ session }) => session?.peer.isConnected()).length,
        customer: { ...customer },
        dropped: { ...dropped },
      };
    },
    end(record) {
      const message = JSON.stringify({
        type: simulatedGatewayControlMessageTypes.ended,
        disconnection_reason: record.outcome.reason,
      });
      for (const guest of byToken.values()) if (guest.record === record) void leave(guest, message);
    },
    async close() {
      isClosed = true;
      for (const { timer, guests } of rooms.values()) {
        clearInterval(timer);
        for (const { session } of guests) if (session !== undefined) closing.add(session.peer.close());
      }
      await Promise.all(closing);
    },
  };
}
