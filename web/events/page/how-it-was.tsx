import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Controller } from 'react-hook-form'
import { useLocation } from 'react-router'
import * as v from 'valibot'
import { type MyWord, maxHowItWasLength, ratings, SayHowItWas } from '../../../domain/events/after-contract.ts'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { useOnline } from '../../shell/use-online.ts'
import { Beans } from '../../ui/beans.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextArea } from '../../ui/field.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { RatingField } from '../../ui/rating-field.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextButton } from '../../ui/text-button.tsx'
import { myWord, sayingHowItWas } from '../after-queries.ts'

type HowItWasProps = { event: EventDetail; now: number; onEndorse: () => void }

/** Once a game is over: who played tells its hosts how it was. */
export function HowItWas({ event, now, onEndorse }: HowItWasProps) {
  const { data: word, error, isFetching, refetch } = useQuery(myWord(event.id))
  const isOnline = useOnline()
  const headingId = useId()
  const heading = useArrival(word !== undefined)
  const [isChanging, setChanging] = useState(false)
  // Whoever did not come has nothing to say; without a network it can wait.
  if (word && !word.maySay && !word.said) return null
  if (error && !isOnline) return null
  const said = word && !isChanging ? word.said : null
  return (
    <section aria-labelledby={headingId} className="grid min-w-0 gap-4">
      <h2 ref={heading} id={headingId} tabIndex={-1} className="scroll-mt-20 text-[1.25rem] outline-none">
        How was it?
      </h2>
      {error && !word && <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />}
      {!word && !error && <FormGhost />}
      {word && said && <Thanks word={word} said={said} event={event} now={now} onChange={() => setChanging(true)} onEndorse={onEndorse} />}
      {word && !said && (
        <WordForm
          event={event}
          word={word}
          onSaid={() => {
            setChanging(false)
            // The button that was pressed is gone.
            heading.current?.focus()
          }}
          {...(isChanging ? { onKeep: () => setChanging(false) } : {})}
        />
      )}
    </section>
  )
}

/** Who comes by the notice, `?after=1`, begins here. */
function useArrival(isReady: boolean) {
  const { search, key } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  // Each arrival by the link counts, also on the same page.
  const arrival = isReady && new URLSearchParams(search).get('after') !== null ? key : null
  useEffect(() => {
    if (arrival === null) return
    // Whatever a new page does with focus and scrolling comes before.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival])
  return heading
}

const dateWords = (at: number, timeZone: string) => new Date(at).toLocaleDateString(undefined, { timeZone, month: 'long', day: 'numeric' })

type ThanksProps = {
  word: MyWord
  said: NonNullable<MyWord['said']>
  event: EventDetail
  now: number
  onChange: () => void
  onEndorse: () => void
}

function Thanks({ word, said, event, now, onChange, onEndorse }: ThanksProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4.5 gap-y-3">
      <Beans size={64} mood="happy" />
      <div className="grid content-start gap-1">
        <p role="status" className="text-lead font-strong">
          Thank you. You said: {ratings[said.rating - 1]}
        </p>
        {said.words && (
          <blockquote className="max-w-[64ch] border-l-2 border-ball pl-3.5 whitespace-pre-line wrap-anywhere">{said.words}</blockquote>
        )}
        <p className="text-small text-soft">
          Your hosts read this without your name.{' '}
          {word.maySay && word.until > now && (
            <>
              <TextButton onClick={onChange}>Change it</TextButton> until {dateWords(word.until, event.timeZone)}.
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
  ...SayHowItWas.entries,
  rating: v.pipe(
    v.nullable(SayHowItWas.entries.rating),
    v.check((rating) => rating !== null, 'Choose a rating.'),
  ),
})

type WordFormProps = { event: EventDetail; word: MyWord; onSaid: () => void; onKeep?: () => void }

function WordForm({ event, word: { said }, onSaid, onKeep }: WordFormProps) {
  const say = useMutation(sayingHowItWas(event.id))
  const form = useAppForm(Form, {
    defaultValues: { rating: said?.rating ?? (null as number | null), words: said?.words ?? '' },
    draftKey: `how-it-was:${event.id}`,
  })
  const { errors, isSubmitting } = form.formState
  const send = form.submitWith(async ({ rating, words }) => {
    if (rating === null) return
    await say.mutateAsync({ rating, words })
    onSaid()
  })
  return (
    <form noValidate onSubmit={send} className="grid max-w-2xl gap-5">
      <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
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
        limit={maxHowItWasLength}
        rows={3}
        error={errors.words?.message}
        {...form.register('words')}
      />
      <FormFailure failure={form.failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="go" isPending={isSubmitting} pendingLabel="Saving">
          Send feedback
        </Button>
        {onKeep && (
          <Button
            onClick={() => {
              form.discardDraft()
              onKeep()
            }}
          >
            Keep my feedback
          </Button>
        )}
      </div>
    </form>
  )
}

function FormGhost() {
  return (
    <Loading label="Loading your feedback" className="grid max-w-2xl gap-5">
      <Skeleton className="h-4 w-16" />
      <Skeleton className="h-12" />
      <Skeleton className="h-28" />
      <Skeleton className="h-11.5 w-36" />
    </Loading>
  )
}
