import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { SeatOffer } from '../../../domain/events/join-contract.ts'
import { momentWords } from '../../../domain/events/words.ts'
import { isNotFound } from '../../api.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Beans } from '../../ui/beans.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { DateBadge } from '../../ui/date-badge.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { activityLabel, activityOf, timeWordsOf, whenWords } from '../event-words.ts'
import { answeringOffer, seatOffer } from '../queries.ts'

/** Where the link of a mail leads. It asks: opening it answers nothing, whoever opens it. */
export default function SeatOfferPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return (
    <div className={pageFrame(576, 'pt-2 sm:pt-10')}>
      <Offer key={token} token={token} />
    </div>
  )
}

function Offer({ token }: { token: string }) {
  const { data: offer, error, isFetching, refetch } = useQuery(seatOffer(token))
  const [isLetGo, setLetGo] = useState(false)
  useTitle(offer?.event.title ?? null)
  if (isNotFound(error)) {
    return (
      <Kind
        title="This link is not known"
        text="It may be cut off, or you were offered another seat since. The newest mail has the newest link."
      >
        <LinkButton to="/">Home</LinkButton>
      </Kind>
    )
  }
  if (!offer) {
    if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the offer">
        <span className="grid gap-4">
          <Skeleton className="h-40 rounded-cover" />
          <Skeleton className="h-9 w-4/5" />
          <Skeleton className="h-14" />
          <Skeleton className="h-12" />
        </span>
      </Loading>
    )
  }
  return (
    <article className="grid gap-5">
      <CourtArt
        activity={activityOf(offer.event.activity)}
        seed={offer.event.id}
        className="block h-40 w-full overflow-hidden rounded-cover"
      />
      {offer.state === 'open' && <Open token={token} offer={offer} onLetGo={() => setLetGo(true)} />}
      {offer.state === 'accepted' && (
        <Answered
          offer={offer}
          title="You are in"
          text={offer.seats === 1 ? 'The seat is yours. See you there.' : `All ${offer.seats} seats are yours. See you there.`}
        />
      )}
      {offer.state === 'over' &&
        (isLetGo ? (
          <Answered offer={offer} title="Thank you for saying so" text="The seat goes to the next person waiting." />
        ) : (
          <Answered
            offer={offer}
            title="This offer is over"
            text="It was answered, its time ran out, or the game is off. You can look whether there is room, and get in line again."
          />
        ))}
    </article>
  )
}

function Facts({ offer: { event } }: { offer: SeatOffer }) {
  const now = Date.now()
  const words = timeWordsOf(event, now)
  return (
    <div className="flex items-center gap-3.5 border-y border-line py-4">
      <DateBadge date={words.date} />
      <p className="min-w-0 wrap-anywhere">
        <b className="block text-lead">{whenWords(event, now)}</b>
        <span className="block text-small text-soft">
          {event.placeName} · {words.zoneWords}
        </span>
      </p>
    </div>
  )
}

const Head = ({ offer, title }: { offer: SeatOffer; title: string }) => (
  <header className="grid gap-1.5" aria-live="polite">
    <p className="text-[0.9375rem] text-soft wrap-anywhere">
      <b className="text-court">{activityLabel(offer.event.activity)}</b> · {offer.event.title}
    </p>
    <h1 className="text-[1.875rem]">{title}</h1>
  </header>
)

function Open({ token, offer, onLetGo }: { token: string; offer: SeatOffer; onLetGo: () => void }) {
  const now = useNow(30_000)
  const answer = useMutation(answeringOffer(token))
  const { seats, expiresAt, event } = offer
  return (
    <>
      <Head offer={offer} title={seats === 1 ? 'A seat is free for you' : `${seats} seats are free for you`} />
      <Facts offer={offer} />
      {expiresAt !== null && (
        <p className="text-soft">
          It is held for you until {momentWords(expiresAt, { timeZone: event.timeZone, now })}. After that it goes to the next person
          waiting.
        </p>
      )}
      {answer.error && <ErrorNotice error={answer.error} />}
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Button
          variant="go"
          isPending={answer.isPending && answer.variables}
          pendingLabel="Taking it"
          disabled={answer.isPending && !answer.variables}
          onClick={() => answer.mutate(true)}
        >
          Take it
        </Button>
        <Button
          isPending={answer.isPending && !answer.variables}
          pendingLabel="Letting it go"
          disabled={answer.isPending && answer.variables}
          onClick={() => answer.mutate(false, { onSuccess: onLetGo })}
        >
          Let it go
        </Button>
      </div>
    </>
  )
}

function Answered({ offer, title, text }: { offer: SeatOffer; title: string; text: string }) {
  return (
    <>
      <Head offer={offer} title={title} />
      <Facts offer={offer} />
      <p className="text-soft">{text}</p>
      <LinkButton to={`/discover/events/${offer.event.id}`} className="justify-self-start">
        See the game
      </LinkButton>
    </>
  )
}

function Kind({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Beans size={96} mood="sad" />
      <h1>{title}</h1>
      <p className="text-soft">{text}</p>
      <p className="flex gap-3 pt-2">{children}</p>
    </div>
  )
}
