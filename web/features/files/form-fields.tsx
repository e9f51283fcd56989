import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { startOf } from '#web/ui/dialog-start.ts'

/**
 * The fields of a form, disabled while it is sent. The focus of one of them, which would fall to the page, goes to the form's submit
 * button. A dialog that opened before its form could be filled in moves on to its first field.
 */
export function FormFields({ disabled, children }: { disabled: boolean; children: ReactNode }) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const before = useRef(disabled)
  useLayoutEffect(() => {
    const begins = disabled && !before.current
    const ends = !disabled && before.current
    before.current = disabled
    const focused = document.activeElement
    const dialog = fields.current?.closest<HTMLElement>('[role="dialog"]')
    if (ends && dialog && dialog === focused) {
      const start = startOf(dialog)
      if (start !== true) start.focus()
    }
    // Not every browser has taken the focus away by now.
    if (!begins || (focused !== document.body && !fields.current?.contains(focused))) return
    const controls = [...(fields.current?.form?.elements ?? [])]
    const submit = controls.find(one => one instanceof HTMLButtonElement && one.type === 'submit')
    if (submit instanceof HTMLElement) submit.focus()
  }, [disabled])
  return (
    <fieldset ref={fields} disabled={disabled} className="flex min-w-0 flex-col gap-5 pt-1">
      {children}
    </fieldset>
  )
}
