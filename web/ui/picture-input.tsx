import type { RefObject } from 'react'
import { pictureTypes } from '../../domain/profiles/pictures.ts'

type PictureInputProps = { ref: RefObject<HTMLInputElement | null>; label: string; onPick: (file: File) => void }

/** Never seen: a button of the caller opens it. */
export function PictureInput({ ref, label, onPick }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      // A phone that keeps its photos in another format hands over a JPEG when asked like this.
      accept={pictureTypes.join(',')}
      aria-label={label}
      className="hidden"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? []
        // The same file may be chosen once more.
        currentTarget.value = ''
        if (file) onPick(file)
      }}
    />
  )
}
