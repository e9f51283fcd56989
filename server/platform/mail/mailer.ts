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
  /** Identifies the message across attempts to send it. */
  id: string
}

export type Mailer = { send(message: Message): Promise<void> }

/** Sends mail over SMTP. Only jobs call it, which retry; a person never waits for it. */
export function createMailer(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  tracing?: Tracing,
): Mailer {
  const transport = nodemailer.createTransport(mail.smtpUrl, { from: mail.from })
  const host = new URL(publicUrl).hostname
  return {
    async send({ to, subject, text, html, replyTo, unsubscribeUrl, id }) {
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
      await sent
    },
  }
}
