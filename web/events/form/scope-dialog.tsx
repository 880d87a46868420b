import { useState } from 'react'
import { describeScopes } from '../../../domain/events/describe-move.ts'
import { listChangedParts } from '../../../domain/events/event-parts.ts'
import type { EventForm, OtherDate, Scope, ScopeChoice } from '../../../domain/events/form-contract.ts'
import { listDatesIn, listKeptDates } from '../../../domain/events/format-dates.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from './fold-row.tsx'

/** The form as it was saved, and as it is now. */
export type FormChange = { before: EventForm; after: EventForm }

type ScopeDialogProps = {
  otherDates: readonly OtherDate[]
  /** What the host has changed on this date. */
  change: FormChange
  onClose: () => void
  onPick: (choice: ScopeChoice) => void
}

/** Asks which dates of a repeating game a change applies to, and names the dates that keep their own values unless the host wants to change them too. */
export default function ScopeDialog({ otherDates, change, onClose, onPick }: ScopeDialogProps) {
  const [scope, setScope] = useState<Scope>('this')
  const [isTicked, setTicked] = useState(false)
  const [now] = useState(() => Date.now())
  const hints = describeScopes(change)
  const options = [
    { value: 'this', label: 'This game', hint: hints.this },
    { value: 'following', label: 'This and all later games', hint: hints.following },
    { value: 'all', label: 'All upcoming games', hint: hints.all },
  ] as const satisfies readonly { value: Scope; label: string; hint: string }[]
  const kept = listKeptDates(listDatesIn(scope, otherDates), listChangedParts(change.before, change.after), now)
  const overwritesOwn = isTicked && kept.length > 0
  return (
    <Dialog
      title="This game repeats"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onPick({ scope, overwritesOwn })}>
            Save changes
          </Button>
        </>
      }
    >
      <p className="pb-2 text-soft">Which dates do you want to change?</p>
      <Choice legend="Which dates" name="scope" value={scope} options={options} onChange={setScope} />
      <div role="status">
        {kept.length > 0 && (
          <div className="grid gap-1 pt-3 text-small">
            <p className="font-strong">
              {overwritesOwn
                ? 'These dates were changed alone and lose what they have:'
                : 'These dates were changed alone and keep what they have:'}
            </p>
            <ul className="grid list-disc gap-0.5 pl-5 text-soft">
              {kept.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {kept.length > 0 && <Checkbox label="Change these too" checked={isTicked} onChange={(event) => setTicked(event.target.checked)} />}
    </Dialog>
  )
}
