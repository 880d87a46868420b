import { Camera, FileUp, ImageUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { pictureTypes } from '../../../domain/profiles/pictures.ts'
import { Button } from '../../ui/button.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { type InputProps, listIn, textsOf } from './field-props.ts'
import { FileRow, UploadRow } from './file-rows.tsx'
import type { FileUploads } from './file-uploads.ts'
import { useAnswerStore, useFormFacts, useUploads } from './form-context.ts'
import { Question } from './question.tsx'

type FileProps = InputProps<'file'> | InputProps<'photo'>

/** Files are sent when they are chosen. Their answer is the list of their ids. */
export function FileInput(props: FileProps) {
  const { uploads } = useFormFacts()
  const { field } = props
  if (uploads) return <Files {...props} uploads={uploads} />
  return (
    <Question {...textsOf(props)}>
      <Button disabled className="justify-self-start">
        <FileUp size={18} aria-hidden="true" /> {addWords(field, 0)}
      </Button>
    </Question>
  )
}

type AskedField = FileProps['field']
const addWords = ({ kind }: AskedField, count: number) =>
  count > 0 ? 'Add another' : kind === 'photo' ? 'Choose a photo' : 'Choose a file'
const nounsOf = ({ kind, maxFiles }: AskedField) => `${kind}${maxFiles === 1 ? '' : 's'}`

function Files({ uploads, ...props }: FileProps & { uploads: FileUploads }) {
  const { field, path, value, onChange, error } = props
  const store = useAnswerStore()
  const anchor = store.anchorOf(path)
  const ids = listIn(value)
  const onTheirWay = useUploads(uploads, anchor)
  const button = useRef<HTMLButtonElement>(null)
  const [tooMany, setTooMany] = useState(false)
  const [news, setNews] = useState('')
  const isPhoto = field.kind === 'photo'
  const count = ids.length + onTheirWay.length
  const room = field.maxFiles - count
  useFocusAfterRemoval(button, count)

  const add = (files: readonly File[]) => {
    setTooMany(files.length > room)
    for (const file of files.slice(0, Math.max(0, room))) {
      uploads.add({
        ...{ field: field.id, anchor, isPhoto, file },
        onDone: (sent, now) => {
          const place = store.findAnchor(now)
          if (!place) return false
          store.noteFile(sent)
          // Another file may have arrived since this was drawn.
          store.setAnswer(place, (before: unknown) => [...listIn(before), sent.id])
          setNews(`${sent.name} was added.`)
          return true
        },
      })
    }
  }
  const remove = (id: string) => {
    setTooMany(false)
    onChange((before: unknown) => listIn(before).filter((one) => one !== id))
    uploads.remove(id)
  }
  const limit = `You can add up to ${field.maxFiles} ${nounsOf(field)}.`
  return (
    <Question {...textsOf(props)} error={tooMany ? limit : error}>
      {field.maxFiles > 1 && (
        <p className="text-small text-soft">
          Up to {field.maxFiles} {nounsOf(field)}.
        </p>
      )}
      {count > 0 && (
        <ul aria-label={field.label} className="grid gap-2">
          {ids.map((id, index) => (
            <FileRow
              key={id}
              file={store.readFile(id)}
              fallback={`${isPhoto ? 'Photo' : 'File'} ${index + 1}`}
              previewUrl={uploads.previewOf(id)}
              isPhoto={isPhoto}
              onRemove={() => remove(id)}
            />
          ))}
          {onTheirWay.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => uploads.retry(upload.key)}
              onRemove={() => uploads.drop(upload.key)}
            />
          ))}
        </ul>
      )}
      {room > 0 && (
        <div className="flex flex-wrap gap-2.5">
          <PickButton ref={button} label={field.label} isMany={room > 1} accept={isPhoto ? pictureTypes : null} onPick={add}>
            {isPhoto ? <ImageUp size={18} aria-hidden="true" /> : <FileUp size={18} aria-hidden="true" />} {addWords(field, count)}
          </PickButton>
          {isPhoto && (
            // Some phones offer only their pictures where several types are asked for.
            <PickButton
              label={`${field.label}: camera`}
              accept={pictureTypes}
              isCamera
              onPick={add}
              className="hidden pointer-coarse:inline-flex"
            >
              <Camera size={18} aria-hidden="true" /> Take a photo
            </PickButton>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
    </Question>
  )
}

type PickButtonProps = {
  ref?: React.Ref<HTMLButtonElement>
  label: string
  accept: readonly string[] | null
  isMany?: boolean
  isCamera?: boolean
  onPick: (files: readonly File[]) => void
  className?: string
  children: React.ReactNode
}

function PickButton({ ref, label, accept, isMany = false, isCamera = false, onPick, className = '', children }: PickButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        // Phones that store photos in another format convert them to JPEG when the input lists these types.
        {...(accept && { accept: accept.join(',') })}
        {...(isCamera && { capture: 'environment' as const })}
        multiple={isMany}
        aria-label={label}
        className="hidden"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // The same file can be chosen again after a failure.
          currentTarget.value = ''
          if (files.length > 0) onPick(files)
        }}
      />
      <Button {...(ref && { ref })} onClick={() => input.current?.click()} className={className}>
        {children}
      </Button>
    </>
  )
}
