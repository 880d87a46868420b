import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import type { ActivityId } from '../../../domain/activities.ts'
import { defaultSeatsFor } from '../../../domain/events/defaults.ts'
import type { EventFormAnswer, EventLocation, ScopeChoice, SlotMove } from '../../../domain/events/form-contract.ts'
import { type FormValues, fieldOfPath, makeFormSchema, type ReadyEvent } from '../../../domain/events/form-values.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { Button } from '../../ui/button.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { FormMergeNotice } from '../../ui/form-merge-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityChoice } from './activity-choice.tsx'
import { listEventParts } from './event-parts.ts'
import { useEventPicture } from './event-picture-field.tsx'
import { EventPreview, PictureOrCourt } from './event-preview.tsx'
import { hostedCommunities } from './host-queries.ts'
import { MoreFold } from './more-fold.tsx'
import { findNextStep, type Intent, type SaveStep, SaveSteps } from './save-steps.tsx'
import { SeatsField } from './seats-field.tsx'
import { changeOptions, WhenFields } from './when-fields.tsx'
import { WhereField } from './where-field.tsx'

const MoreFields = lazy(() => import('./more-fields.tsx'))

export type SubmittedEvent = { ready: ReadyEvent; intent: Intent; slotMoves: SlotMove[]; picture: Blob | null } & ScopeChoice

export type EventFormProps = {
  title: string
  intro?: ReactNode
  kind: 'new' | 'draft' | 'published'
  /** The saved game that is edited; null for a new game. */
  saved: Pick<EventFormAnswer, 'form' | 'series' | 'otherDates'> | null
  draftKey: string
  defaultValues: FormValues
  pictureUrl: string | null
  /** The game that is edited; null for a new game. */
  eventId: string | null
  /** The activities that the person plays. */
  ownActivities: readonly ActivityId[]
  recentPlaces: readonly EventLocation[]
  /** The center of the person's city. */
  around: LatLng | null
  /** In the person's time zone. */
  now: LocalTime
  viewerZone: string
  /** Sends the form and returns what to do next, such as opening another page. */
  onSend: (sent: SubmittedEvent) => Promise<() => void>
  /** For a game that is edited: its saved values, if the error says that another tab or host has changed it. */
  findSaved?: (error: unknown, sent: FormValues) => Promise<FormValues | null>
  onCancel: () => void
  /** Further actions, shown below the form. */
  children?: ReactNode
}

/** The last date that can be chosen: two years from today. February 29 becomes February 28. */
const getLastDate = ({ date }: LocalTime) => `${Number(date.slice(0, 4)) + 2}${date.slice(4).replace('-02-29', '-02-28')}`

/** Shows error messages of the server at the right fields, whose names in this form can be different. */
const mapIssuesToFields = (error: unknown) =>
  error instanceof ShownError && error.issues.length > 0
    ? new ShownError({
        code: error.code,
        userMessage: error.userMessage,
        issues: error.issues.map(({ path, message }) => ({ path: fieldOfPath(path), message })),
      })
    : error

/** Whether the form already shows this error at a field. */
const isShownInForm = (error: unknown) => error instanceof ShownError && error.issues.length > 0 && error.code !== 'InvalidInput'

export function EventForm(props: EventFormProps) {
  const { title, intro, kind, saved, draftKey, defaultValues, ownActivities, recentPlaces, around, now, viewerZone } = props
  const { onSend, findSaved, onCancel, children } = props
  const [rules] = useState(() => makeFormSchema(viewerZone))
  const queries = useQueryClient()
  const nameOfTeam = (teamId: string) => queries.getQueryData(hostedCommunities.queryKey)?.find(({ id }) => id === teamId)?.name ?? null
  const form = useAppForm(rules, {
    defaultValues,
    draftKey,
    ...(findSaved && { merging: { parts: listEventParts(nameOfTeam), findSaved } }),
  })
  const { control, setValue, getValues, formState, failure } = form
  const { errors, isSubmitting, isDirty, submitCount } = formState
  const [activity, picture, publishAt] = useWatch({ control, name: ['activity', 'picture', 'publishAt'] })
  const shownPicture = useEventPicture(props.pictureUrl, (next) => setValue('picture', next, changeOptions))
  const [step, setStep] = useState<SaveStep | null>(null)
  const afterSend = useRef<(() => void) | null>(null)
  const formElement = useRef<HTMLFormElement>(null)

  const pickActivity = (next: ActivityId) => {
    // If the person has not changed the number of seats, we use the default of the new activity.
    if (getValues('capacity') === defaultSeatsFor(getValues('activity'))) setValue('capacity', defaultSeatsFor(next), changeOptions)
    setValue('activity', next, changeOptions)
  }
  const send = async (intent: Intent, choice: ScopeChoice, slotMoves: SlotMove[] = []) => {
    setStep(null)
    afterSend.current = null
    await form.submitWith(async (ready) => {
      try {
        afterSend.current = await onSend({
          ready,
          intent,
          ...choice,
          slotMoves,
          picture: ready.picture === 'new' ? shownPicture.blob : null,
        })
      } catch (error) {
        setStep(findNextStep(error, { intent, choice, step }))
        throw mapIssuesToFields(error)
      }
    })()
    // Only now does the form have no unsaved changes, so leaving the page does not ask for confirmation.
    const go = afterSend.current as (() => void) | null
    go?.()
  }
  const submit = async (intent: Intent) => {
    if (isSubmitting) return
    const ready = saved?.series ? v.safeParse(rules, getValues()) : null
    // If a field is not valid, sending shows why.
    if (saved && ready?.success) setStep({ ask: 'scope', intent, change: { before: saved.form, after: ready.output.form } })
    else await send(intent, { scope: 'this', overwritesOwn: false })
  }

  const errorCount = Object.keys(errors).filter((name) => name !== 'root').length
  const scrollToError = useEffectEvent(() => {
    if (errorCount === 0) return
    const frame = requestAnimationFrame(() =>
      // The fold of the other settings is higher than a screen, so this takes the row in it.
      formElement.current
        ?.querySelector('[data-has-error="true"]:not(:has([data-has-error="true"]))')
        ?.scrollIntoView({ block: 'center', behavior: 'smooth' }),
    )
    return () => cancelAnimationFrame(frame)
  })
  // After each failed submit, scrolls to the first field with an error.
  useEffect(() => (submitCount === 0 ? undefined : scrollToError()), [submitCount])

  const canPublish = kind !== 'published'
  const mainLabel = canPublish ? (publishAt ? 'Schedule game' : 'Publish') : 'Save changes'
  const mainIntent: Intent = canPublish ? 'publish' : 'save'
  return (
    <FormProvider {...form}>
      <form
        ref={formElement}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void submit(mainIntent)
        }}
        className={pageFrame('wide', 'max-sm:-mb-28 sm:pt-9 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-x-16')}
      >
        <PictureOrCourt activity={activity} pictureUrl={shownPicture.url} className="-mx-4.5 h-24 sm:hidden" />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <header className="grid gap-1 pt-5 pb-6 sm:pt-0 sm:pb-8">
            <h1 className="wrap-anywhere">{title}</h1>
            {intro && <div className="text-soft">{intro}</div>}
            <RestoredNotice restoredFrom={form.restoredFrom} onDiscard={form.discardDraft} />
            {form.restoredFrom && picture === 'new' && !shownPicture.blob && (
              <p className="text-small text-soft">We could not save your picture. Choose it again.</p>
            )}
          </header>
          <FormSection title="What" hasError={Boolean(errors.activity)}>
            <ActivityChoice value={activity} onChange={pickActivity} ownActivities={ownActivities} />
          </FormSection>
          <FormSection title="When" hasError={Boolean(errors.date ?? errors.time ?? errors.minutes)}>
            <WhenFields key={String(form.loadCount)} now={now} last={getLastDate(now)} />
          </FormSection>
          <FormSection title="Where" hasError={Boolean(errors.where)}>
            <WhereField recentPlaces={recentPlaces} around={around} />
          </FormSection>
          <FormSection title="Seats" hasError={Boolean(errors.capacity)}>
            <SeatsField asksToPlay={kind === 'new'} />
          </FormSection>
          <MoreFold isOpenAtFirst={kind !== 'new'}>
            <Suspense fallback={<Skeleton className="h-96 rounded-control" />}>
              <MoreFields
                eventId={props.eventId}
                isNew={kind === 'new'}
                isDraft={canPublish}
                picture={shownPicture}
                today={now.date}
                last={getLastDate(now)}
              />
            </Suspense>
          </MoreFold>
          <FormMergeNotice form={form} className="mt-6" />
          {failure && !isShownInForm(failure.error) && (
            <div className="pt-6">
              <FormFailure failure={failure} />
            </div>
          )}
          {/* On a phone this bar replaces the tab bar, within reach of the thumb. */}
          <div
            data-bar="action"
            className="sticky bottom-0 z-10 -mx-4.5 mt-6 grid gap-2 border-t border-line bg-paper px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:px-0 sm:py-4"
          >
            <p role="status" className="text-small font-medium text-bad empty:hidden">
              {submitCount > 0 && errorCount > 0 && 'Please check the marked fields above.'}
            </p>
            <div className="flex flex-row-reverse gap-2.5 sm:flex-row">
              <Button
                type="submit"
                variant="primary"
                isPending={isSubmitting}
                pendingLabel="Saving"
                disabled={!canPublish && !isDirty}
                className="flex-1 sm:min-w-40 sm:flex-none"
              >
                {mainLabel}
              </Button>
              {canPublish ? (
                <Button disabled={isSubmitting} onClick={() => void submit('draft')}>
                  Save draft
                </Button>
              ) : (
                <Button disabled={isSubmitting} onClick={onCancel}>
                  Leave without saving
                </Button>
              )}
            </div>
          </div>
          {children}
        </div>
        <aside aria-label="Preview" className="sticky top-8 hidden lg:block">
          <EventPreview pictureUrl={shownPicture.url} />
          <p className="pt-3 text-center text-small text-soft">Preview</p>
        </aside>
      </form>
      <SaveSteps
        step={step}
        otherDates={saved?.otherDates ?? []}
        slots={getValues('slots')}
        onClose={() => setStep(null)}
        onSend={(intent, choice, slotMoves) => void send(intent, choice, slotMoves)}
      />
    </FormProvider>
  )
}

/** One of the main parts of the form: what, when, where or seats. */
function FormSection({ title, hasError, children }: { title: string; hasError: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      data-has-error={hasError}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5 border-t border-line py-6"
    >
      <h2>{title}</h2>
      {children}
    </section>
  )
}
