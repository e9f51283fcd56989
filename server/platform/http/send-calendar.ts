import type { FastifyReply } from 'fastify'

/** Answers a calendar file, which browsers keep under `filename` and never reuse: what it tells of may move. */
export function sendCalendar(reply: FastifyReply, filename: string, file: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .header('cache-control', 'no-store')
    .send(file)
}
