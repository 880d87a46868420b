import { SendHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { maxMessageLength } from '../../domain/messages/contract.ts'
import { hasTooManyMentions, maxMentions } from '../../domain/messages/mentions.ts'
import type { Face } from '../../domain/profiles/contract.ts'
import { type Shortcut, useScreenShortcuts } from '../shell/screen-shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { dropDraft, readDraft, writeDraft } from '../ui/draft.ts'
import { controlClasses } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { changeWords, type DraftWords, noWords, openWords, readStoredWords, writeSource } from './draft-words.ts'
import { AttachButton } from './files/attach-button.tsx'
import type { UnsentFile } from './files/unsent-file.ts'
import { useAttachments } from './files/use-attachments.tsx'
import { useDroppedFiles } from './files/use-dropped-files.ts'
import type { ShownMessage } from './rows.ts'
import { useMentionList } from './use-mention-list.tsx'
import { wordsOf } from './words-of.ts'

/** What the composer writes: a new message, an answer, or a new text of a sent message. */
export type ComposerTask = { kind: 'new' } | { kind: 'reply'; message: ShownMessage } | { kind: 'edit'; message: ShownMessage }

type ComposerProps = {
  conversationId: string
  viewerId: string
  placeholder: string
  /** These buttons stand before the field. They can write words behind what stands in it. */
  tools: (addWords: (words: string) => void) => ReactNode
  /** In slow mode, the person has to wait before they send the next message. They can write it before. */
  isPaused: boolean
  task: ComposerTask
  onCancel: () => void
  onSend: (text: string, files: UnsentFile[]) => void
  onTyping: () => void
  /** The person has picked somebody to mention. */
  onMention: (person: Face) => void
  /** The person pressed Arrow Up in the empty field. */
  onEditLast: () => void
}

/** The counter appears when only this many characters are left. */
const countedLength = 200

/** On devices with a keyboard, Enter sends. Elsewhere it starts a new line, because there is no Shift key at hand. */
const hasKeyboard = () => matchMedia('(hover: hover) and (pointer: fine)').matches

const shortcuts: Shortcut[] = [{ label: 'Edit my last message, in an empty field', keys: ['↑'] }]

const draftKeyOf = (conversationId: string) => `message:${conversationId}`

/** A sent message as its author edits it. */
const openSent = ({ source, mentioned }: ShownMessage): DraftWords =>
  openWords(source ?? '', (userId) => mentioned.find(({ id }) => id === userId)?.name)

export function Composer(props: ComposerProps) {
  const { conversationId, viewerId, placeholder, tools, isPaused, task, onCancel, onSend, onTyping, onMention, onEditLast } = props
  const draftKey = draftKeyOf(conversationId)
  useScreenShortcuts(shortcuts)
  const [draft, setDraft] = useState(() => readStoredWords(readDraft(draftKey, { ...noWords })?.values ?? noWords))
  /** Null while the person has not changed the text that they edit. */
  const [edited, setEdited] = useState<DraftWords | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const isEditing = task.kind === 'edit'
  const words = isEditing ? (edited ?? openSent(task.message)) : draft
  const { text } = words
  const source = writeSource(words).trim()
  const remaining = maxMessageLength - source.length
  const isTooMany = hasTooManyMentions(source)
  const attached = useAttachments(viewerId, conversationId)
  const hasContent = source !== '' || (attached.count > 0 && !isEditing)
  const maySend = hasContent && remaining >= 0 && !isTooMany && (isEditing || (!isPaused && !attached.isBlocked))
  const isDropping = useDroppedFiles(isEditing ? null : attached.add)

  useEffect(() => {
    if (task.kind === 'new') {
      // On a phone, the focus would open the keyboard over the messages.
      if (hasKeyboard()) field.current?.focus({ preventScroll: true })
      return
    }
    setEdited(null)
    field.current?.focus()
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [task])

  const [params, setParams] = useSearchParams()
  const { hash } = useLocation()
  const isReply = params.has('reply')
  const startReply = useEffectEvent(() => {
    // Words that were written there and not sent follow the #, so no server sees them.
    const words = new URLSearchParams(hash.slice(1)).get('words')
    if (words) {
      // They follow the draft, so that neither is lost. A text that is being edited stays as it is.
      const text = draft.text.trim() === '' ? words : `${draft.text}\n${words}`
      const next = changeWords(draft, text, text.length)
      setDraft(next)
      writeDraft(draftKey, next)
    }
    field.current?.focus()
    // Going back must not start it again.
    setParams(
      (before) => {
        before.delete('reply')
        return before
      },
      { replace: true },
    )
  })
  // A notification was tapped to answer it.
  useEffect(() => {
    if (isReply) startReply()
  }, [isReply])

  const change = (next: DraftWords) => {
    if (isEditing) return setEdited(next)
    setDraft(next)
    if (next.text === '') dropDraft(draftKey)
    else writeDraft(draftKey, next)
    if (next.text.trim() !== '') onTyping()
  }
  const addWords = (added: string) => {
    const next = /(^|\s)$/.test(text) ? text + added : `${text} ${added}`
    change(changeWords(words, next, next.length))
  }
  const mentions = useMentionList({ conversationId, field, words, onChange: change, onPick: onMention })
  const send = () => {
    if (!maySend) return
    onSend(source, isEditing ? [] : attached.take())
    if (!isEditing) change(noWords)
    field.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    // While a word is composed, for example in Japanese, Enter accepts the word.
    if (event.nativeEvent.isComposing) return
    if (mentions.handleKey(event)) event.preventDefault()
    else if (event.key === 'Enter' && !event.shiftKey && hasKeyboard()) {
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
      {attached.tray && <div className={isEditing ? 'hidden' : undefined}>{attached.tray}</div>}
      {isDropping && <p className="pb-2 text-small font-strong text-court">Drop them here to attach them.</p>}
      <div className="relative flex items-end gap-2.5">
        {mentions.list}
        {tools(addWords)}
        {!isEditing && <AttachButton onPick={attached.add} />}
        <textarea
          {...mentions.fieldProps}
          ref={field}
          rows={1}
          value={text}
          aria-label={isEditing ? 'Edit message' : placeholder}
          aria-invalid={remaining < 0 || undefined}
          placeholder={placeholder}
          onChange={(event) => change(changeWords(words, event.target.value, event.target.selectionStart))}
          onKeyDown={handleKey}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (isEditing || files.length === 0) return
            event.preventDefault()
            attached.add(files)
          }}
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
      {isTooMany && (
        <p role="alert" className="pt-1 text-small font-strong text-bad">
          A message can mention up to {maxMentions} people.
        </p>
      )}
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
        <span className="block truncate text-soft">{wordsOf(message)}</span>
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
