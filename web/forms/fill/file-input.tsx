import { FileUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { readError } from '../../ui/read-error.ts'
import { type InputProps, listIn, textsOf } from './field-props.ts'
import { type SendFile, useFormFacts } from './form-context.ts'
import { Question } from './question.tsx'

type FileProps = InputProps<'file'> | InputProps<'photo'>

/** Files are sent when they are chosen. Their answer is the list of their ids. */
export function FileInput(props: FileProps) {
  const { sendFile } = useFormFacts()
  const texts = textsOf(props)
  if (sendFile) return <FileList {...props} sendFile={sendFile} />
  return (
    <Question {...texts}>
      <p className="text-soft">Files cannot be sent with this form yet.</p>
    </Question>
  )
}

function FileList({ sendFile, ...props }: FileProps & { sendFile: SendFile }) {
  const { field, value, onChange, error } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const ids = listIn(value)
  const send = async (file: File) => {
    setSending(true)
    setFailure(null)
    try {
      const sent = await sendFile(file)
      setNames((known) => new Map(known).set(sent, file.name))
      onChange([...ids, sent])
    } catch (cause) {
      setFailure(readError(cause).message)
    } finally {
      setSending(false)
    }
  }
  return (
    <Question {...textsOf(props)} error={failure ?? error}>
      {ids.length > 0 && (
        <ul className="grid gap-2">
          {ids.map((one, index) => (
            <li key={one} className="flex items-center gap-2 rounded-control border border-line bg-card pl-3.5">
              <span className="min-w-0 flex-1 truncate">{names.get(one) ?? `File ${index + 1}`}</span>
              <IconButton
                label={`Remove ${names.get(one) ?? `file ${index + 1}`}`}
                onClick={() => onChange(ids.filter((other) => other !== one))}
              >
                <X size={18} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        type="file"
        {...(field.kind === 'photo' && { accept: 'image/*' })}
        aria-label={field.label}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again after a failure.
          currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      {ids.length < field.maxFiles && (
        <Button isPending={isSending} pendingLabel="Sending" onClick={() => input.current?.click()} className="justify-self-start">
          <FileUp size={18} aria-hidden="true" /> {field.kind === 'photo' ? 'Add a photo' : 'Add a file'}
        </Button>
      )}
    </Question>
  )
}
