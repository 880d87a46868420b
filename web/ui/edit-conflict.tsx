import { useState } from 'react'
import { ShownError } from '../../domain/shown-error.ts'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'

/** Another tab or person saved a change first. The error carries the saved values, so that the user can choose without another request. */
export class EditConflict<Saved> extends ShownError {
  readonly saved: Saved
  constructor(conflict: ShownError, saved: Saved) {
    super(conflict)
    this.saved = saved
  }
}

type ConflictNoticeProps<Saved> = {
  failure: { error: unknown } | null
  onKeepTyped: (saved: Saved) => void
  onLoadSaved: (saved: Saved) => void
  className?: string
}

/** Stands above the button of a form. The user chooses between their own values and the saved ones, so nothing they typed is lost. */
export function ConflictNotice<Saved>({ failure, onKeepTyped, onLoadSaved, className }: ConflictNoticeProps<Saved>) {
  const [settledFailure, setSettledFailure] = useState<typeof failure>(null)
  if (!(failure?.error instanceof EditConflict) || failure === settledFailure) return null
  const { userMessage, saved }: EditConflict<Saved> = failure.error
  const settle = (choose: (saved: Saved) => void) => () => {
    choose(saved)
    setSettledFailure(failure)
  }
  return (
    <div role="alert" className={joinClasses('grid gap-3 rounded-card border border-line bg-wash p-4', className)}>
      <p>{userMessage} We kept what you typed.</p>
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" onClick={settle(onKeepTyped)}>
          Keep what I typed
        </Button>
        <Button size="small" variant="quiet" onClick={settle(onLoadSaved)}>
          Load the saved version
        </Button>
      </div>
    </div>
  )
}
