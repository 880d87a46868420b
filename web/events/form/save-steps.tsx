import { lazy, Suspense } from 'react'
import type { ErrorCode } from '../../../domain/errors.ts'
import type { OtherDate, ScopeChoice, Slot, SlotMove } from '../../../domain/events/form-contract.ts'
import { type InputIssue, ShownError } from '../../../domain/shown-error.ts'
import type { FormChange } from './scope-dialog.tsx'

/** What the person wants to do with the form: publish the game, save it as a draft, or save changes to a published game. */
export type Intent = 'publish' | 'draft' | 'save'

const ScopeDialog = lazy(() => import('./scope-dialog.tsx'))
const MovePeopleDialog = lazy(() => import('./move-people-dialog.tsx'))

/** A question that the host answers before the form is saved. */
export type SaveStep =
  | { ask: 'scope'; intent: Intent; change: FormChange }
  | { ask: 'people'; intent: Intent; choice: ScopeChoice; issues: readonly InputIssue[]; error: string | null }

const refusedMoves: readonly string[] = ['SlotMoveTooFull', 'GuestsCannotWait'] satisfies ErrorCode[]

type Sent = { intent: Intent; choice: ScopeChoice; step: SaveStep | null }

/** The question that a refusal leads to: where people of removed slots go. Null if the form itself shows the error. */
export function findNextStep(error: unknown, { intent, choice, step }: Sent): SaveStep | null {
  if (!(error instanceof ShownError)) return null
  if (error.code === ('SlotPeopleWithoutPlace' satisfies ErrorCode))
    return { ask: 'people', intent, choice, issues: error.issues, error: null }
  if (step?.ask === 'people' && refusedMoves.includes(error.code)) return { ...step, error: error.userMessage }
  return null
}

type SaveStepsProps = {
  step: SaveStep | null
  otherDates: readonly OtherDate[]
  slots: readonly Slot[]
  onClose: () => void
  onSend: (intent: Intent, choice: ScopeChoice, slotMoves: SlotMove[]) => void
}

export function SaveSteps({ step, otherDates, slots, onClose, onSend }: SaveStepsProps) {
  if (!step) return null
  return (
    <Suspense>
      {step.ask === 'scope' ? (
        <ScopeDialog otherDates={otherDates} change={step.change} onClose={onClose} onPick={(choice) => onSend(step.intent, choice, [])} />
      ) : (
        <MovePeopleDialog
          issues={step.issues}
          slots={slots}
          error={step.error}
          onClose={onClose}
          onPick={(moves) => onSend(step.intent, step.choice, moves)}
        />
      )}
    </Suspense>
  )
}
