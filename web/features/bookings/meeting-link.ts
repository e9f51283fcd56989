import type { MouseEvent } from 'react'
import { isPlainClick } from '#web/lib/plain-click.ts'

/** The props of a link that opens a meeting in a full-screen window of its own, without access to this one. */
export function meetingLink(id: string) {
  const address = `/meeting/live/${id}`
  return {
    href: address,
    target: '_blank',
    rel: 'noopener',
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      const { availWidth, availHeight } = screen
      open(address, '_blank', `noopener,popup,left=0,top=0,width=${availWidth},height=${availHeight}`)
    },
  }
}
