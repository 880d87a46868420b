import { useState } from 'react'
import { ShownError } from '../../domain/shown-error.ts'
import { Button } from './button.tsx'
import { joinClasses } from './class-names.ts'

/** Another tab or person saved first: what stands now comes with it, so that either choice is made at once. */
export class ChangedElsewhere<Saved> extends ShownError {
  readonly saved: Saved
  constructor(conflict: ShownError, saved: Saved) {
    super(conflict)
    this.saved = saved
  }
}

type ConflictNoticeProps<Saved> = {
  failure: { error: unknown } | null
  onKeepMine: (saved: Saved) => void
  onTakeTheirs: (saved: Saved) => void
  className?: string
}

/** Stands above a form's button. Nothing typed is lost: the person chooses. */
export function ConflictNotice<Saved>({ failure, onKeepMine, onTakeTheirs, className }: ConflictNoticeProps<Saved>) {
  const [settled, setSettled] = useState<typeof failure>(null)
  if (!(failure?.error instanceof ChangedElsewhere) || failure === settled) return null
  const { userMessage, saved }: ChangedElsewhere<Saved> = failure.error
  const settle = (choose: (saved: Saved) => void) => () => {
    choose(saved)
    setSettled(failure)
  }
  return (
    <div role="alert" className={joinClasses('grid gap-3 rounded-card border border-line bg-wash p-4', className)}>
      <p>{userMessage} We kept what you typed.</p>
      <div className="flex flex-wrap gap-2.5">
        <Button size="small" onClick={settle(onKeepMine)}>
          Keep what I typed
        </Button>
        <Button size="small" variant="quiet" onClick={settle(onTakeTheirs)}>
          Load what was saved
        </Button>
      </div>
    </div>
  )
}
