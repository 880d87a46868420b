import { useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from 'react-router'
import type { FormContent } from '../../../domain/forms/content.ts'
import type { FormDraft, FormState } from '../../../domain/forms/contract.ts'
import { maxTitleLength } from '../../../domain/forms/limits.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import type { Problem } from '../write-fault.ts'
import type { DraftSaver } from './draft-saver.ts'
import { nameOf } from './find-problems.ts'
import { PastDatesNote } from './past-dates-note.tsx'
import { RosterNote } from './roster-note.tsx'
import { findView, type View } from './view.ts'

/** Somebody else has saved the form. Nothing is lost before the person has chosen. */
export function ConflictDialog({
  theirs,
  onKeepMine,
  onTakeTheirs,
}: {
  theirs: FormDraft
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const at = writeDate(theirs.updatedAt, { now: Date.now() }, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
  return (
    <Dialog
      title="Someone else changed this form"
      isOpen
      isDismissable={false}
      role="alertdialog"
      onClose={() => undefined}
      footer={
        <>
          <Button onClick={onTakeTheirs}>Take theirs</Button>
          <Button variant="primary" onClick={onKeepMine}>
            Keep mine
          </Button>
        </>
      }
    >
      <div className="grid gap-2 text-soft">
        <p>It was saved elsewhere on {at}, while you changed it here.</p>
        <p>Keep yours, and theirs is replaced. Or take theirs, and what you changed since then is gone.</p>
      </div>
    </Dialog>
  )
}

/** Asks before the builder is left while something is not saved. Once it is saved, the person leaves without being asked further. */
export function LeaveDialog({ saver, isUnsaved }: { saver: DraftSaver; isUnsaved: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname)
  const isBlocked = blocker.state === 'blocked'
  const proceed = useEffectEvent(() => {
    if (blocker.state === 'blocked') blocker.proceed()
  })
  useEffect(() => {
    if (!isBlocked) return
    let isWaiting = true
    void saver.flush().then((version) => {
      if (version !== null && isWaiting) proceed()
    })
    return () => {
      isWaiting = false
    }
  }, [isBlocked, saver])
  return (
    <ConfirmDialog
      title="Leave before it is saved?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isOpen={isBlocked}
      onClose={() => {
        if (blocker.state === 'blocked') blocker.reset()
      }}
      onConfirm={() => {
        if (blocker.state === 'blocked') blocker.proceed()
      }}
    >
      <p>Your last change is not saved yet. It stays on this device, and is here again when you come back.</p>
    </ConfirmDialog>
  )
}

type PublishDialogProps = {
  content: FormContent
  state: FormState
  problems: readonly Problem[]
  onShow: (view: View) => void
  onOpenSettings: () => void
  onPublish: (keepsClosed: boolean) => Promise<void>
  onClose: () => void
}

/** Publishes the form, or says what is in the way. */
export function PublishDialog({ content, state, problems, onShow, onOpenSettings, onPublish, onClose }: PublishDialogProps) {
  const [keepsClosed, setKeepsClosed] = useState(state === 'closed')
  if (problems.length > 0)
    return (
      <Dialog title="Some things are not ready" isOpen onClose={onClose}>
        <div className="grid gap-3">
          <p className="text-soft">Mend them, and then publish.</p>
          <ul aria-label="To mend" className="grid gap-1">
            {problems.map(({ at, message, path }) => (
              <li key={`${at}:${path}`}>
                <button
                  type="button"
                  onClick={() => {
                    onShow(findView(content, at))
                    onClose()
                  }}
                  className="grid min-h-11 w-full content-center rounded-control px-2 py-1.5 text-left hover:bg-wash"
                >
                  <span className="font-strong text-court wrap-anywhere">{nameOf(content, at)}</span>
                  <span className="text-small text-soft">{message}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={`Publish ${content.title}?`}
      confirmLabel={state !== 'closed' ? 'Publish' : keepsClosed ? 'Publish, and keep it closed' : 'Publish, and open it'}
      isOpen
      onClose={onClose}
      onConfirm={() => onPublish(keepsClosed)}
    >
      <p>
        {state === 'draft'
          ? 'People can then open it with its link. The settings say who can fill it.'
          : 'Who opens the form from now on gets this version. Answers that were sent before stay as they are.'}
      </p>
      {state === 'closed' && (
        <Checkbox
          label="Keep the form closed"
          hint="If you open it, people can fill it again, and free places go to who waits in line."
          className="mt-2"
          checked={keepsClosed}
          onChange={({ target }) => setKeepsClosed(target.checked)}
        />
      )}
      <PastDatesNote content={content} />
      <RosterNote content={content} onOpenSettings={onOpenSettings} />
    </ConfirmDialog>
  )
}

export function RenameDialog({ title, onRename, onClose }: { title: string; onRename: (title: string) => void; onClose: () => void }) {
  const [text, setText] = useState(title)
  return (
    <Dialog title="Rename the page" isOpen onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onRename(text.trim())
          onClose()
        }}
      >
        <TextField label="Title" value={text} limit={maxTitleLength} onChange={({ target }) => setText(target.value)} />
        <Button type="submit" variant="primary" className="justify-self-end">
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
