import { Check, Ellipsis, X } from 'lucide-react'
import { maxChosen } from '../../../domain/forms/limits.ts'
import type { ChangeSubmissions } from '../../../domain/forms/submission-changes-contract.ts'
import type { SubmissionRow } from '../../../domain/forms/submission-list-contract.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

type SelectionBarProps = {
  chosen: readonly SubmissionRow[]
  /** The change that is being sent. */
  pending: ChangeSubmissions['change']['do'] | null
  /** The form has a price. */
  takesMoney: boolean
  onAccept: () => void
  onOpen: (dialog: 'decline' | 'addTag' | 'removeTag' | 'addNote' | 'message' | 'refund' | 'roster') => void
  onRemind: () => void
  onClear: () => void
}

/** What can be done with the chosen rows, at the bottom of the screen. On a phone, it is above the tab bar. */
export function SelectionBar({ chosen, pending, onAccept, onRemind, onOpen, onClear, takesMoney }: SelectionBarProps) {
  if (chosen.length === 0) return null
  const isTooMany = chosen.length > maxChosen
  // An organizer filled them, and their people have not added what only they can say.
  const areAllMissing = chosen.every(({ isMissing }) => isMissing)
  const hasTags = chosen.some(({ tags }) => tags.length > 0)
  return (
    <section
      aria-label="Chosen submissions"
      data-bar="save"
      className="fixed inset-x-0 bottom-[calc(4.25rem+max(0.625rem,env(safe-area-inset-bottom))-0.625rem)] z-10 flex items-center gap-2 border-t border-line bg-card px-3.5 py-2.5 sm:sticky sm:bottom-4 sm:gap-3 sm:px-4.5 sm:rounded-card sm:border sm:py-3 sm:shadow-card print:hidden"
    >
      <p className="mr-auto leading-tight font-strong" role="status">
        {chosen.length} chosen
        {isTooMany && <span className="block text-small font-normal text-bad">Up to {maxChosen} at once.</span>}
      </p>
      <Button variant="primary" size="small" disabled={isTooMany || areAllMissing} isPending={pending === 'accept'} onClick={onAccept}>
        <Check size={17} aria-hidden="true" className="max-sm:hidden" /> Accept
      </Button>
      <Button size="small" disabled={isTooMany} aria-haspopup="dialog" onClick={() => onOpen('decline')}>
        Decline
      </Button>
      <Menu
        label="More actions"
        variant="plain"
        size="small"
        entries={[
          { id: 'roster', label: 'Put on a roster', isDisabled: isTooMany, onPress: () => onOpen('roster') },
          { id: 'message', label: 'Send a message', isDisabled: isTooMany, onPress: () => onOpen('message') },
          ...(takesMoney || chosen.some(({ isMissing }) => isMissing)
            ? [{ id: 'remind', label: 'Ask again for what is missing', isDisabled: isTooMany, onPress: onRemind }]
            : []),
          ...(takesMoney ? [{ id: 'refund', label: 'Give money back', isDisabled: isTooMany, onPress: () => onOpen('refund') }] : []),
          { id: 'note', label: 'Add a note', isDisabled: isTooMany, onPress: () => onOpen('addNote') },
          { id: 'add', label: 'Add a tag', isDisabled: isTooMany, onPress: () => onOpen('addTag') },
          { id: 'remove', label: 'Remove a tag', isDisabled: isTooMany || !hasTags, onPress: () => onOpen('removeTag') },
        ]}
      >
        <Ellipsis size={18} aria-hidden="true" /> <span className="max-sm:hidden">More</span>
      </Menu>
      <IconButton label="Choose none" onClick={onClear} className="-mr-2.5 text-soft">
        <X size={19} aria-hidden="true" />
      </IconButton>
    </section>
  )
}
