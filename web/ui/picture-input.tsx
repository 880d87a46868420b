import type { RefObject } from 'react'
import { pictureTypes } from '../../domain/profiles/pictures.ts'

type PictureInputProps = { ref: RefObject<HTMLInputElement | null>; label: string; onPick: (file: File) => void }

/** A hidden file input. A button of the caller opens it. */
export function PictureInput({ ref, label, onPick }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      // Phones that store photos in another format convert them to JPEG when the input lists these types.
      accept={pictureTypes.join(',')}
      aria-label={label}
      className="hidden"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // We clear the value so that choosing the same file again triggers a change.
        currentTarget.value = ''
        if (file) onPick(file)
      }}
    />
  )
}
