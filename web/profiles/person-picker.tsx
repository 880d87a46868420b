import { useQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { PersonComboBox } from './person-combo-box.tsx'
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
      <PersonComboBox
        label={label}
        isLabelHidden={isLabelHidden}
        icon={UserRoundSearch}
        placeholder={placeholder}
        people={people}
        text={text}
        onTextChange={setText}
        onPick={onPick}
        isLoading={isLongEnough && (isFetching || search !== text)}
        emptyText={
          !isLongEnough
            ? 'Type at least two letters.'
            : excludedIds.length > 0
              ? 'We found no other person with this name.'
              : 'We found no person with this name.'
        }
        error={error}
      />
    </div>
  )
}
