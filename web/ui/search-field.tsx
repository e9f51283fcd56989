import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { cx } from './cx.ts'
import { inputClass } from './input.tsx'

type SearchFieldProps = {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  size?: 'md' | 'lg'
}

const sizes = {
  md: { input: 'h-10 px-9 touch-target', icon: 'left-3 size-4', clear: 'w-10 touch-target' },
  lg: { input: 'h-12 px-12 sm:text-16', icon: 'left-4 size-5', clear: 'w-12' },
}

/**
 * A filter for the list below it. A cross clears it, and so does Escape, before that closes a dialog around
 * it.
 */
export function SearchField({ label, placeholder, value, onChange, size = 'md' }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  const clearFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !value) return
    event.preventDefault()
    event.stopPropagation()
    clear()
  }
  return (
    <div className="relative">
      <Search
        aria-hidden="true"
        className={cx('pointer-events-none absolute inset-y-0 my-auto text-ink-faint', sizes[size].icon)}
      />
      <input
        ref={input}
        type="search"
        dir="auto"
        aria-label={label}
        placeholder={placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={clearFirst}
        className={cx(inputClass, sizes[size].input, '[&::-webkit-search-cancel-button]:hidden')}
      />
      {value && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={clear}
          className={cx(
            'absolute inset-y-0 right-0 inline-flex items-center justify-center rounded-10 text-ink-faint hover:text-ink',
            sizes[size].clear,
          )}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
}
