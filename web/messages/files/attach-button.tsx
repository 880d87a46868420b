import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

/** Opens the picker of the device. It offers what we take; the server decides by the content. */
const accepted = 'image/*,audio/*,video/*,.pdf,.txt,.csv,.ics,.zip,.docx,.xlsx,.pptx,.odt,.ods,.odp'

export function AttachButton({ onPick }: { onPick: (files: File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Attach pictures or files" onClick={() => field.current?.click()} className="-ml-2 text-soft">
        <Paperclip size={20} aria-hidden="true" />
      </IconButton>
      <input
        ref={field}
        type="file"
        multiple
        accept={accepted}
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // The same file can be picked again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}
