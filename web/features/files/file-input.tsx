import type { ComponentProps } from 'react'

/** A file input for screen readers and keyboards; sighted people see the label around it. */
export function FileInput({
  onFiles,
  ...props
}: Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & { onFiles: (files: File[]) => void }) {
  return (
    <input
      {...props}
      type="file"
      className="sr-only"
      onChange={({ currentTarget: input }) => {
        onFiles([...(input.files ?? [])])
        // So that the same file can be chosen again after it was removed.
        input.value = ''
      }}
    />
  )
}
