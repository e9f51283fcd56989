import type { FastifyReply } from 'fastify'

/** Answers with a calendar file, which browsers save as `filename` and never cache: its meeting may move. */
export function sendCalendar(reply: FastifyReply, filename: string, file: string): FastifyReply {
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-disposition', `attachment; filename="${filename}"`)
    .send(file)
}
