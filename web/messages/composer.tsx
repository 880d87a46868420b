import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { maxMessageLength } from '../../domain/messages/contract.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { dropDraft, readDraft, writeDraft } from '../ui/draft.ts'
import { controlClasses } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import type { ShownMessage } from './rows.ts'

/** What the composer writes: a new message, an answer, or a new text of a sent message. */
export type ComposerTask = { kind: 'new' } | { kind: 'reply'; message: ShownMessage } | { kind: 'edit'; message: ShownMessage }

type ComposerProps = {
  conversationId: string
  placeholder: string
  /** What stands before the field. */
  tools?: ReactNode
  task: ComposerTask
  onCancel: () => void
  onSend: (text: string) => void
  onTyping: () => void
  /** The person pressed Arrow Up in the empty field. */
  onEditLast: () => void
}

/** The counter appears when only this many characters are left. */
const countedLength = 200

/** On devices with a keyboard, Enter sends. Elsewhere it starts a new line, because there is no Shift key at hand. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

const draftKeyOf = (conversationId: string) => `message:${conversationId}`

export function Composer({ conversationId, placeholder, tools, task, onCancel, onSend, onTyping, onEditLast }: ComposerProps) {
  const draftKey = draftKeyOf(conversationId)
  const [draft, setDraft] = useState(() => readDraft(draftKey, { text: '' })?.values.text ?? '')
  /** Null while the person has not changed the text that they edit. */
  const [editedText, setEditedText] = useState<string | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isEditing = task.kind === 'edit'
  const text = isEditing ? (editedText ?? task.message.text ?? '') : draft
  const remaining = maxMessageLength - text.trim().length
  const maySend = text.trim() !== '' && remaining >= 0

  useEffect(() => {
    if (task.kind === 'new') {
      // On a phone, the focus would open the keyboard over the messages.
      if (hasKeyboard()) field.current?.focus({ preventScroll: true })
      return
    }
    setEditedText(null)
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [task])

  const change = (next: string) => {
    if (isEditing) return setEditedText(next)
    setDraft(next)
    if (next === '') dropDraft(draftKey)
    else writeDraft(draftKey, { text: next })
    if (next.trim() !== '') onTyping()
  }
  const send = () => {
    if (!maySend) return
    onSend(text.trim())
    if (!isEditing) change('')
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    // While a word is composed, for example in Japanese, Enter accepts the word.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey && hasKeyboard()) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && task.kind !== 'new') {
      event.preventDefault()
      onCancel()
    } else if (event.key === 'ArrowUp' && text === '' && task.kind === 'new') {
      event.preventDefault()
      onEditLast()
    }
  }
  return (
    <form
      data-bar="action"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="border-t border-line bg-card px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7 lg:bg-paper"
    >
      {task.kind !== 'new' && <TaskLine task={task} onCancel={onCancel} />}
      <div className="flex items-end gap-2.5">
        {tools}
        <textarea
          ref={field}
          rows={1}
          value={text}
          aria-label={isEditing ? 'Edit message' : placeholder}
          aria-invalid={remaining < 0 || undefined}
          placeholder={placeholder}
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKey}
          enterKeyHint={isEditing ? 'done' : undefined}
          className={controlClasses(
            remaining < 0,
            'field-sizing-content block max-h-44 min-h-11.5 min-w-0 flex-1 resize-none px-3.5 py-2.5',
          )}
        />
        <Button type="submit" variant="primary" aria-label={isEditing ? 'Save' : 'Send'} disabled={!maySend} className="max-sm:px-3.5!">
          <SendHorizontal size={18} aria-hidden="true" className="sm:hidden" />
          <span className="max-sm:hidden">{isEditing ? 'Save' : 'Send'}</span>
        </Button>
      </div>
      {remaining <= countedLength && (
        <p role="status" className={joinClasses('pt-1 text-small', remaining < 0 ? 'font-strong text-bad' : 'text-soft')}>
          {remaining < 0 ? `${-remaining} characters too many` : `${remaining} characters left`}
        </p>
      )}
    </form>
  )
}

function TaskLine({ task, onCancel }: { task: Exclude<ComposerTask, { kind: 'new' }>; onCancel: () => void }) {
  const { message } = task
  return (
    <div className="mb-2 flex items-center gap-3 border-l-2 border-court pl-3 text-small">
      <p className="min-w-0 flex-1">
        <span className="block font-strong">{task.kind === 'edit' ? 'Edit message' : `Reply to ${message.author.name}`}</span>
        <span className="block truncate text-soft">{message.text}</span>
      </p>
      <IconButton label={task.kind === 'edit' ? 'Cancel editing' : 'Cancel reply'} onClick={onCancel} className="text-soft">
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Stands in place of the composer while the viewer cannot write. */
export const ComposerNote = ({ children }: { children: ReactNode }) => (
  <div data-bar="action" className="border-t border-line bg-card px-4.5 pt-3.5 pb-[max(0.875rem,env(safe-area-inset-bottom))] sm:px-7">
    {children}
  </div>
)
