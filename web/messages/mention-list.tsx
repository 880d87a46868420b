import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useImperativeHandle, useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { joinClasses } from '../ui/class-names.ts'
import { optionClasses, popoverClasses } from '../ui/overlay-classes.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { mentionable } from './mention-queries.ts'

export type MentionListHandle = { handleKey: (key: string) => boolean }

type MentionListProps = {
  ref: Ref<MentionListHandle>
  id: string
  conversationId: string
  /** The part of a name that was typed. */
  q: string
  onPick: (person: Face) => void
  /** The option that Enter would pick. Null if the list is empty. */
  onActiveChange: (optionId: string | null) => void
}

const searchDelay = 120

const startsLike = (name: string, q: string) => ` ${name.toLowerCase()}`.includes(` ${q.toLowerCase()}`)

/** The people of a conversation whose name starts like this. The field keeps the focus and passes its keys on. */
export default function MentionList({ ref, id, conversationId, q, onPick, onActiveChange }: MentionListProps) {
  const typed = useDebounced(q.trim(), searchDelay)
  const { data, isError } = useQuery({ ...mentionable(conversationId, typed), placeholderData: keepPreviousData })
  const people = (data?.people ?? []).filter(({ name }) => startsLike(name, q.trim()))
  const [active, setActive] = useState(0)
  const index = Math.min(active, people.length - 1)
  const optionId = (place: number) => `${id}-${people[place]?.id}`
  const activeId = people.length > 0 ? optionId(index) : null
  useEffect(() => onActiveChange(activeId), [activeId, onActiveChange])
  useEffect(() => () => onActiveChange(null), [onActiveChange])
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  useImperativeHandle(ref, () => ({
    handleKey: (key) => {
      const person = people[index]
      if (!person) return false
      if (key === 'ArrowDown') setActive((index + 1) % people.length)
      else if (key === 'ArrowUp') setActive((index + people.length - 1) % people.length)
      else if (key === 'Enter' || key === 'Tab') onPick(person)
      else return false
      return true
    },
  }))

  return (
    <>
      <p role="status" className="sr-only">
        {isError ? 'People could not be loaded' : data && (people.length === 1 ? '1 person' : `${people.length} people`)}
      </p>
      {people.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label="People to mention"
          className={popoverClasses('absolute bottom-full left-0 z-20 mb-2 max-h-72 w-full max-w-90')}
        >
          {people.map((face, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: The field has the focus and handles the keys.
            // biome-ignore lint/a11y/useFocusableInteractive: The field names the option that its keys are about.
            <div
              key={face.id}
              id={optionId(place)}
              role="option"
              aria-selected={place === index}
              // The field keeps the focus, and a phone its keyboard.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onPick(face)}
              className={joinClasses(optionClasses(), place === index ? 'bg-court-wash' : 'hover:bg-wash')}
            >
              <Avatar face={face} size={28} isDecorative />
              <span className="min-w-0 truncate">{face.name}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
