import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { support } from '#shared/api/support.ts'
import { moneyMail } from './money-mail.ts'
import { sendMessage } from './send-message.ts'
import { supportMail } from './support-mail.ts'

/** Messages to the operators. */
export function supportRoutes(implement: Implement, deps: Deps): void {
  supportMail.define(deps)
  moneyMail.define(deps)

  implement(support.send, async ({ body, login }) => {
    await sendMessage(deps, login, body)
    return { status: 'success' }
  })
}
