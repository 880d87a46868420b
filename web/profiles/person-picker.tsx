import { useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { minSearchLength, searchPeople } from './search-people.ts'

type PersonPickerProps = {
  label?: string
  isLabelHidden?: boolean
  placeholder?: string
  /** The field is empty again after a pick. The caller shows the picked person. */
  onPick: (person: Face) => void
  /** Ids of people who must not be offered, for example because they are picked already. */
  excludedIds?: readonly string[]
  className?: string
}

const searchDelayMs = 150

/** A search field to find and pick people by name. */
export function PersonPicker({
  label = 'Find by name',
  isLabelHidden = false,
  placeholder = 'Maya Rivera',
  onPick,
  excludedIds = [],
  className,
}: PersonPickerProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text, searchDelayMs)
  const { data, isFetching, error } = useQuery(searchPeople(search))
  const isLongEnough = text.trim().length >= minSearchLength
  const people = isLongEnough ? (data?.people ?? []).filter(({ id }) => !excludedIds.includes(id)) : []
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
            : excludedIds.length > 0
              ? 'We found no other person with this name.'
              : 'We found no person with this name.'
        }
        error={error ? readError(error).message : undefined}
      />
    </div>
  )
}
