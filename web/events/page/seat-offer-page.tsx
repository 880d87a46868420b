import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { passGuards } from '../../../domain/access/rules.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import { formatRefund } from '../../../domain/events/format-refund.ts'
import type { SeatOffer } from '../../../domain/events/join-contract.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { isNotFound } from '../../api.ts'
import { useViewer } from '../../app-state.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Beans } from '../../ui/beans.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { CourtArt } from '../../ui/court-art.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { pageFrame } from '../../ui/page-frame.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { getCreditChoice, useCreditChoice } from '../coupons.ts'
import { toKnownActivity } from '../format-event.ts'
import { answeringOffer, seatOffer } from '../offer-queries.ts'
import { payLabel, priceFor, startPayment, usePaying } from '../pay-for-seats.ts'
import { AskedGameFacts, AskedGameHead } from './asked-game.tsx'
import CreditSwitch from './credit-switch.tsx'
import { OverlapNote } from './overlap-note.tsx'
import { formatLater } from './pay-way-choice.tsx'

/**
 * The page behind the link in an offer email. It asks the person to accept or decline: opening the link must not
 * answer, because mail programs open links too.
 */
export default function SeatOfferPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  return (
    <div className={pageFrame('narrow', 'pt-2 sm:pt-10')}>
      <Offer key={token} token={token} />
    </div>
  )
}

function Offer({ token }: { token: string }) {
  const { data: offer, error, isFetching, refetch } = useQuery(seatOffer(token))
  const [wasDeclined, setDeclined] = useState(false)
  useTitle(offer?.event.title ?? null)
  if (isNotFound(error)) {
    return (
      <InvalidLink title="This link is invalid or has expired" text="Please use the link in the newest email from us.">
        <LinkButton to="/">Home</LinkButton>
      </InvalidLink>
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
        activity={toKnownActivity(offer.event.activity)}
        seed={offer.event.id}
        className="block h-40 w-full overflow-hidden rounded-cover"
      />
      {offer.state === 'open' && <OpenOffer token={token} offer={offer} onDecline={() => setDeclined(true)} />}
      {offer.state === 'paying' && (
        <ClosedOffer offer={offer} title="Your seat is held while you pay" text="Open the game to see your seat, or to leave.">
          {offer.asksMore ? (
            <GameButton path={gamePath(offer.event.id)} label="Choose your ticket" />
          ) : (
            offer.price && <PayButton event={offer.event} price={offer.price} seats={offer.seats} />
          )}
        </ClosedOffer>
      )}
      {offer.state === 'accepted' && (
        <ClosedOffer
          offer={offer}
          title="You are in"
          text={offer.seats === 1 ? 'The seat is yours. See you there.' : `All ${offer.seats} seats are yours. See you there.`}
        />
      )}
      {offer.state === 'over' &&
        (wasDeclined ? (
          <ClosedOffer offer={offer} title="Thank you for letting us know" text="The seat goes to somebody else." />
        ) : (
          <ClosedOffer
            offer={offer}
            title="This offer is no longer available"
            text="You already answered it, it expired, or the game was cancelled. Open the game to look for free seats or to join the waitlist again."
          />
        ))}
    </article>
  )
}

function OpenOffer({ token, offer, onDecline }: { token: string; offer: SeatOffer; onDecline: () => void }) {
  const now = useNow(30_000)
  const answer = useMutation(answeringOffer(token))
  const client = useQueryClient()
  const { seats, expiresAt, event, price, asksMore = false } = offer
  const viewer = useViewer()
  const accept = async () => {
    await answer.mutateAsync(true).catch(() => undefined)
    const after = client.getQueryData(seatOffer(token).queryKey)
    if (viewer && after?.state === 'paying' && after.price)
      await startPayment(
        client,
        event.id,
        priceFor({ ...event, price: after.price }, { seats, tierId: null }, Date.now(), { usesCredit: getCreditChoice(client, event.id) }),
      )
  }
  return (
    <>
      <AskedGameHead
        game={offer.event}
        title={
          offer.isFromFriend ? 'A friend holds a seat for you' : seats === 1 ? 'A seat is free for you' : `${seats} seats are free for you`
        }
      />
      <AskedGameFacts game={offer.event} />
      {expiresAt !== null && (
        <p className="text-soft">
          We hold {seats === 1 ? 'it' : 'them'} for you until {formatDeadline(expiresAt, { timeZone: event.timeZone, now })}. After that,{' '}
          {offer.isFromFriend ? 'it is free for others.' : `${seats === 1 ? 'it goes' : 'they go'} to the next person on the waitlist.`}
        </p>
      )}
      <OfferPrice offer={offer} />
      <OverlapNote overlaps={offer.overlaps} />
      {answer.error && <ErrorNotice error={answer.error} />}
      <div className="grid gap-2.5 sm:grid-cols-2">
        {asksMore ? (
          <GameButton path={`${gamePath(event.id)}?open=accept`} label="Go on to accept" />
        ) : (
          <Button
            variant="primary"
            isPending={answer.isPending && answer.variables}
            pendingLabel="Accepting"
            disabled={answer.isPending && !answer.variables}
            onClick={() => void accept()}
          >
            {price ? 'Accept and pay' : 'Accept offer'}
          </Button>
        )}
        <Button
          isPending={answer.isPending && !answer.variables}
          pendingLabel="Declining"
          disabled={answer.isPending && answer.variables}
          onClick={() => answer.mutate(false, { onSuccess: onDecline })}
        >
          Decline offer
        </Button>
      </div>
    </>
  )
}

function OfferPrice({ offer: { event, seats, price, asksMore = false } }: { offer: SeatOffer }) {
  const now = useNow(30_000)
  const usesCredit = useCreditChoice(event.id)
  if (!price) return null
  const total = priceFor({ ...event, price }, { seats, tierId: null }, now, { usesCredit })
  return (
    <>
      <p>
        <b>
          {asksMore && price.tiers?.some(({ amount }) => amount !== price.amount) && 'From '}
          {formatMoney(total)}
        </b>{' '}
        {total.balance && 'as a deposit '}
        {seats === 1 ? 'for your seat.' : `for ${seats} seats.`} <span className="text-soft">{formatRefund({ ...event, price }, now)}</span>
      </p>
      {total.balance && <p>{formatLater({ balance: total.balance, price, timeZone: event.timeZone, now })}</p>}
      {price.credit !== undefined && <CreditSwitch eventId={event.id} credit={price.credit} total={total} />}
    </>
  )
}

const gamePath = (id: string) => `/discover/events/${id}`

/** The page of the game asks for the rest, of whoever has signed in. */
function GameButton({ path, label }: { path: string; label: string }) {
  const outcome = passGuards(['signedIn', 'verified', 'completeProfile'], { viewer: useViewer(), currentPath: path })
  return (
    <LinkButton variant="primary" to={outcome.kind === 'go' ? outcome.to : path}>
      {label}
    </LinkButton>
  )
}

type PayButtonProps = { event: SeatOffer['event']; price: NonNullable<SeatOffer['price']>; seats: number }

/** Only the person of the offer can pay, so they have to sign in. */
function PayButton({ event: { id, startsAt }, price, seats }: PayButtonProps) {
  const viewer = useViewer()
  const now = useNow(30_000)
  const { pay, isPending } = usePaying(id)
  const usesCredit = useCreditChoice(id)
  const total = priceFor({ price, startsAt }, { seats, tierId: null }, now, { usesCredit })
  const label = payLabel(total, formatMoney(total))
  const outcome = passGuards(['signedIn', 'verified', 'completeProfile'], { viewer, currentPath: gamePath(id) })
  if (outcome.kind === 'go') {
    return (
      <LinkButton variant="primary" to={outcome.to}>
        {label}
      </LinkButton>
    )
  }
  return (
    <Button variant="primary" isPending={isPending} onClick={() => pay(total)}>
      {label}
    </Button>
  )
}

function ClosedOffer({ offer, title, text, children }: { offer: SeatOffer; title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <AskedGameHead game={offer.event} title={title} />
      <AskedGameFacts game={offer.event} />
      <p className="text-soft">{text}</p>
      {/* Otherwise the button that pays says it. */}
      {offer.state === 'paying' && offer.asksMore && <OfferPrice offer={offer} />}
      <p className="flex flex-wrap gap-2.5">
        {children}
        <LinkButton to={gamePath(offer.event.id)}>View game</LinkButton>
      </p>
    </>
  )
}

function InvalidLink({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Beans size={96} mood="sad" />
      <h1>{title}</h1>
      <p className="text-soft">{text}</p>
      <p className="flex gap-3 pt-2">{children}</p>
    </div>
  )
}
