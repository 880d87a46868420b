import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { type DraftWords, findTypedName, insertMention } from './draft-words.ts'
import type { MentionListHandle } from './mention-list.tsx'

const MentionList = lazy(() => import('./mention-list.tsx'))

type MentionListSettings = {
  conversationId: string
  field: RefObject<HTMLTextAreaElement | null>
  words: DraftWords
  onChange: (words: DraftWords) => void
  onPick: (person: Face) => void
}

/** The list of people that opens when somebody types @ in a field. The focus stays in the field. */
export function useMentionList({ conversationId, field, words, onChange, onPick }: MentionListSettings): {
  fieldProps: Record<string, unknown>
  /** Returns whether the list has used the key. */
  handleKey: (event: KeyboardEvent) => boolean
  list: ReactNode
} {
  const [caret, setCaret] = useState<number | null>(null)
  /** The author has closed the list of this @. */
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const [activeId, setActiveId] = useState<string | null>(null)
  const list = useRef<MentionListHandle>(null)
  const nextCaret = useRef<number | null>(null)
  const listId = useId()
  const typed = caret === null ? null : findTypedName(words, caret)
  // Another @ in the same place is a new one.
  if (closedAt !== null && words.text[closedAt] !== '@') setClosedAt(null)
  const isOpen = typed !== null && typed.start !== closedAt

  useLayoutEffect(() => {
    if (nextCaret.current === null) return
    field.current?.focus()
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current)
    nextCaret.current = null
  })

  const pick = (person: Face) => {
    if (typed === null || caret === null) return
    const done = insertMention(words, typed.start, caret, person)
    nextCaret.current = done.caret
    setCaret(done.caret)
    onPick(person)
    onChange(done.words)
  }
  return {
    fieldProps: {
      onSelect: ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) => {
        const { selectionStart, selectionEnd } = currentTarget
        setCaret(selectionStart === selectionEnd ? selectionStart : null)
      },
      onBlur: () => setCaret(null),
      'aria-autocomplete': 'list',
      ...(isOpen && activeId !== null ? { 'aria-controls': listId, 'aria-activedescendant': activeId } : {}),
    },
    handleKey: (event) => {
      if (!isOpen || activeId === null || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
      if (event.key === 'Escape') {
        setClosedAt(typed.start)
        return true
      }
      return list.current?.handleKey(event.key) ?? false
    },
    list: isOpen && (
      <Suspense>
        <MentionList ref={list} id={listId} conversationId={conversationId} q={typed.q} onPick={pick} onActiveChange={setActiveId} />
      </Suspense>
    ),
  }
}
