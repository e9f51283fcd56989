import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { JanusError, type JanusLine, openLine } from './janus-line.ts'
import { feedOf, requestToken, roomToken } from './janus-tokens.ts'

/** A room at one of the media servers. */
export type MediaRoom = { url: string; room: number; secret: string }

export type Janus = {
  /**
   * Creates a room at the instance with the fewest people; null if no instance is reachable. The former room is kept instead if its
   * instance answers after all.
   */
  open(former?: MediaRoom | null): Promise<MediaRoom | null>
  /** Makes sure that a room exists, as after a restart of its instance; false if that is unreachable. */
  keep(room: MediaRoom): Promise<boolean>
  /**
   * Removes everyone who isn't listed, for good: their tokens stop working. Does nothing if the room is gone.
   */
  keepOnly(room: MediaRoom, present: () => Promise<readonly number[]>): Promise<void>
  remove(room: MediaRoom): Promise<void>
  /** Admits one person until then, unless they are removed earlier. */
  letIn(
    room: MediaRoom,
    feed: number,
    until: Temporal.Instant,
  ): Promise<{ token: string; room_token: string }>
}

const roomExists = 427
const noSuchRoom = 426
const noSuchFeed = 428

/** Ignores a refusal that means there is nothing to do. */
const unless = (code: number) => (error: unknown) => {
  if (!(error instanceof JanusError && error.code === code)) throw error
}

type Parts = { settings: NonNullable<Config['janus']>; log: FastifyBaseLogger }

/**
 * Video rooms (janus.plugin.videoroom) on any number of Janus gateways. Only the server knows the admin key
 * that creates them; people join with tokens that it signs.
 */
export function createJanus({ settings, log }: Parts): Janus {
  const { urls, adminKey, tokenSecret } = settings

  async function at<T>(url: string, work: (line: JanusLine) => Promise<T>): Promise<T> {
    // By the machine's clock, which Janus uses too.
    const line = await openLine(url, requestToken(tokenSecret, Temporal.Now.instant().add({ minutes: 1 })))
    try {
      return await work(line)
    } finally {
      line.close()
    }
  }

  const make = ({ url, room, secret }: MediaRoom) =>
    at(url, line =>
      line
        .ask({
          request: 'create',
          admin_key: adminKey,
          room,
          secret,
          is_private: true,
          // A signed token lasts for the whole meeting, so the room's own list decides whose token still
          // counts.
          signed_tokens: true,
          allowed: [],
          // A person who only watched would be invisible.
          require_pvtid: true,
          // More than there ever are: the list decides who may publish, and a meeting can get more room later.
          publishers: 10_000,
          bitrate: 1_500_000,
          bitrate_cap: true,
          fir_freq: 10,
          audiocodec: 'opus',
          videocodec: 'vp8',
          audiolevel_event: true,
          // Any publisher may ask to be recorded, under a name of their choice. No file can be below this one;
          // `lock_record` wouldn't hold for `joinandconfigure`.
          rec_dir: '/dev/null',
        })
        .catch(unless(roomExists)),
    )

  /** The number of people in an instance's rooms. */
  async function loadOf(url: string): Promise<number> {
    const { list } = await at(url, line => line.ask({ request: 'list', admin_key: adminKey }))
    return (list as { num_participants: number }[]).reduce((sum, room) => sum + room.num_participants, 0)
  }

  const unreachable = (url: string) => (error: Error) => {
    log.warn({ url, reason: error.message }, 'a media server can’t be used')
    return null
  }

  const keep: Janus['keep'] = async room => {
    // An instance removed from the settings is no longer ours to use.
    if (!urls.includes(room.url)) return false
    return (await make(room).then(() => true, unreachable(room.url))) ?? false
  }

  return {
    async open(former) {
      const loads = await Promise.all(
        urls.map(async url => ({ url, load: await loadOf(url).catch(unreachable(url)) })),
      )
      const usable = loads.flatMap(({ url, load }) => (load === null ? [] : [{ url, load }]))
      // It may only have been slow a moment ago, and the people in the room stay together.
      if (former && usable.some(({ url }) => url === former.url) && (await keep(former))) return former
      for (const { url } of usable.sort((a, b) => a.load - b.load)) {
        const room = { url, room: randomInt(1, 2 ** 47), secret: randomBytes(24).toString('base64url') }
        const made = await make(room).then(() => true, unreachable(url))
        if (made) return room
      }
      return null
    },
    keep,
    async keepOnly({ url, room, secret }, present) {
      await at(url, async line => {
        const listed = await line.ask({ request: 'allowed', action: 'add', room, secret, allowed: [] })
        // Asked after each list, so that a person admitted meanwhile isn't mistaken for one who left.
        const allowed = new Set(await present())
        const gone = (listed.allowed as string[]).filter(token => !allowed.has(feedOf(token)))
        await line.ask({ request: 'allowed', action: 'remove', room, secret, allowed: gone })
        const { participants } = await line.ask({ request: 'listparticipants', room })
        const staying = new Set(await present())
        for (const { id } of participants as { id: number }[]) {
          if (!staying.has(id))
            await line.ask({ request: 'kick', room, secret, id }).catch(unless(noSuchFeed))
        }
      }).catch(unless(noSuchRoom))
    },
    async remove({ url, room, secret }) {
      await at(url, line => line.ask({ request: 'destroy', room, secret })).catch(unless(noSuchRoom))
    },
    async letIn({ url, room, secret }, feed, until) {
      const room_token = roomToken(tokenSecret, room, feed, until)
      await at(url, line =>
        line.ask({ request: 'allowed', action: 'add', room, secret, allowed: [room_token] }),
      )
      return { token: requestToken(tokenSecret, until), room_token }
    },
  }
}
