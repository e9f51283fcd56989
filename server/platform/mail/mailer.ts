import type { FastifyBaseLogger } from 'fastify'
import nodemailer from 'nodemailer'
import type { Config } from '#server/config/config.ts'
import type { Tracing } from '../tracing/tracing.ts'

export type Message = {
  to: string
  subject: string
  text: string
  html?: string
  /** The reply address, if it isn't the sender's. */
  replyTo?: string
  /**
   * The unsubscribe address, for a person who opens it and for a mail program that posts to it (RFC 8058).
   */
  unsubscribeUrl?: string
  /** Identifies the message across attempts to send it: letters, digits, dots, dashes and underscores. */
  id: string
}

export type Mailer = {
  /**
   * What the mail server did with it: `no mailbox` if there is none or it takes no mail, which no later attempt changes, and `full` if
   * it has no room. Throws where another attempt may succeed.
   */
  send(message: Message): Promise<'sent' | 'no mailbox' | 'full'>
}

/**
 * The answer that a mailbox doesn't exist, takes no mail or is full (RFC 3463, 3.2 and 3.3). Other refusals, such as
 * `5.7.1` for a relay that doesn't know us, or those of the sender's address, end once somebody changes a
 * setting.
 */
const rejected = /^5\d\d[ -]5\.(1\.(?:[1-6]|10)|2\.[12])\b/

/** Sends mail over SMTP. Only jobs call it, which retry; a person never waits for it. */
export function createMailer(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  log: FastifyBaseLogger,
  tracing?: Tracing,
): Mailer {
  // By default it waits for two minutes, and then for ten minutes of silence: meanwhile, mail of the same kind waits too.
  const transport = nodemailer.createTransport(
    { url: mail.smtpUrl, requireTLS: mail.requireTls, connectionTimeout: 20_000, socketTimeout: 60_000 },
    { from: mail.from },
  )
  const host = new URL(publicUrl).hostname
  return {
    async send({ to, subject, text, html, replyTo, unsubscribeUrl, id }) {
      // Strict receivers refuse a Message-ID with a space or a colon (RFC 5322, 3.6.4).
      if (!/^[\w.-]+$/.test(id)) throw new Error(`No Message-ID can be made of ${id}`)
      const sent = transport.sendMail({
        // As an object, the address is never parsed as a list: "a@x.edu, b@y.edu" stays one (refused) address.
        to: { address: to, name: '' },
        ...(replyTo && { replyTo: { address: replyTo, name: '' } }),
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })
      tracing?.outsideCall('SMTP', new URL(mail.smtpUrl).host, sent)
      try {
        await sent
        return 'sent'
      } catch (error) {
        const { command, response = '' } = error as { command?: string; response?: string }
        const [refusal, detail] = command === 'RCPT TO' ? (rejected.exec(response) ?? []) : []
        if (!refusal) throw error
        const isFull = detail === '2.2'
        const why = isFull ? 'the mailbox is full' : 'there is no such mailbox'
        // The rest of the answer often has the address.
        log.warn({ mail: id, refusal }, `an email was rejected: ${why}`)
        return isFull ? 'full' : 'no mailbox'
      }
    },
  }
}
