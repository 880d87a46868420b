import { useState } from 'react'
import type { Slot, SlotMove } from '../../../domain/events/form-contract.ts'
import type { InputIssue } from '../../../domain/shown-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

const pathStart = 'slotMoves.'

type Target = `seat:${string}` | `waitlist:${string}`

function readMove(from: string, target: Target): SlotMove {
  const [kind = '', ...to] = target.split(':')
  return { from: from === '' ? null : from, to: to.join(':'), isToWaitlist: kind === 'waitlist' }
}

type MovePeopleDialogProps = {
  /** One for each removed slot with people in it, from the server: its path ends with the id of the slot, its text names the people. */
  issues: readonly InputIssue[]
  slots: readonly Slot[]
  /** Why the last choice was refused. */
  error: string | null
  onClose: () => void
  onPick: (moves: SlotMove[]) => void
}

/** Asks where the people of removed slots go. */
export default function MovePeopleDialog({ issues, slots, error, onClose, onPick }: MovePeopleDialogProps) {
  const [targets, setTargets] = useState<Readonly<Record<string, Target>>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const questions = issues.map(({ path, message }) => ({ from: path.slice(pathStart.length), text: message }))
  const options = [
    ...slots.map(({ id, name }) => ({ value: `seat:${id}` as const, label: `Seats in ${name}` })),
    ...slots.map(({ id, name }) => ({ value: `waitlist:${id}` as const, label: `Waitlist for ${name}` })),
  ]
  const save = () => {
    const moves = questions.flatMap(({ from }) => {
      const target = targets[from]
      return target ? [readMove(from, target)] : []
    })
    if (moves.length < questions.length) setIncomplete(true)
    else onPick(moves)
  }
  return (
    <Dialog
      title="Where do these people go?"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button variant="primary" onClick={save}>
            Move them and save
          </Button>
        </>
      }
    >
      <p className="pb-3 text-soft">You removed slots that people are in. We tell everyone whom you move.</p>
      <div className="grid gap-4">
        {questions.map(({ from, text }) => (
          <Select<Target>
            key={from}
            label={text}
            options={options}
            value={targets[from] ?? null}
            error={isIncomplete && !targets[from] ? 'Choose where they go.' : undefined}
            onChange={(target) => setTargets({ ...targets, [from]: target })}
          />
        ))}
        {error !== null && <FieldError>{error}</FieldError>}
      </div>
    </Dialog>
  )
}
