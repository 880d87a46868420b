import type { LucideIcon } from 'lucide-react'
import type { Face } from '../../domain/profiles/contract.ts'
import { Avatar } from '../ui/avatar.tsx'
import { LazyComboBox } from '../ui/lazy-combo-box.tsx'
import { readError } from '../ui/read-error.ts'

type PersonComboBoxProps = {
  label: string
  isLabelHidden?: boolean
  autoFocus?: boolean
  icon?: LucideIcon
  placeholder: string
  people: readonly Face[]
  text: string
  onTextChange: (text: string) => void
  /** The field is empty again after a pick. The caller shows the picked person. */
  onPick: (person: Face) => void
  isLoading: boolean
  emptyText: string
  error: unknown
}

/** A search field that offers people with their pictures. */
export function PersonComboBox({ people, text, onTextChange, onPick, error, ...field }: PersonComboBoxProps) {
  return (
    <LazyComboBox
      {...field}
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
      onInputChange={onTextChange}
      onPick={(person) => {
        if (!person) return
        onTextChange('')
        onPick(person)
      }}
      error={error ? readError(error).message : undefined}
    />
  )
}
