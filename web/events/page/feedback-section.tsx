import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { GiveEventFeedback, type MyEventFeedback, maxEventFeedbackLength, ratings } from '../../../domain/events/event-feedback-contract.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { useOnline } from '../../shell/use-online.ts'
import { Beans } from '../../ui/beans.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { RatingField } from '../../ui/rating-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { givingEventFeedback, myEventFeedback } from '../event-feedback-queries.ts'

type FeedbackSectionProps = { event: EventDetail; now: number; onEndorse: () => void }

/** Shown once a game is over: players tell the hosts how it was. */
export function FeedbackSection({ event, now, onEndorse }: FeedbackSectionProps) {
  const { data: feedback, error, isFetching, refetch } = useQuery(myEventFeedback(event.id))
  const isOnline = useOnline()
  const headingId = useId()
  const heading = useFocusFromNotice(feedback !== undefined)
  const [isChanging, setChanging] = useState(false)
  // We hide the section from people who did not play, and from everyone who is offline: feedback can wait.
  if (feedback && !feedback.maySay && !feedback.said) return null
  if (error && !isOnline) return null
  const sent = feedback && !isChanging ? feedback.said : null
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-4">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="scroll-mt-20 text-[1.25rem] outline-none">
        How was it?
      </h2>
      {error && !feedback && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!feedback && !error && <FeedbackLoading />}
      {feedback && sent && (
        <Thanks feedback={feedback} sent={sent} event={event} now={now} onChange={() => setChanging(true)} onEndorse={onEndorse} />
      )}
      {feedback && !sent && (
        <FeedbackForm
          event={event}
          feedback={feedback}
          onSent={() => {
            setChanging(false)
            // The form and its button disappear, so we move the focus to the heading.
            heading.current?.focus()
          }}
          {...(isChanging ? { onCancel: () => setChanging(false) } : {})}
        />
      )}
    </section>
  )
}

/** Scrolls to the heading and focuses it for people who come from the notification, whose link ends with `?after=1`. */
function useFocusFromNotice(isReady: boolean) {
  const { search, key } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Each time someone follows the link counts, even if this page is already open.
  const arrival = isReady && new URLSearchParams(search).get('after') !== null ? key : null
  useEffect(() => {
    if (arrival === null) return
    // A new page first sets its own focus and scroll position, so we wait one frame.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival])
  return heading
}

const formatDate = (at: number, timeZone: string) => writeDate(at, { timeZone, now: Date.now() }, { month: 'long', day: 'numeric' })

type ThanksProps = {
  feedback: MyEventFeedback
  sent: NonNullable<MyEventFeedback['said']>
  event: EventDetail
  now: number
  onChange: () => void
  onEndorse: () => void
}

function Thanks({ feedback, sent, event, now, onChange, onEndorse }: ThanksProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4.5 gap-y-3">
      <Beans size={64} mood="happy" />
      <div className="grid content-start gap-1">
        <p role="status" className="text-lead font-strong">
          Thank you. You said: {ratings[sent.rating - 1]}
        </p>
        {sent.words && (
          <blockquote className="max-w-[64ch] border-l-2 border-ball pl-3.5 whitespace-pre-line wrap-anywhere">{sent.words}</blockquote>
        )}
        <p className="text-small text-soft">
          Your hosts read this without your name.{' '}
          {feedback.maySay && feedback.until > now && (
            <>
              <TextButton onClick={onChange}>Change it</TextButton> until {formatDate(feedback.until, event.timeZone)}.
            </>
          )}
        </p>
        <div className="pt-2">
          <Button onClick={onEndorse} aria-haspopup="dialog">
            Endorse people you played with
          </Button>
        </div>
      </div>
    </div>
  )
}

const Form = v.object({
  ...GiveEventFeedback.entries,
  rating: v.pipe(
    v.nullable(GiveEventFeedback.entries.rating),
    v.check((rating) => rating !== null, 'Choose a rating.'),
  ),
})

type FeedbackFormProps = { event: EventDetail; feedback: MyEventFeedback; onSent: () => void; onCancel?: () => void }

function FeedbackForm({ event, feedback: { said: sent }, onSent, onCancel }: FeedbackFormProps) {
  const giveFeedback = useMutation(givingEventFeedback(event.id))
  const form = useAppForm(Form, {
    defaultValues: { rating: sent?.rating ?? (null as number | null), words: sent?.words ?? '' },
    draftKey: `game-feedback:${event.id}`,
  })
  const { errors, isSubmitting } = form.formState
  const send = form.submitWith(async ({ rating, words }) => {
    if (rating === null) return
    await giveFeedback.mutateAsync({ rating, words })
    onSent()
  })
  return (
    <form noValidate onSubmit={send} className="grid max-w-2xl gap-5">
      <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
      <Controller
        control={form.control}
        name="rating"
        render={({ field, fieldState }) => (
          <RatingField label="Overall" choices={ratings} value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
      <TextArea
        label="Comment for your hosts"
        isOptional
        hint="Your hosts read this without your name."
        limit={maxEventFeedbackLength}
        rows={3}
        error={errors.words?.message}
        {...form.register('words')}
      />
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" isPending={isSubmitting} pendingLabel="Saving">
          Send feedback
        </Button>
        {onCancel && (
          <Button
            onClick={() => {
              form.discardDraft()
              onCancel()
            }}
          >
            Keep my feedback
          </Button>
        )}
      </div>
    </form>
  )
}

function FeedbackLoading() {
  return (
    <Loading label="Loading your feedback" className="grid max-w-2xl gap-5">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-12" />
      <Skeleton className="h-28" />
      <Skeleton className="h-11.5 w-36" />
    </Loading>
  )
}
