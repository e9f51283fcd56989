import { io, type Socket } from 'socket.io-client'
import { live, livePath } from '#shared/api/live.ts'
import type { Entered, MeetingNews } from '#shared/api/meeting-events.ts'
import { meetings } from '#shared/api/meetings.ts'
import type { Caller } from './caller.ts'

type Person = Pick<Caller, 'call'> & { name: string; url: string }

/** A person in a meeting's room, or at its door. */
export type Guest = {
  who: Person
  socket: Socket
  admitted: boolean
  leave(): Promise<void>
}

/** Enters a meeting like a browser: a pass, a live connection, and in, or to the door. */
export async function come(who: Person, meeting: string): Promise<Guest> {
  const { token } = await who.call(meetings.credentials, { body: { bookingId: meeting } })
  const { ticket } = await who.call(live.ticket, { body: { namespace: '/meetings' } })
  const socket = io(`${who.url}/meetings`, {
    path: livePath,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { ticket },
    extraHeaders: { origin: who.url },
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  const { admitted } = await ask<Entered>(socket, 'enter', { token })
  return {
    who,
    socket,
    admitted,
    async leave() {
      if (socket.connected) await ask(socket, 'leave', {})
      socket.disconnect()
    },
  }
}

/** Comes to a meeting and is admitted by its host, who is there. */
export async function knock(who: Person, host: Guest, meeting: string): Promise<Guest> {
  const waiting = heard(host.socket, 'waiting', ({ people }) => people.some(({ name }) => name === who.name))
  const guest = await come(who, meeting)
  if (guest.admitted) return guest
  const { people } = await waiting
  const letIn = heard(guest.socket, 'admitted')
  await ask(host.socket, 'admit', { person_id: people.find(({ name }) => name === who.name)!.person_id })
  await letIn
  guest.socket.disconnect()
  return come(who, meeting)
}

/** Comes to a meeting and is refused by its host. */
export async function beRefused(who: Person, host: Guest, meeting: string): Promise<void> {
  const waiting = heard(host.socket, 'waiting', ({ people }) => people.some(({ name }) => name === who.name))
  const guest = await come(who, meeting)
  const { people } = await waiting
  const refused = heard(guest.socket, 'refused')
  await ask(host.socket, 'refuse', { person_id: people.find(({ name }) => name === who.name)!.person_id })
  await refused
  guest.socket.disconnect()
}

/** Opens the door of a meeting to everyone who may come. */
export async function openDoor(host: Person, meeting: string): Promise<void> {
  await host.call(meetings.setAdmission, { body: { bookingId: meeting, admission: 'direct' } })
}

/** Requests a meeting's pass, and never enters. */
export async function pretendToCome(who: Person, meeting: string): Promise<void> {
  await who.call(meetings.credentials, { body: { bookingId: meeting } })
}

async function ask<D>(socket: Socket, event: string, data: object): Promise<D> {
  const answer = (await socket.timeout(15_000).emitWithAck(event, data)) as
    | { ok: true; data: D }
    | { ok: false; error: string }
  if (!answer.ok) throw new Error(`${event}: ${JSON.stringify(answer)}`)
  return answer.data
}

function heard<E extends keyof MeetingNews>(
  socket: Socket,
  event: E,
  isMeant: (data: Parameters<MeetingNews[E]>[0] & object) => boolean = () => true,
): Promise<Parameters<MeetingNews[E]>[0] & object> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Nobody was told “${event}”.`)), 20_000)
    const listener = (data: never) => {
      if (!isMeant(data)) return
      clearTimeout(late)
      socket.off(event, listener as never)
      resolve(data)
    }
    socket.on(event as string, listener as never)
  })
}
