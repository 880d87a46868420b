import { ArrowLeft } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import type { AnswerStore } from './answer-store.ts'
import { wouldWait } from './answers-to-send.ts'
import { FormBar, usePriceText } from './form-bar.tsx'
import { type FormFacts, useStored } from './form-context.ts'
import { FileFailure, SendFailure } from './send-failure.tsx'
import type { FilesInQuestion } from './use-files-in-question.ts'

type BarProps = {
  store: AnswerStore
  facts: FormFacts
  /** An organizer fills the form for somebody else. */
  isForAnother: boolean
  isLast: boolean
  /** One question is shown. The buttons follow it, so that the keyboard of a phone does not cover them. */
  isByQuestion: boolean
  needsApproval: boolean
  failure: unknown
  isSending: boolean
  files: FilesInQuestion
  /** Leaves earlier answers as they were. While they are changed, the price stays, so it is not shown. Null if the form is sent for the first time. */
  onCancel: (() => void) | null
  onBack: (() => void) | null
}

/** The buttons of a page, what it costs, and what is wrong with sending. */
export function FillBar({
  store,
  facts,
  isForAnother,
  isLast,
  isByQuestion,
  needsApproval,
  failure,
  isSending,
  files,
  onCancel,
  onBack,
}: BarProps) {
  const newPrice = usePriceText(store, facts)
  const price = onCancel ? null : newPrice
  const isWaiting = useStored(store, () => wouldWait(store.index, store.readDecision(), facts.left))
  const isRefusal = useStored(store, () => store.readDecision().ending.isRefusal)
  const isChecking = isLast && facts.coupon.isChecking
  const toLabel = () => {
    if (!isLast || isRefusal) return 'Continue'
    if (onCancel) return 'Save changes'
    if (isForAnother) return 'Save'
    if (isWaiting) return 'Join the line'
    return needsApproval ? 'Send' : (price?.button ?? 'Send')
  }
  return (
    <FormBar
      price={price}
      isInline={isByQuestion}
      failure={
        <>
          {failure !== null && <SendFailure error={failure} />}
          {files.failed !== null && <FileFailure name={files.failed} />}
          {isLast && price?.fault && <p className="font-medium text-bad">{price.fault}</p>}
          {isLast && !isRefusal && isWaiting && !isForAnother && (
            <p className="text-small text-soft">Something that you chose is full. You pay only if a place becomes free for you.</p>
          )}
          {isLast && !isRefusal && !isWaiting && needsApproval && <p className="text-small text-soft">An organizer looks at it first.</p>}
        </>
      }
    >
      {onCancel && !onBack && (
        <Button onClick={onCancel} disabled={isSending}>
          Cancel
        </Button>
      )}
      {onBack && (
        <Button onClick={onBack} disabled={isSending} className="max-sm:px-3.5">
          <ArrowLeft size={18} aria-hidden="true" className="sm:hidden" />
          <span className="max-sm:sr-only">Back</span>
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        isPending={isSending || files.areSending || isChecking}
        pendingLabel={files.areSending ? 'Sending files' : isChecking ? 'Checking the code' : 'Sending'}
        className="min-w-36 flex-1"
      >
        {toLabel()}
      </Button>
    </FormBar>
  )
}
