import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formToJoin, viewerStateOf } from '../../domain/events/viewer-state.ts'
import { minute } from '../../domain/time/spans.ts'
import type { DialogProps } from '../events/dialogs.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/use-now.ts'
import { CodeStep } from './code-step.tsx'
import { NameStep } from './name-step.tsx'
import { readSentCode, type SentCode, saveSentCode } from './seat-code-store.ts'
import { closedWords, titleOfJoining } from './seat-code-words.ts'
import { dropSentCode, listenToSentCodes, saveClosedCode } from './sent-codes.ts'
import { useNameForm } from './use-name-form.ts'

/** How a person who is not signed in joins a game: their name and email, then the code from the email, which signs them in. */
export default function SeatDialog({ event, onClose }: DialogProps) {
  const formId = useId()
  const [sent, setSent] = useState<SentCode | null>(() => readSentCode(event.id))
  const [isWaiting, setWaiting] = useState(sent !== null)
  const [hasStartedOver, setStartedOver] = useState(false)
  // A phone may load the tab again when the person comes back from their mail.
  useEffect(() => saveClosedCode(event.id, null), [event.id])
  const waitFor = (next: SentCode) => {
    if (next.refusal === 'CodeUsed') dropSentCode(event.id)
    else saveSentCode(next)
    setSent(next)
    setWaiting(true)
  }
  const nameForm = useNameForm(event, sent, waitFor)
  const { isDirty, isSubmitting } = nameForm.form.formState
  // Only the newest code of the browser works. That it is gone says nothing yet: the tab that used it tells that it has signed in.
  const follow = useEffectEvent(() => {
    const next = readSentCode(event.id)
    if (!next || (next.sentAt === sent?.sentAt && next.refusal === sent.refusal)) return
    setSent(next)
    // What somebody has typed here stays. They can still go to the code.
    if (next.sentAt !== sent?.sentAt && !isDirty && !isSubmitting) setWaiting(true)
  })
  useEffect(() => listenToSentCodes(follow), [])
  const close = () => {
    // Until then, the person may only look at the game once more.
    if (sent && sent.expiresAt <= Date.now()) dropSentCode(event.id)
    else if (sent) saveClosedCode(event.id, sent.sentAt)
    onClose()
  }
  const startOver = () => {
    dropSentCode(event.id)
    nameForm.clear()
    setSent(null)
    setWaiting(false)
    setStartedOver(true)
  }
  const closed = closedWords[viewerStateOf(event, useNow(minute, event.startsAt))]
  useEffect(() => {
    if (closed) dropSentCode(event.id)
  }, [closed, event.id])
  if (closed) {
    return (
      <Dialog title={closed} isOpen onClose={onClose} width={480}>
        <Closed isWaiting={isWaiting} onClose={onClose} />
      </Dialog>
    )
  }
  const codeOf = isWaiting ? sent : null
  return (
    <Dialog
      title={codeOf ? 'Check your email' : titleOfJoining(event, nameForm.orWait)}
      isOpen
      onClose={close}
      width={480}
      isDismissable={!isSubmitting}
      footer={
        !codeOf && (
          <>
            {sent && (
              <Button variant="quiet" disabled={isSubmitting} onClick={() => setWaiting(true)} className="max-sm:w-full">
                Back to the code
              </Button>
            )}
            <Button type="submit" form={formId} variant="primary" isPending={isSubmitting} pendingLabel="Sending" className="max-sm:w-full">
              Email me a code
            </Button>
          </>
        )
      }
    >
      {codeOf ? (
        <CodeStep
          key={codeOf.sentAt}
          comesNext={formToJoin(event) ? 'form' : event.needsApproval || codeOf.choice.orWait ? 'wait' : 'seat'}
          sent={codeOf}
          onChange={waitFor}
          onChangeEmail={() => setWaiting(false)}
          onStartOver={startOver}
        />
      ) : (
        <NameStep event={event} nameForm={nameForm} id={formId} takesFocus={sent ? 'email' : hasStartedOver ? 'name' : null} />
      )}
    </Dialog>
  )
}

/** The game behind the dialog was cancelled or has begun. The field of the code is gone with its focus. */
function Closed({ isWaiting, onClose }: { isWaiting: boolean; onClose: () => void }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="grid gap-5 pt-1">
      <p ref={words} tabIndex={-1} className="outline-none">
        Nobody can join it any more.{isWaiting && ' You need not type the code.'}
      </p>
      <Button onClick={onClose} className="justify-self-start max-sm:w-full">
        Back to the game
      </Button>
    </div>
  )
}
