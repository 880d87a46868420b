import { useState } from 'react'
import type { Scope } from '../../../domain/events/form-contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from './fold-row.tsx'

const options = [
  { value: 'this', label: 'This game', hint: 'The other dates do not change.' },
  { value: 'following', label: 'This and all later games', hint: 'Earlier dates do not change.' },
  { value: 'all', label: 'All upcoming games', hint: 'Each date moves by the same number of days.' },
] as const satisfies readonly { value: Scope; label: string; hint: string }[]

/** Asks which dates of a repeating game a change applies to. */
export default function ScopeDialog({ onClose, onPick }: { onClose: () => void; onPick: (scope: Scope) => void }) {
  const [scope, setScope] = useState<Scope>('this')
  return (
    <Dialog
      title="This game repeats"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={() => onPick(scope)}>
            Save changes
          </Button>
        </>
      }
    >
      <p className="pb-2 text-soft">Which dates do you want to change?</p>
      <Choice legend="Which dates" name="scope" value={scope} options={options} onChange={setScope} />
    </Dialog>
  )
}
