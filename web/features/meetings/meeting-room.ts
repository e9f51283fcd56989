import type { Socket } from 'socket.io-client'
import type {
  Entered,
  MediaAccess,
  MeetingMessage,
  MeetingNews,
  Peer,
  PeerState,
  WaitingPerson,
} from '#shared/api/meeting-events.ts'
import {
  type Admission,
  canceledText,
  meetings,
  placeCanceledText,
  renewalSeconds,
} from '#shared/api/meetings.ts'
import { call as ask } from '#web/lib/api.ts'
import { liveSocket, request } from '#web/lib/live.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { presentMs } from '#web/lib/present-moment.ts'
import { isAway, offlineProblem, ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import { toast } from '#web/ui/toast.ts'
import { type Call, type RemoteMedia, type Size, sources } from './call.ts'
import { isPassing } from './is-passing.ts'
import { JanusCall } from './janus-call.ts'
import { JanusError } from './janus-session.ts'
import type { LocalMedia, LocalState } from './local-media.ts'
import {
  type Ending,
  enteringState,
  type MeetingState,
  stillHeard,
  withMessage,
  withoutPeer,
  withPeer,
  withSaid,
  withWaiting,
} from './meeting-state.ts'
import { PeerCall } from './peer-call.ts'
import type { Signal } from './peer-link.ts'
import { askToBeIn, type Meeting } from './room-queries.ts'

type Entry = Extract<Entered, { admitted: true }>

const tryAgainMs = 2000
/** How often a page that news may not reach asks whether its person may still be there. */
const askEveryMs = 10_000
/** How long an action waits for a lost connection. */
const waitAtMostMs = 10_000
/** How long others may take to enter again after us. */
const comeBackMs = 15_000

/**
 * The person's own stay in a meeting: the live connection, which re-enters after each loss without asking
 * anybody, and the call, which continues meanwhile.
 */
export class MeetingRoom {
  readonly #bookingId: string
  readonly #local: LocalMedia
  readonly #stop: (() => void)[] = []
  readonly #store: Store<MeetingState>
  #renewedMs = performance.now()
  #socket: Socket | undefined
  #call: Call | undefined
  #onSignal: ((from: string, signal: Signal) => void) | undefined
  #callKey = ''
  /** Its place at the media server, once it has joined there. */
  #feed: number | null = null
  #sentState: PeerState | undefined
  #sentTracks: LocalState['tracks']
  #isEntering = false
  #enterAgain = false
  /** The news of people since the person asked to enter, which the answer may be older than. */
  readonly #newsMeanwhile: (() => void)[] = []

  constructor({
    bookingId,
    credentials,
    local,
  }: { bookingId: string; credentials: Meeting; local: LocalMedia }) {
    this.#bookingId = bookingId
    this.#local = local
    this.#sentTracks = local.state().tracks
    this.#store = createStore(enteringState(credentials))
  }

  readonly state = () => this.#store.read()
  readonly subscribe = (listener: () => void) => this.#store.subscribe(listener)

  /** Connects, and enters again after each loss until the meeting ends. Only `state` tells when the person is in. */
  async enter(): Promise<void> {
    const socket = await liveSocket('/meetings')
    if (this.state().phase === 'ended') return
    this.#socket = socket
    this.#listen(socket)
    this.#stop.push(this.#local.subscribe(() => this.#send()))
    const renewal = setInterval(() => void this.#stayAllowed(), askEveryMs)
    // Closing the window means leaving; without this, others would wait for the person to come back.
    const onHide = () => this.leave()
    addEventListener('pagehide', onHide)
    this.#stop.push(
      () => clearInterval(renewal),
      () => removeEventListener('pagehide', onHide),
    )
    if (socket.connected) await this.#connect()
  }

  leave(): void {
    this.#leave({ how: 'left' })
  }

  #leave(ending: Ending): void {
    const { you } = this.state()
    this.#socket?.emit('leave', { ...(you && { peer_id: you.peer_id }) })
    this.#end(ending)
  }

  raiseHand(hand: boolean): void {
    this.#set({ hand })
    this.#send()
  }

  showBoard(board: boolean): void {
    this.#set({ board })
    this.#send()
  }

  setSizes(sizes: ReadonlyMap<string, Size>): void {
    this.#call?.setSizes(sizes)
  }

  /** Sends a chat message; repeating the same `id` is the same message. */
  async say(id: string, text: string): Promise<void> {
    const message = await this.#act<MeetingMessage>('say', { id, text })
    this.#set(withMessage(this.state(), message))
  }

  admit = (person: WaitingPerson) => this.#act('admit', { person_id: person.person_id })
  refuse = (person: WaitingPerson) => this.#act('refuse', { person_id: person.person_id })
  mute = (peer: Peer) => this.#act('mute', { peer_id: peer.peer_id })
  remove = (peer: Peer) => this.#act('remove', { person_id: peer.person_id })

  async setAdmission(admission: Admission): Promise<void> {
    await ask(meetings.setAdmission, { body: { bookingId: this.#bookingId, admission } })
    this.#set({ admission })
  }

  #listen(socket: Socket): void {
    const news: { [Name in keyof MeetingNews]: MeetingNews[Name] } & Record<
      'connect' | 'disconnect',
      () => void
    > = {
      connect: () => void this.#connect(),
      disconnect: () => this.#set({ connected: false, lost: true }),
      peer: peer => this.#hear(() => this.#updatePeer(peer)),
      left: ({ peer_id }) => this.#hear(() => this.#removePeer(peer_id)),
      signal: ({ from, ...signal }) => this.#onSignal?.(from, signal as Signal),
      message: message => this.#set(withMessage(this.state(), message)),
      waiting: ({ people }) => this.#set(withWaiting(this.state(), people)),
      admitted: () => void this.#connect(),
      refused: () => this.#end({ how: 'refused' }),
      muted: () => {
        void this.#local.toggle('microphone', false)
        toast.message('The host muted your microphone.')
      },
      removed: () => this.#end({ how: 'removed' }),
      replaced: () => this.#end({ how: 'replaced' }),
      admission: ({ admission }) => this.#set({ admission }),
      closed: () => this.#end({ how: 'closed' }),
    }
    for (const [name, listener] of Object.entries(news)) {
      socket.on(name, listener as (data: unknown) => void)
      this.#stop.push(() => socket.off(name, listener as (data: unknown) => void))
    }
  }

  /** Enters over the current connection, with new credentials if the old ones are refused. */
  async #connect(): Promise<void> {
    if (this.state().phase === 'ended') return
    // A reason to enter again, such as being admitted, may come before the answer to the last attempt.
    this.#enterAgain = this.#isEntering
    if (this.#isEntering) return
    this.#isEntering = true
    this.#newsMeanwhile.length = 0
    try {
      const entered = await this.#requestEntry().catch(async error => {
        if (isPassing(error, this.state().phase)) throw error
        await this.#renew()
        return this.#requestEntry()
      })
      if (entered.admitted) this.#applyEntry(entered)
      else this.#set({ phase: 'waiting', connected: true, lost: false })
    } catch (error) {
      if (!(error instanceof ProblemError)) this.#fail(error)
      else if (!isPassing(error, this.state().phase)) this.#end(endingOf(error, this.state().meeting))
      else {
        this.#set({ lost: isAway(error) })
        setTimeout(() => this.#socket?.connected && void this.#connect(), tryAgainMs)
      }
    } finally {
      this.#isEntering = false
    }
    if (this.#enterAgain && this.#socket?.connected) await this.#connect()
  }

  #requestEntry(): Promise<Entered> {
    const {
      you,
      meeting: { token },
    } = this.state()
    return this.#request('enter', { token, feed: this.#feed, ...(you && { peer_id: you.peer_id }) })
  }

  #applyEntry({ you, peers, waiting, admission, messages, media, closes_on }: Entry): void {
    if (this.state().phase === 'ended') return
    const everyone = [...peers, ...this.#stillHere(you, peers)]
    if (this.state().phase !== 'in') this.#set(withSaid(this.state(), 'You’re in the meeting'))
    this.#set({ phase: 'in', connected: true, lost: false, you, peers: everyone, admission, messages })
    this.#set(withWaiting(this.state(), waiting))
    for (const news of this.#newsMeanwhile.splice(0)) news()
    if (media === 'away') {
      // The browsers don't talk to each other anymore once the call has moved to the media server.
      if (this.#call instanceof PeerCall) {
        this.#call.close()
        this.#call = undefined
      }
      this.#call ??= this.#throughServer(null)
    } else if (this.#callKey !== callKeyOf(you, media)) {
      this.#call?.close()
      this.#callKey = callKeyOf(you, media)
      this.#call = media ? this.#throughServer(media) : this.#toEachOther(you.peer_id)
    }
    this.#placePeers()
    this.#call?.recover()
    this.#sentState = undefined
    this.#send()
    // Its times have changed, which ends everyone's connection.
    if (closes_on !== this.state().meeting.closes_on) this.#renew().catch(() => null)
  }

  /**
   * The server forgets who is here when its database crashes, and then everybody enters again, one after the
   * other. So people who aren't back yet stay for a while, if their picture or voice still comes.
   */
  #stillHere(you: Peer, peers: readonly Peer[]): Peer[] {
    if (this.state().you?.peer_id !== you.peer_id) return []
    const missing = stillHeard(this.state(), peers).map(one => ({ ...one, lost: true }))
    if (missing.length === 0) return []
    const wait = setTimeout(() => {
      for (const one of missing.filter(one => this.state().peers.includes(one))) this.#removePeer(one.peer_id)
    }, comeBackMs)
    this.#stop.push(() => clearTimeout(wait))
    return missing
  }

  #toEachOther(ownId: string): Call {
    const call = new PeerCall({
      ownId,
      iceServers: this.state().meeting.ice_servers,
      tracks: this.#local.state().tracks,
      // Without a connection nothing is queued: the state is sent again afterwards.
      send: (to, signal) => this.state().connected && this.#socket?.emit('signal', { to, ...signal }),
      onMedia: (peerId, media) => this.#receive(peerId, media),
    })
    this.#onSignal = (from, signal) => void call.receive(from, signal)
    return call
  }

  /** A call that asks for its place at the media server until it has one. */
  #throughServer(first: MediaAccess | null): Call {
    let access = first
    return new JanusCall({
      iceServers: this.state().meeting.ice_servers,
      tracks: this.#local.state().tracks,
      access: async () => {
        const known = access
        access = null
        this.#feed = null
        if (known) return known
        const entered = await this.#requestEntry()
        if (!entered.admitted || !entered.media || entered.media === 'away')
          throw new JanusError('There is no media server for this meeting')
        this.#callKey = callKeyOf(entered.you, entered.media)
        return entered.media
      },
      onJoined: feed => {
        this.#feed = feed
        this.#tellJoined(feed)
      },
      onFailed: error => this.#fail(error),
      onMedia: (peerId, media) => this.#receive(peerId, media),
    })
  }

  /** Until the others know of it, they neither see nor hear this person. */
  #tellJoined(feed: number): void {
    this.#request('joined', { feed }).catch(() => {
      setTimeout(
        () => this.#feed === feed && this.state().phase === 'in' && this.#tellJoined(feed),
        tryAgainMs,
      )
    })
  }

  #receive(peerId: string, received: RemoteMedia | null): void {
    const media = new Map(this.state().media)
    if (received) media.set(peerId, received)
    else media.delete(peerId)
    this.#set({ media })
  }

  #hear(news: () => void): void {
    if (this.#isEntering) this.#newsMeanwhile.push(news)
    news()
  }

  #updatePeer(peer: Peer): void {
    const known = this.state().peers.find(one => one.peer_id === peer.peer_id)
    this.#setPeers(withPeer(this.state(), peer))
    if (known?.lost && !peer.lost) this.#call?.recover()
  }

  #removePeer(peerId: string): void {
    this.#setPeers(withoutPeer(this.state(), peerId))
  }

  #setPeers(changed: Partial<MeetingState>): void {
    this.#set(changed)
    if (changed.peers) this.#placePeers()
  }

  #placePeers(): void {
    this.#call?.setPeers(this.state().peers.map(({ peer_id, feed }) => ({ id: peer_id, feed })))
  }

  /** Sends the current media, and tells the others which there are. */
  #send(): void {
    const { tracks, on } = this.#local.state()
    for (const source of sources.filter(one => this.#sentTracks[one] !== tracks[one])) {
      void this.#call?.setTrack(source, tracks[source])
    }
    this.#sentTracks = tracks
    const { hand, board } = this.state()
    // Others would see its last picture, frozen.
    const camera = on.camera && !tracks.camera?.muted
    const state: PeerState = { ...on, camera, hand, board }
    if (this.state().phase !== 'in' || !this.state().connected || isSame(state, this.#sentState)) return
    this.#sentState = state
    this.#set({ you: { ...this.state().you!, state } })
    this.#request('state', state).catch(() => {
      this.#sentState = undefined
      setTimeout(() => this.#send(), tryAgainMs)
    })
  }

  /**
   * Renews the credentials: seldom in a call, and often where news may not reach the page, which learns from them that the host has let
   * the person in, or that they may not be there anymore.
   */
  async #stayAllowed(): Promise<void> {
    const { phase, connected } = this.state()
    const isReached = phase === 'in' && connected
    if (isReached && performance.now() - this.#renewedMs < renewalSeconds * 1000) return
    try {
      await this.#renew()
    } catch (error) {
      if (!(error instanceof ProblemError))
        logFailure('The credentials of a meeting couldn’t be renewed', error)
      else if (!isPassing(error, this.state().phase)) this.#end(endingOf(error, this.state().meeting))
      else if (presentMs() >= Date.parse(this.state().meeting.closes_on)) this.#end({ how: 'closed' })
      else this.#set({ lost: isAway(error) })
      return
    }
    if (this.state().phase === 'waiting' && this.state().meeting.admitted) await this.#connect()
  }

  async #renew(): Promise<void> {
    const meeting = await askToBeIn(this.#bookingId)
    this.#renewedMs = performance.now()
    this.#set({ meeting, lost: false })
    this.#call?.setIceServers(meeting.ice_servers)
  }

  /** Does something in the call, after a lost connection once the person is back in it. */
  async #act<D>(event: string, data: object): Promise<D> {
    if (!this.state().connected) await this.#isBack()
    return this.#request<D>(event, data)
  }

  #isBack(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const wait = setTimeout(() => reject(offlineProblem()), waitAtMostMs)
    const stop = this.subscribe(() => this.state().connected && resolve())
    return promise.finally(() => {
      clearTimeout(wait)
      stop()
    })
  }

  #request<D>(event: string, data: object): Promise<D> {
    return request<D>(this.#socket!, event, data)
  }

  /** Ends for good, because a retry would hit the same bug of ours. */
  #fail(error: unknown): void {
    logFailure('A meeting failed', error)
    this.#leave({ how: 'failed', text: problemText(error) })
  }

  #end(ending: Ending): void {
    if (this.state().phase === 'ended') return
    for (const stop of this.#stop.splice(0)) stop()
    this.#call?.close()
    this.#local.close()
    this.#set({ phase: 'ended', ending })
  }

  #set(changed: Partial<MeetingState>): void {
    this.#store.set({ ...this.state(), ...changed })
  }
}

/** Why a person is out whom the server refuses. */
function endingOf({ code, detail }: ProblemError, { ends_on }: Meeting): Ending {
  if (code === 'conflict' && presentMs() >= Date.parse(ends_on)) return { how: 'closed' }
  if (code === 'conflict' && detail === canceledText) return { how: 'canceled' }
  if (code === 'conflict' && detail === placeCanceledText) return { how: 'place canceled' }
  if (code === 'forbidden') return { how: 'refused' }
  if (code === 'unauthenticated')
    return { how: 'failed', text: 'You’ve been signed out. Sign in again and open the meeting.' }
  return { how: 'failed', text: detail }
}

function callKeyOf(you: Peer, media: MediaAccess | null): string {
  return `${you.peer_id} ${media?.url} ${media?.room} ${media?.feed}`
}

function isSame(one: PeerState, other: PeerState | undefined): boolean {
  return (
    other !== undefined &&
    Object.entries(one).every(([key, value]) => other[key as keyof PeerState] === value)
  )
}
