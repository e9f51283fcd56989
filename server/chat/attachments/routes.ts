import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { attachments } from '#shared/api/attachments.ts'
import type { ChatLogin } from '../people/read-login.ts'
import { acceptAttachment } from './accept-attachment.ts'
import { defineRemovals } from './remove.ts'
import { announceUpload, downloadLink } from './upload.ts'

/** Files of messages. */
export function attachmentRoutes(implement: Implement<ChatLogin>, deps: Deps): void {
  defineRemovals(deps)

  implement(attachments.upload, async ({ params, body, login }) => ({
    status: 'success',
    ...(await announceUpload(deps, login.userId, params.id, body)),
  }))

  implement(attachments.accept, async ({ params, login }) => ({
    status: 'success',
    ...(await acceptAttachment(deps, login.userId, params.id)),
  }))

  implement(attachments.link, async ({ params, login }) => {
    return { status: 'success', ...(await downloadLink(deps, login.userId, params.id)) }
  })
}
