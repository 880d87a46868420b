import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import type { ActivityId } from '../../../domain/activities.ts'
import { seatsFor } from '../../../domain/events/defaults.ts'
import type { EventFormAnswer, Scope, Whereabouts } from '../../../domain/events/form-contract.ts'
import { type FormValues, fieldOf, formRules, type ReadyEvent, valuesOf } from '../../../domain/events/form-values.ts'
import type { LatLng } from '../../../domain/geo/contract.ts'
import { ShownError } from '../../../domain/shown-error.ts'
import type { LocalTime } from '../../../domain/time/wall-clock.ts'
import { Button } from '../../ui/button.tsx'
import { ChangedElsewhere, ConflictNotice } from '../../ui/changed-elsewhere.tsx'
import { FormFailure, RestoredNotice, useAppForm } from '../../ui/form.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ActivityChoice } from './activity-choice.tsx'
import { useEventPicture } from './event-picture-field.tsx'
import { EventPreview, PictureOrCourt } from './event-preview.tsx'
import { MoreFold } from './more-fold.tsx'
import { SeatsField } from './seats-field.tsx'
import { changed, WhenFields } from './when-fields.tsx'
import { WhereField } from './where-field.tsx'

const MoreFields = lazy(() => import('./more-fields.tsx'))
const ScopeDialog = lazy(() => import('./scope-dialog.tsx'))

/** Put up, kept for later, or changed as it is. */
export type Intent = 'put-up' | 'draft' | 'save'

export type Sent = { ready: ReadyEvent; intent: Intent; scope: Scope; picture: Blob | null }

export type EventFormProps = {
  title: string
  intro?: ReactNode
  kind: 'new' | 'draft' | 'published'
  isSeries: boolean
  draftKey: string
  defaultValues: FormValues
  pictureUrl: string | null
  own: readonly ActivityId[]
  recent: readonly Whereabouts[]
  around: LatLng | null
  /** By the clock of who writes. */
  now: LocalTime
  viewerZone: string
  /** Answers where to go once the form has let go. */
  onSend: (sent: Sent) => Promise<() => void>
  onCancel: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

/** Two years on, less a day: as far as anyone plans. */
const lastDate = ({ date }: LocalTime) => `${Number(date.slice(0, 4)) + 2}${date.slice(4).replace('-02-29', '-02-28')}`

/** Server words at the fields they are about, also where those are called otherwise here. */
const atFields = (error: unknown) =>
  error instanceof ShownError && error.issues.length > 0
    ? new ShownError({
        code: error.code,
        userMessage: error.userMessage,
        issues: error.issues.map(({ path, message }) => ({ path: fieldOf(path), message })),
      })
    : error

/** At its field, or as a choice: then it need not be said twice. */
const isSaid = (error: unknown) =>
  error instanceof ChangedElsewhere || (error instanceof ShownError && error.issues.length > 0 && error.code !== 'InvalidInput')

export function EventForm(props: EventFormProps) {
  const { title, intro, kind, isSeries, draftKey, defaultValues, own, recent, around, now, viewerZone, onSend, onCancel, children } = props
  const [rules] = useState(() => formRules(viewerZone))
  const form = useAppForm(rules, { defaultValues, draftKey })
  const { control, setValue, getValues, formState, failure } = form
  const { errors, isSubmitting, isDirty, submitCount } = formState
  const [activity, picture, publishAt] = useWatch({ control, name: ['activity', 'picture', 'publishAt'] })
  const shownPicture = useEventPicture(props.pictureUrl, (next) => setValue('picture', next, changed))
  const [asked, setAsked] = useState<Intent | null>(null)
  const leave = useRef<(() => void) | null>(null)
  const sheet = useRef<HTMLFormElement>(null)

  const pickActivity = (next: ActivityId) => {
    // Who chose how many keeps it.
    if (getValues('capacity') === seatsFor(getValues('activity'))) setValue('capacity', seatsFor(next), changed)
    setValue('activity', next, changed)
  }
  const send = async (intent: Intent, scope: Scope) => {
    leave.current = null
    await form.submitWith(async (ready) => {
      try {
        leave.current = await onSend({ ready, intent, scope, picture: ready.picture === 'new' ? shownPicture.blob : null })
      } catch (error) {
        throw atFields(error)
      }
    })()
    // Once the form has nothing unsaved, nothing holds the person back.
    const go = leave.current as (() => void) | null
    go?.()
  }
  const press = async (intent: Intent) => {
    if (isSubmitting) return
    if (isSeries && (await form.trigger())) setAsked(intent)
    else await send(intent, 'this')
  }

  const faults = Object.keys(errors).filter((name) => name !== 'root').length
  const showFault = useEffectEvent(() => {
    if (faults === 0) return
    const frame = requestAnimationFrame(() =>
      sheet.current?.querySelector('[data-fault="true"]')?.scrollIntoView({ block: 'center', behavior: 'smooth' }),
    )
    return () => cancelAnimationFrame(frame)
  })
  // Whoever pressed sees what is missing, wherever it is: once for each press.
  useEffect(() => (submitCount === 0 ? undefined : showFault()), [submitCount])

  const isPutUp = kind !== 'published'
  const mainLabel = isPutUp ? (publishAt ? 'Schedule it' : 'Put it up') : 'Save changes'
  const main: Intent = isPutUp ? 'put-up' : 'save'
  return (
    <FormProvider {...form}>
      <form
        ref={sheet}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault()
          void press(main)
        }}
        className={pageFrame(1120, 'max-sm:-mb-28 sm:pt-9 lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:items-start lg:gap-x-16')}
      >
        <PictureOrCourt activity={activity} pictureUrl={shownPicture.url} className="-mx-4.5 h-24 sm:hidden" />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)]">
          <header className="grid gap-1 pt-5 pb-6 sm:pt-0 sm:pb-8">
            <h1 className="wrap-anywhere">{title}</h1>
            {intro && <div className="text-soft">{intro}</div>}
            <RestoredNotice isRestored={form.isRestored} onDiscard={form.discardDraft} />
            {form.isRestored && picture === 'new' && !shownPicture.blob && (
              <p className="text-small text-soft">The picture you chose could not be kept. Choose it again.</p>
            )}
          </header>
          <Part title="What" hasFault={Boolean(errors.activity)}>
            <ActivityChoice value={activity} onChange={pickActivity} own={own} />
          </Part>
          <Part title="When" hasFault={Boolean(errors.date ?? errors.time ?? errors.minutes)}>
            <WhenFields key={String(form.isRestored)} now={now} last={lastDate(now)} />
          </Part>
          <Part title="Where" hasFault={Boolean(errors.where)}>
            <WhereField recent={recent} around={around} />
          </Part>
          <Part title="Seats" hasFault={Boolean(errors.capacity)}>
            <SeatsField />
          </Part>
          <MoreFold isOpenAtFirst={kind !== 'new'}>
            <Suspense fallback={<Skeleton className="h-96 rounded-control" />}>
              <MoreFields isNew={kind === 'new'} isDraft={isPutUp} picture={shownPicture} today={now.date} last={lastDate(now)} />
            </Suspense>
          </MoreFold>
          <ConflictNotice<EventFormAnswer>
            className="mt-6"
            failure={failure}
            onKeepMine={({ version }) => setValue('version', version)}
            onTakeTheirs={(saved) => form.reset(valuesOf(saved, getValues('idempotencyKey')))}
          />
          {failure && !isSaid(failure.error) && (
            <div className="pt-6">
              <FormFailure failure={failure} />
            </div>
          )}
          {/* Within the thumb's reach, in the place of the tab bar that phones have. */}
          <div
            data-bar="action"
            className="sticky bottom-0 z-10 -mx-4.5 mt-6 grid gap-2 border-t border-line bg-paper px-4.5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:px-0 sm:py-4"
          >
            <p role="status" className="text-small font-medium text-bad empty:hidden">
              {submitCount > 0 && faults > 0 && 'Something above needs another look.'}
            </p>
            <div className="flex flex-row-reverse gap-2.5 sm:flex-row">
              <Button
                type="submit"
                variant="go"
                isPending={isSubmitting}
                pendingLabel="Sending"
                disabled={!isPutUp && !isDirty}
                className="flex-1 sm:min-w-40 sm:flex-none"
              >
                {mainLabel}
              </Button>
              {isPutUp ? (
                <Button disabled={isSubmitting} onClick={() => void press('draft')}>
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
        <aside aria-label="How it will look" className="sticky top-8 hidden lg:block">
          <EventPreview pictureUrl={shownPicture.url} />
          <p className="pt-3 text-center text-small text-soft">How others will see it</p>
        </aside>
      </form>
      {asked && (
        <Suspense>
          <ScopeDialog
            onClose={() => setAsked(null)}
            onPick={(scope) => {
              setAsked(null)
              void send(asked, scope)
            }}
          />
        </Suspense>
      )}
    </FormProvider>
  )
}

/** One of the few things that make a game. */
function Part({ title, hasFault, children }: { title: string; hasFault: boolean; children: ReactNode }) {
  return (
    <section aria-label={title} data-fault={hasFault} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5 border-t border-line py-6">
      <h2>{title}</h2>
      {children}
    </section>
  )
}
