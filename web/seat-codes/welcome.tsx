import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import { cityLabel } from '../../domain/cities/rules.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import { formToJoin, type ViewerState, viewerStateOf } from '../../domain/events/viewer-state.ts'
import { formPathFromGame } from '../../domain/forms/paths.ts'
import type { OwnProfile } from '../../domain/profiles/contract.ts'
import { hasGuessedCity } from '../../domain/profiles/guessed-city.ts'
import { myAvailability } from '../availability/queries.ts'
import { priceFor, startPayment } from '../events/pay-for-seats.ts'
import { ownProfile } from '../profiles/queries.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { isSkippedCard, saveSkippedCard } from './skipped-cards.ts'
import { dropWelcome, saveWelcome } from './to-be-welcomed.ts'

type Asked = { profile: OwnProfile; hours: MyAvailability }
export type CardProps = { profile: OwnProfile; hours: MyAvailability; onDone: () => void }

type Card = {
  id: string
  title: string | ((profile: OwnProfile) => string)
  why: string
  isMissing: (asked: Asked) => boolean
  Content: ComponentType<CardProps>
}

const cards: readonly Card[] = [
  {
    id: 'photo',
    title: 'Add a photo',
    why: 'It helps the others find you at the court.',
    isMissing: ({ profile }) => profile.pictureUrl === null,
    Content: lazy(async () => ({ default: (await import('./welcome-cards.tsx')).PhotoCard })),
  },
  {
    id: 'city',
    title: ({ defaultCity }) => (defaultCity ? `Do you play in ${cityLabel(defaultCity)}?` : 'Where do you play?'),
    why: 'We took it from this game. We show you games, places and players near your city.',
    isMissing: ({ profile }) => hasGuessedCity(profile),
    Content: lazy(async () => ({ default: (await import('./welcome-cards.tsx')).CityCard })),
  },
  {
    id: 'activities',
    title: 'Your activities',
    why: 'With your level, we find games and players for you.',
    isMissing: ({ profile }) => profile.sportAvailability.every(({ level }) => level === null),
    Content: lazy(async () => ({ default: (await import('./welcome-cards.tsx')).ActivitiesCard })),
  },
  {
    id: 'hours',
    title: 'When can you play?',
    why: 'Players near you see whether your hours are similar to theirs, but never which hours.',
    isMissing: ({ hours }) => hours.availability === null,
    Content: lazy(async () => ({ default: (await import('./welcome-cards.tsx')).HoursCard })),
  },
]

type WelcomeProps = {
  event: EventDetail
  /** Whether the person has just used a code or signed in. Otherwise they come back from a payment or a form. */
  isArriving: boolean
}

/**
 * What comes right after a newcomer took a seat: its payment, or else its form, or else that they are in, and what we would like to know
 * about them, one card at a time. If nobody can join without the form, it comes before the seat. The cards wait until the person is in
 * the game: the tab remembers that they are still to come. The address says only until this is shown that the person arrives, because it
 * would be false after a reload, and for whoever gets the address.
 */
export function Welcome({ event, isArriving }: WelcomeProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { id, live, form, price, startsAt } = event
  const isPaying = live.mine?.state === 'paying'
  // Whoever can type a code, or choose how to pay, does so on the page, which has the button that pays.
  const paysAtOnce = isPaying && price !== null && !price.hasCoupons && !price.deposit && price.credit === undefined
  const state = viewerStateOf(event, Date.now())
  const mayJoinWithForm = (state === 'open' || state === 'full') && formToJoin(event) !== null
  const owesForm = mayJoinWithForm || (live.mine?.state === 'going' && form !== undefined && !form.isDone)
  const [goesOn, setGoesOn] = useState(isArriving && (paysAtOnce || owesForm))

  // A person may join or leave while they look at the page.
  const [hadSeat] = useState(live.mine !== null)

  // Before the effects of the cards, of which the last one ends the welcome.
  useLayoutEffect(() => {
    if (isArriving) saveWelcome(id)
  }, [isArriving, id])

  /** Whoever comes back to this page with the browser's Back button is not sent on again. */
  const start = useEffectEvent(async () => {
    if (!isArriving) return
    const rest = new URLSearchParams(search)
    rest.delete('welcome')
    await navigate({ search: rest.toString() }, { replace: true })
    if (!goesOn) return
    if (paysAtOnce && live.mine) await startPayment(client, id, priceFor({ price, startsAt }, live.mine, Date.now()))
    else if (form) await navigate(formPathFromGame(form.id, id))
    // If the payment could not begin, the person pays with the button of the page.
    setGoesOn(false)
  })
  const hasStarted = useRef(false)
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void start()
  }, [])
  if (goesOn) return null
  const words = stateWords[state]
  if (words) return <Arrived {...words} eventId={id} />
  if (!isArriving || hadSeat || live.mine) return null
  return (
    <p role="status" className="mt-5 border-l-2 border-warn pl-4 font-strong">
      {state === 'full' ? 'You are signed in, but this game is full now.' : 'You are signed in, but we could not give you this seat.'}
    </p>
  )
}

/** The states in which a person is in the game, or has done all that they can, and what comes next. */
const stateWords: Partial<Record<ViewerState, { title: string; next: string }>> = {
  going: {
    title: 'You are in',
    next: 'We confirm every seat by email, with your ticket and a file for your calendar.',
  },
  waiting: { title: 'You are on the waitlist', next: 'When it is your turn, we hold a seat for you and email you.' },
  asked: { title: 'You asked to join', next: 'The hosts decide who plays. We will notify you when they answer.' },
}

function Arrived({ title, next, eventId }: { title: string; next: string; eventId: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The page was loaded for these words, so a screen reader begins with them. Whoever does something already is not interrupted.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <section aria-labelledby="welcome-title" className="mt-5 grid gap-4">
      <header className="grid gap-1">
        <h2 id="welcome-title" tabIndex={-1} ref={heading} className="text-heading outline-none">
          {title}
        </h2>
        <p className="text-soft">{next}</p>
      </header>
      <Cards eventId={eventId} onEnd={() => heading.current?.focus({ preventScroll: true })} />
    </section>
  )
}

/** One card at a time. The pressed button disappears with its card, so `onEnd` has to move the focus after the last one. */
function Cards({ eventId, onEnd }: { eventId: string; onEnd: () => void }) {
  const { data: profile } = useQuery(ownProfile)
  const { data: hours } = useQuery(myAvailability)
  const [asked, setAsked] = useState<readonly Card[] | null>(null)
  const [position, setPosition] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = position === asked?.length
  useEffect(() => {
    if (isDone) dropWelcome(eventId)
  }, [isDone, eventId])
  if (!profile || !hours) return <Skeleton className="h-62.5 rounded-card sm:h-56.5" />
  // What is answered meanwhile stays in the row of cards.
  if (asked === null) setAsked(cards.filter(({ id, isMissing }) => isMissing({ profile, hours }) && !isSkippedCard(profile.id, id)))
  const card = asked?.[position]
  if (!asked || !card) return null
  const goOn = () => {
    setPosition(position + 1)
    if (position === asked.length - 1) return onEnd()
    // The pressed button may disappear with its card.
    heading.current?.focus({ preventScroll: true })
  }
  const skip = () => {
    saveSkippedCard(profile.id, card.id)
    goOn()
  }
  return (
    <section aria-labelledby="card-title" className="grid gap-4 rounded-card border border-line bg-card p-5 shadow-card">
      <header className="flex items-start justify-between gap-3">
        <div className="grid gap-1">
          <p className="text-small text-soft">
            {position + 1} of {asked.length}
          </p>
          <h3 id="card-title" tabIndex={-1} ref={heading} className="outline-none">
            {typeof card.title === 'string' ? card.title : card.title(profile)}
          </h3>
          <p className="text-soft">{card.why}</p>
        </div>
        <Button variant="quiet" size="small" className="-mr-3" onClick={skip}>
          Skip
        </Button>
      </header>
      <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
        <card.Content key={position} profile={profile} hours={hours} onDone={goOn} />
      </Suspense>
    </section>
  )
}
