import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useRef, useState } from 'react'
import { eventLedgerPath } from '../../../domain/ledger/paths.ts'
import { formatExactMoney, type Money } from '../../../domain/money.ts'
import { isForHand } from '../../../domain/orders/contract.ts'
import { isWithholding } from '../../../domain/orders/disputes.ts'
import type { GameOrder, GameOrderPage, UnpaidSeats } from '../../../domain/orders/game-orders-contract.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { DisputeNote } from '../../payments/dispute-note.tsx'
import { describeDispute } from '../../payments/dispute-words.ts'
import { GivenByHand } from '../../payments/given-by-hand.tsx'
import { orderPartWords } from '../../payments/order-part-words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Status } from '../../ui/status.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { gameOrders, notingGivenBack } from './payments-queries.ts'
import type { Hosting } from './use-hosting.ts'

const NotePaymentDialog = lazy(() => import('./note-payment-dialog.tsx'))
const GiveBackDialog = lazy(() => import('./give-back-dialog.tsx'))

/** Who has paid for the game, what went back, and what is disputed. Only for those who manage its money. */
export default function PaymentsTab({ hosting }: { hosting: Hosting }) {
  const { managed, now } = hosting
  const eventId = managed.event.id
  const query = useInfiniteQuery(gameOrders(eventId))
  const [opened, setOpened] = useState({ orderId: '', times: 0, isOpen: false })
  const [note, setNote] = useState<OpenNote | null>(null)
  const pages = query.data?.pages
  const unpaid = pages?.[0]?.unpaid ?? []
  const unpaidHeading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval(unpaidHeading, unpaid.length)
  // With the last of them, their heading is gone too.
  useFocusAfterRemoval(list, unpaid.length)
  if (!pages) {
    if (!query.error) return <PaymentsLoading />
    return (
      <ErrorNotice
        title="We could not load the payments"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  const orders = pages.flatMap((page) => page.orders)
  const totals = pages[0]?.totals
  if (orders.length === 0 && unpaid.length === 0)
    return <EmptyState title="No payments yet">You will see here who has paid for this game.</EmptyState>
  const { price, startsAt } = managed.event
  const order = orders.find(({ id }) => id === opened.orderId)
  return (
    <section aria-label="Payments">
      {totals && <Totals totals={totals} />}
      {orders.some(({ method }) => method === 'card') && (
        <LinkButton size="small" to={eventLedgerPath(eventId)} className="mb-5">
          Books of this game
        </LinkButton>
      )}
      {unpaid.length > 0 && (
        <UnpaidPlayers
          heading={unpaidHeading}
          unpaid={unpaid}
          isPriced={Boolean(price)}
          onNote={(player, method) => setNote((current) => ({ player, method, times: (current?.times ?? 0) + 1, isOpen: true }))}
        />
      )}
      {orders.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Players who paid" className="border-t border-line outline-none">
          {orders.map((each) => (
            <OrderRow
              key={each.id}
              eventId={eventId}
              order={each}
              now={now}
              onGiveBack={() => setOpened(({ times }) => ({ orderId: each.id, times: times + 1, isOpen: true }))}
            />
          ))}
        </ul>
      )}
      <ShowMore query={query} />
      {/* Beside the list, because the last player disappears from it while the dialog is still open. */}
      <Suspense>
        {note && price && (
          <NotePaymentDialog
            key={note.times}
            {...{ eventId, price, startsAt, player: note.player, method: note.method, isOpen: note.isOpen }}
            onClose={() => setNote({ ...note, isOpen: false })}
          />
        )}
      </Suspense>
      <Suspense>
        {order && (
          <GiveBackDialog
            key={opened.times}
            eventId={eventId}
            order={order}
            isOpen={opened.isOpen}
            onClose={() => setOpened((current) => ({ ...current, isOpen: false }))}
          />
        )}
      </Suspense>
    </section>
  )
}

type NotedMethod = 'cash' | 'gift'
type OpenNote = { player: UnpaidSeats; method: NotedMethod; times: number; isOpen: boolean }

type UnpaidPlayersProps = {
  heading: RefObject<HTMLHeadingElement | null>
  unpaid: readonly UnpaidSeats[]
  isPriced: boolean
  onNote: (player: UnpaidSeats, method: NotedMethod) => void
}

/** Players whose seats are held. They may have paid in cash, or need not pay. */
function UnpaidPlayers({ heading, unpaid, isPriced, onNote }: UnpaidPlayersProps) {
  return (
    <section aria-labelledby="unpaid-players" className="mb-7">
      <h2 ref={heading} tabIndex={-1} id="unpaid-players" className="mb-2 text-[1.125rem] outline-none">
        Not paid yet
      </h2>
      <ul className="border-t border-line">
        {unpaid.map((player) => (
          <li key={player.joinerId} className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-b border-line py-3">
            <Avatar face={player.payer ?? { id: player.joinerId, name: player.name }} size={44} isDecorative />
            <div className="min-w-32 flex-1">
              <p className="font-strong wrap-anywhere">{player.name}</p>
              {player.seats > 1 && <p className="text-small text-soft">{player.seats} seats</p>}
            </div>
            {isPriced && (
              <div className="flex flex-wrap gap-2">
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={`${player.name} paid in cash`}
                  onClick={() => onNote(player, 'cash')}
                >
                  Paid in cash
                </Button>
                <Button
                  size="small"
                  aria-haspopup="dialog"
                  aria-label={`No payment needed from ${player.name}`}
                  onClick={() => onNote(player, 'gift')}
                >
                  No payment needed
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Totals({ totals: { currency, paid, refunded, fees, cash } }: { totals: NonNullable<GameOrderPage['totals']> }) {
  const facts: [label: string, amount: number][] = [
    ['Paid', paid],
    ['Given back', refunded],
    ['Our fees', fees],
    ...(cash > 0 ? [['In cash', cash] satisfies [string, number]] : []),
  ]
  return (
    <dl className="mb-5 flex flex-wrap gap-x-10 gap-y-3">
      {facts.map(([label, amount]) => (
        <div key={label}>
          <dt className="text-small text-soft">{label}</dt>
          <dd className="text-[1.375rem] font-strong tabular-nums">{formatExactMoney({ amount, currency })}</dd>
        </div>
      ))}
    </dl>
  )
}

const refundWords: Record<GameOrder['refunds'][number]['state'], string> = {
  due: 'goes back',
  sent: 'given back',
  failed: 'was not taken by the bank of the player, so you have it again',
  'no-access': 'cannot be sent, because we can no longer use your Stripe account',
  'by-hand': 'given back by hand',
  'no-money': 'waits until you have enough money at Stripe',
}

const reasons: Record<Exclude<GameOrder['refunds'][number]['reason'], 'bank'>, string> = {
  left: 'they left in time',
  removed: 'they no longer have a seat',
  cancelled: 'the game was cancelled',
  late: 'they paid too late',
  resold: 'somebody bought their seat',
  'account-deleted': 'an account was deleted',
  host: 'from you',
  'host-not-paid': 'they could not pay you the rest',
}

/** What a host must still give back in cash. */
function CashToGiveBack({ eventId, order, refund }: { eventId: string; order: GameOrder; refund: GameOrder['refunds'][number] }) {
  const noting = useMutation(notingGivenBack(eventId))
  const amount = formatExactMoney({ amount: refund.amount, currency: order.currency })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-warn">
      <p>
        Give <b className="font-strong">{amount}</b> back in cash: {reasons[refund.reason === 'bank' ? 'host' : refund.reason]}.
      </p>
      <GivenByHand amount={amount} name={order.name} isCash note={() => noting.mutateAsync({ orderId: order.id, refundId: refund.id })} />
    </div>
  )
}

const paidLabels: Record<GameOrder['method'], string> = { card: 'Paid', cash: 'Paid in cash', gift: 'No payment needed' }

const creditWords: Record<GameOrder['credits'][number]['reason'], string> = {
  host: 'given as credit for your next games',
  returned: 'is their credit again',
}

type OrderRowProps = { eventId: string; order: GameOrder; now: number; onGiveBack: () => void }

function OrderRow({ eventId, order, now, onGiveBack }: OrderRowProps) {
  const { name, payer, seats, part, balance, credit, fee, currency, method, state, paidAt, rest, refunds, credits, dispute } = order
  const money = (amount: number): string => formatExactMoney({ amount, currency } satisfies Money)
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const words = dispute && describeDispute(dispute, 'game', now)
  const noting = useMutation(notingGivenBack(eventId))
  const left = dispute && isWithholding(dispute.state) ? 0 : rest
  const canGiveBack = state === 'paid' && left > 0
  const isForNote = (refund: GameOrder['refunds'][number]) =>
    method === 'cash' ? refund.state === 'due' : isForHand(refund, { rest: left, refunds })
  const row = useRef<HTMLLIElement>(null)
  // What was given back by hand is gone with its button.
  useFocusAfterRemoval(row, refunds.filter(isForNote).length)
  const facts = [
    part ? orderPartWords[part] : seats > 1 && `${seats} seats`,
    balance > 0 && `${money(balance)} still to pay`,
    paidAt !== null && `${method === 'gift' ? 'given' : 'paid'} ${day(paidAt)}`,
    credit > 0 && `${money(credit)} with credit`,
    state === 'paid' && fee > 0 && `our fee ${money(fee)}`,
  ].filter(Boolean)
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-2 border-b border-line py-3.5 outline-none"
    >
      <Avatar face={payer ?? { id: order.id, name }} size={44} isDecorative />
      <div className="grid min-h-11 min-w-0 content-center gap-1">
        <p className="font-strong wrap-anywhere">{name}</p>
        {facts.length > 0 && <p className="text-small text-soft">{facts.join(' · ')}</p>}
        {refunds.map((refund) =>
          method === 'cash' && refund.state === 'due' ? (
            <CashToGiveBack key={refund.id} eventId={eventId} order={order} refund={refund} />
          ) : (
            <div
              key={refund.id}
              className={`grid justify-items-start gap-1 text-small ${['failed', 'no-access', 'no-money'].includes(refund.state) ? 'text-warn' : 'text-soft'}`}
            >
              <p>
                {refund.reason === 'bank' ? (
                  'Nothing goes back from you, because their bank gave them the money.'
                ) : (
                  <>
                    <b className="font-strong text-ink">{money(refund.amount)}</b> {refundWords[refund.state]}, {day(refund.at)}:{' '}
                    {reasons[refund.reason]}.
                  </>
                )}
              </p>
              {isForNote(refund) && (
                <GivenByHand
                  amount={money(refund.amount)}
                  name={name}
                  note={() => noting.mutateAsync({ orderId: order.id, refundId: refund.id })}
                />
              )}
            </div>
          ),
        )}
        {credits.map((one) => (
          <p key={one.id} className="text-small text-soft">
            <b className="font-strong text-ink">{money(one.amount)}</b> {creditWords[one.reason]}, {day(one.at)}.
          </p>
        ))}
        {order.waitsForBuyer && <p className="text-small text-soft">They left late, and get the money back if somebody buys the seat.</p>}
        {dispute && <DisputeNote dispute={dispute} kind="game" now={now} />}
      </div>
      <div className="grid justify-items-end gap-1">
        <p className="font-strong tabular-nums">{money(order.amount)}</p>
        <Status tone={words?.tone ?? (state === 'paid' ? 'good' : 'warn')} className="text-small">
          {words?.label ?? (state === 'paid' ? paidLabels[method] : 'Paying')}
        </Status>
        {canGiveBack && (
          <Button size="small" aria-haspopup="dialog" aria-label={`Give money back to ${name}`} onClick={onGiveBack} className="mt-1">
            Give back
          </Button>
        )}
      </div>
    </li>
  )
}

function PaymentsLoading() {
  return (
    <Loading label="Loading payments" className="grid gap-5">
      <Skeleton className="h-12 w-72 max-w-full" />
      {['w-40', 'w-56', 'w-48'].map((width) => (
        <span key={width} className="flex items-center gap-3.5">
          <Skeleton className="size-11 flex-none rounded-full" />
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="ml-auto h-4 w-16" />
        </span>
      ))}
    </Loading>
  )
}
