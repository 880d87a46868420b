import { useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { readError } from '../ui/error-words.ts'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { peopleSearch, shortestSearch } from './people-search.ts'

type PersonPickerProps = {
  label?: string
  isLabelHidden?: boolean
  placeholder?: string
  /** The field is empty again afterwards: the picked person stands where the caller puts them. */
  onPick: (person: Face) => void
  /** Ids of people who are picked already. */
  leaveOut?: readonly string[]
  className?: string
}

const pauseBeforeSearch = 150

/** Finds people by name, one after the other. */
export function PersonPicker({
  label = 'Find by name',
  isLabelHidden = false,
  placeholder = 'Maya Rivera',
  onPick,
  leaveOut = [],
  className,
}: PersonPickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text, pauseBeforeSearch)
  const { data, isFetching, error } = useQuery(peopleSearch(search))
  const isLongEnough = text.trim().length >= shortestSearch
  const people = isLongEnough ? (data?.people ?? []).filter(({ id }) => !leaveOut.includes(id)) : []
  return (
    <div className={className}>
      <LazyComboBox
        label={label}
        isLabelHidden={isLabelHidden}
        icon={UserRoundSearch}
        placeholder={placeholder}
        items={people}
        getKey={(person) => person.id}
        getText={(person) => person.name}
        renderItem={(person) => (
          <>
            <Avatar face={person} size={32} isDecorative />
            <span className="truncate font-medium">{person.name}</span>
          </>
        )}
        inputValue={text}
        onInputChange={setText}
        onPick={(person) => {
          if (!person) return
          setText('')
          onPick(person)
        }}
        isLoading={isLongEnough && (isFetching || search !== text)}
        emptyText={
          !isLongEnough
            ? 'Type at least two letters.'
            : leaveOut.length > 0
              ? 'No other person with this name.'
              : 'No person with this name.'
        }
        error={error ? readError(error).message : undefined}
      />
    </div>
  )
}
