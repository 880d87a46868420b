import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { formatDeadline } from '../../../domain/events/format.ts'
import { formatFullMoment } from '../../../domain/events/format-when.ts'
import { withFee } from '../../../domain/events/seat-price.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import type { SeatShare } from '../../../domain/orders/share-contract.ts'
import { minute } from '../../../domain/time/spans.ts'
import { ApiError } from '../../api.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageError, pageFrame } from '../../ui/page-frame.tsx'
import { showFailure } from '../../ui/show-failure.ts'
import { Loading, SkeletonText } from '../../ui/skeleton.tsx'
import { useNow } from '../../ui/use-now.ts'
import { payingShare, seatShare } from '../seat-share-queries.ts'

/** The page `shares/:id`, to which a link leads: a friend has seats in a game, and asks the viewer to pay for theirs. */
export default function SeatSharePage() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetching } = useQuery(seatShare(id))
  if (error instanceof ApiError && error.code === 'ShareNotFound')
    return (
      <div className={pageFrame('narrow', 'pt-6 sm:pt-16')}>
        <h1 className="sr-only">Pay for your seat</h1>
        <EmptyState title="There is nothing to pay" action={<LinkButton to="/discover">Find a game</LinkButton>}>
          All seats are paid for, the time to pay is over, or the link is not complete.
        </EmptyState>
      </div>
    )
  if (!data) {
    if (error) return <PageError error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    return (
      <Loading label="Loading the game" className={pageFrame('narrow', 'pt-6 sm:pt-16')}>
        <SkeletonText lines={5} />
      </Loading>
    )
  }
  return <Share share={data} />
}

function Share({ share }: { share: SeatShare }) {
  const { id, event, person, amount, price, dueAt, sharesLeft, isMine, hasPaid } = share
  const pay = useMutation(payingShare(id))
  const now = useNow(minute)
  const total = withFee(price, amount, price)
  const money = formatExactMoney(total)
  const gamePath = `/discover/events/${encodeURIComponent(event.id)}`
  const facts = [
    dueAt !== null && `Pay by ${formatDeadline(dueAt, { timeZone: event.timeZone, now })}.`,
    total.bookingFee > 0 && `Includes ${formatExactMoney({ amount: total.bookingFee, currency: total.currency })} booking fee.`,
    sharesLeft === 1 ? 'One seat is not paid yet.' : `${sharesLeft} seats are not paid yet.`,
  ]
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-5 pt-2 sm:pt-16')}>
      <header className="grid gap-3">
        <p className="flex items-center gap-2.5 font-strong wrap-anywhere">
          <Avatar face={person} size={36} isDecorative />
          {isMine ? 'Your party' : `${person.name} has a seat for you`}
        </p>
        <h1 className="wrap-anywhere">
          <Link to={gamePath} className="hover:underline">
            {event.title}
          </Link>
        </h1>
        <p className="text-soft">
          {formatFullMoment(event.startsAt, { timeZone: event.timeZone, now })} · {event.placeName}
        </p>
      </header>
      <section aria-label="Price" className="grid gap-3 border-t border-line pt-5">
        <p className="flex items-baseline gap-1.5">
          <b className="text-[1.375rem] leading-tight tabular-nums">{money}</b>
          <span className="text-small text-soft">for one seat</span>
        </p>
        <p className="text-small text-soft">{facts.filter(Boolean).join(' ')}</p>
        {hasPaid && <p className="font-strong text-good">You have paid for a seat. You can pay for another one.</p>}
        {isMine ? (
          <p className="text-soft">
            Send the address of this page to your friends. To pay the rest yourself, open{' '}
            <Link to={gamePath} className="font-strong text-court underline-offset-3 hover:underline">
              the game
            </Link>
            .
          </p>
        ) : (
          <Button
            variant="primary"
            className="w-full sm:w-auto sm:justify-self-start"
            isPending={pay.isPending}
            onClick={() => pay.mutate({ amount: total.amount, currency: total.currency }, { onError: showFailure })}
          >
            Pay {money}
          </Button>
        )}
      </section>
    </div>
  )
}
