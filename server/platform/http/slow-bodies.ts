import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which takes a while over a slow line. */
    takesFile?: boolean
  }
}

const longestMs = { call: 20_000, file: 30 * 60_000 }

/**
 * Disconnects a client that sends a body drop by drop: each drop resets the idle timeout, so the socket would
 * stay open forever.
 */
export function cutSlowBodies(
  { raw, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (encoding !== undefined || Number(length ?? 0) !== 0) {
    const timer = setTimeout(
      () => {
        if (!raw.complete) raw.socket.destroy()
      },
      longestMs[routeOptions.config.takesFile ? 'file' : 'call'],
    )
    timer.unref()
    const arrived = () => clearTimeout(timer)
    raw.once('close', arrived)
    reply.raw.once('close', arrived)
  }
  done()
}

type Stall = { came: (bytes: number) => void; end: () => void }

/**
 * Disconnects a client that sends nothing of its file for this long, or so little of its `bytes` that it would never be done in time: the
 * room of the whole file stays taken from others while it comes. The caller says how much came, and when that was all.
 */
export function cutStalledBody(
  { raw }: FastifyRequest,
  { stallMs, bytes }: { stallMs: number; bytes: number },
): Stall {
  const begunAt = performance.now()
  const cut = () => raw.socket.destroy()
  const timer = setTimeout(cut, stallMs)
  let arrived = 0
  return {
    came(more) {
      arrived += more
      timer.refresh()
      const due = (bytes * (performance.now() - begunAt - stallMs)) / longestMs.file
      if (arrived < due) cut()
    },
    end: () => clearTimeout(timer),
  }
}

/** A file as the answer to a request, whose client is disconnected if it takes the file as slowly as no client may send one. */
export function answerNotStalled(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Readable,
  bounds: { stallMs: number; bytes: number },
): Readable {
  const stall = cutStalledBody(request, bounds)
  reply.raw.once('close', stall.end)
  // A part is read once there is room for it on its way to the client.
  const counted = async function* () {
    for await (const part of file) {
      stall.came((part as Buffer).length)
      yield part
    }
  }
  return Readable.from(counted(), { objectMode: false })
}

/** Whether a client hung up before all of its body was here. It reads no answer, so that isn't an error of ours. */
export function hungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}
