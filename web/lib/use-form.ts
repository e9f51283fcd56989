import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ProblemError } from './problem-error.ts'
import { sendingText } from './problem-text.ts'

/** A form's faults, in words, by field. */
export type Faults<Name extends string> = Partial<Record<Name, string | undefined>>

/** What the parts of a form need from it. */
export type FormState = {
  /** Props for the `<form>`. */
  props: {
    id: string
    ref: React.RefObject<HTMLFormElement | null>
    noValidate: true
    onSubmit: (event: FormEvent) => void
  }
  pending: boolean
  /** Why it couldn't be sent, in words. */
  failure: string | undefined
}

/** One field of a form, for the component that shows it. */
export type FormField<Value> = {
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

const wrongControl = '[aria-invalid="true"], [data-invalid] input'

/**
 * A form. Its faults show on the first attempt to send it, and the first such field gets the focus. A failed
 * call keeps what was typed, and the server's message about a field shows there until that field changes.
 */
export function useForm<Values extends object, Name extends string = keyof Values & string>({
  initial,
  check,
  atOnce = [],
  sending = { isPending: false, error: null },
  fieldOf = path => path.replace(/^body\./, '') as Name,
  onSubmit,
}: {
  initial: Values | (() => Values)
  check: (values: Values) => Faults<Name>
  /** Fields whose faults show while typing. */
  atOnce?: readonly NoInfer<Name>[]
  /** The mutation that sends it, if it goes to the server. */
  sending?: { isPending: boolean; error: Error | null }
  /** The form field for a fault of the call, if its name differs there. */
  fieldOf?: (path: string) => NoInfer<Name> | null
  onSubmit: (values: Values) => void
}) {
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [start] = useState(initial)
  const [values, setValues] = useState(start)
  const [tries, setTries] = useState(0)
  const [sent, setSent] = useState<Values | null>(null)
  const [refused, setRefused] = useState<Faults<Name>>({})
  const { isPending: pending, error } = sending
  const standing = check(values)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try and each failure moves the focus, and nothing else does
  useEffect(() => {
    if (tries > 0) element.current?.querySelector<HTMLElement>(wrongControl)?.focus()
  }, [tries, error, refused])

  function faultAt(name: Name): string | undefined {
    if (tries > 0 || atOnce.includes(name)) {
      const fault = standing[name]
      if (fault) return fault
    }
    if (!sent || valueAt(sent, name) !== valueAt(values, name)) return
    const faults = error instanceof ProblemError ? error.fields : []
    return refused[name] ?? faults.find(({ path }) => fieldOf(path) === name)?.message
  }

  function set(part: Partial<Values> | ((values: Values) => Partial<Values>)) {
    setValues(before => ({ ...before, ...(typeof part === 'function' ? part(before) : part) }))
  }

  const state: FormState = {
    props: {
      id,
      ref: element,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault()
        if (pending) return
        setTries(tries + 1)
        if (Object.values(standing).some(Boolean)) return
        setSent(values)
        setRefused({})
        onSubmit(values)
      },
    },
    pending,
    failure: error ? sendingText(error) : undefined,
  }
  return {
    ...state,
    values,
    set,
    faultAt,
    /** The server's faults by field, if several calls send the form. */
    refuse: setRefused,
    field<Key extends keyof Values & Name>(name: Key): FormField<Values[Key]> {
      return {
        value: values[name],
        onChange: value => set({ [name]: value } as unknown as Partial<Values>),
        error: faultAt(name),
      }
    },
    /** Resets to the given values or to the initial ones. */
    reset(to: Values | ((values: Values) => Values) = start) {
      setValues(to)
      setTries(0)
      setSent(null)
      setRefused({})
    },
  }
}

/** A form's value under a name, which may be dotted. */
function valueAt(values: object, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)
}
