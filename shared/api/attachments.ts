import * as z from 'zod/mini'
import { documentTypes } from '../domain/file-types.ts'
import { pdfChanges } from '../domain/pdf-changes.ts'
import { defineCall } from './contract.ts'
import { line, success, uuid } from './fields.ts'

const MiB = 1024 * 1024

export const attachmentLimits = { bytes: 25 * MiB, perHour: 60, perDay: 100, bytesPerDay: 500 * MiB } as const

/**
 * A file in a message. The server redraws pictures before anyone sees them; other documents become PDFs
 * first.
 */
export const attachment = z.object({
  id: uuid,
  name: z.string(),
  type: z.string(),
  size: z.number(),
})
export type Attachment = z.output<typeof attachment>

const types = Object.keys(documentTypes) as [keyof typeof documentTypes]

export const attachments = {
  upload: defineCall({
    method: 'POST',
    path: '/chat/api/conversations/{id}/attachments',
    summary:
      'A signed link, valid once and for ten minutes, to upload one PDF or picture for a conversation.',
    access: 'chat',
    params: z.object({ id: uuid }),
    body: z.object({
      name: line(200, 'File name'),
      type: z.enum(types, 'You can only send PDFs and pictures.'),
      size: z
        .number()
        .check(
          z.int(),
          z.gte(1, 'This file is empty.'),
          z.lte(attachmentLimits.bytes, `Files can be up to ${attachmentLimits.bytes / MiB} MB.`),
        ),
    }),
    output: z.object({
      status: success,
      id: uuid,
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      expires_at: z.iso.datetime(),
    }),
    errors: ['not_found', 'invalid', 'conversation_closed', 'request_pending', 'quota_exceeded'],
    perMinute: 60,
  }),
  accept: defineCall({
    method: 'POST',
    path: '/chat/api/attachments/{id}/accept',
    summary: 'Check an upload, so that a message can include it. Accepted twice, it is the same file.',
    access: 'chat',
    checksFile: true,
    params: z.object({ id: uuid }),
    output: z.object({ status: success, attachment, changes: z.array(z.enum(pdfChanges)) }),
    errors: ['not_found', 'too_large', 'broken_file', 'encrypted_file', 'unsafe_file', 'unavailable'],
    perMinute: 60,
  }),
  link: defineCall({
    method: 'GET',
    path: '/chat/api/attachments/{id}/link',
    summary: 'A signed link, valid for 60 seconds, to a file in your conversations.',
    access: 'chat',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, url: z.string(), expires_at: z.iso.datetime() }),
    errors: ['not_found'],
  }),
}
