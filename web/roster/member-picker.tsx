import { useInfiniteQuery } from '@tanstack/react-query'
import { UserRoundSearch } from 'lucide-react'
import { useState } from 'react'
import type { Face } from '../../domain/profiles/contract.ts'
import { PersonComboBox } from '../profiles/person-combo-box.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { rosterPeople } from './queries.ts'

type MemberPickerProps = { label: string; teamId: string; onPick: (person: Face) => void }

const searchDelayMs = 150

/** A search field to pick somebody of a community, for its members. */
export function MemberPicker({ label, teamId, onPick }: MemberPickerProps) {
  const [text, setText] = useState('')
  const q = useDebounced(text, searchDelayMs).trim()
  const { data, isFetching, error } = useInfiniteQuery({ ...rosterPeople(teamId, { role: null, q }), enabled: q !== '' })
  return (
    <PersonComboBox
      label={label}
      icon={UserRoundSearch}
      placeholder="Maya Rivera"
      people={q === '' ? [] : (data?.pages[0]?.people ?? []).map(({ person }) => person)}
      text={text}
      onTextChange={setText}
      onPick={onPick}
      isLoading={text.trim() !== '' && (isFetching || q !== text.trim())}
      emptyText={text.trim() === '' ? 'Type a name.' : 'We found nobody with this name in the community.'}
      error={error}
    />
  )
}
