import type { ComponentProps } from 'react'

/** A file input that is heard and reached by the keyboard but not seen; the label around it is what one sees. */
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
        // So that the same file can be chosen again after it was taken out.
        input.value = ''
      }}
    />
  )
}
