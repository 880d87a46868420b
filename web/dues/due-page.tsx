import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { BellRing, ChevronLeft } from 'lucide-react'
import { Fragment, lazy, Suspense, useRef, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import {
  type DueFilter,
  type DuePaymentPage,
  type DuePerson,
  dueFilters,
  notedMethods,
  type ShownDuePayment,
} from '../../domain/dues/contract.ts'
import { duesPath } from '../../domain/dues/paths.ts'
import { remindedAgainAfter } from '../../domain/dues/rules.ts'
import { writeDeadline } from '../../domain/dues/texts.ts'
import { formatMoney } from '../../domain/format-money.ts'
import { type Currency, formatExactMoney } from '../../domain/money.ts'
import { isForHand, type ShownRefundState } from '../../domain/orders/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { writeDate } from '../../domain/time/write-time.ts'
import { ApiError } from '../api.ts'
import { DisputeStatus } from '../payments/dispute-note.tsx'
import { GivenByHand } from '../payments/given-by-hand.tsx'
import { useTitle } from '../shell/use-title.ts'
import NoTeamPage from '../teams/no-team-page.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageError, pageFrame } from '../ui/page-frame.tsx'
import { Select } from '../ui/select.tsx'
import { showFailure } from '../ui/show-failure.ts'
import { ShowMore } from '../ui/show-more.tsx'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useFocusInPlace } from '../ui/use-focus-in-place.ts'
import { useNow } from '../ui/use-now.ts'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Standing } from './dues-standing.tsx'
import { duePayments, notingDuesGivenBack, notingPayment, remindingOfDues, undoingNote } from './queries.ts'
import { writeSums } from './write-sums.ts'

const GiveDuesBackDialog = lazy(() => import('./give-dues-back-dialog.tsx'))

type Path = { id: string; dueId: string }

/** The page `team/:id/dues/:dueId`: who has paid, for those who manage the money. */
export default function DuePage() {
  const { id = '', dueId = '' } = useParams()
  return <WhoHasPaid key={`${id}/${dueId}`} path={{ id, dueId }} />
}

function WhoHasPaid({ path }: { path: Path }) {
  const [search, setSearch] = useSearchParams()
  const show = dueFilters.find((filter) => filter === search.get('show'))
  const query = useInfiniteQuery(duePayments(path, show))
  const [first] = query.data?.pages ?? []
  // The head and the filter stay while another filter loads, and if it fails.
  const [known, setKnown] = useState(first)
  if (first && first !== known) setKnown(first)
  useTitle(known ? known.due.title : null)
  const refusal = query.error instanceof ApiError ? query.error.code : null
  if (refusal === 'TeamNotFound') return <NoTeamPage />
  if (refusal === 'NotAllowed' || refusal === 'DuesNotFound')
    return (
      <div className={pageFrame('narrow', 'grid justify-items-start gap-4 pt-6 sm:pt-10')}>
        <h1>Dues</h1>
        <p className="text-soft">
          {refusal === 'NotAllowed' ? 'Only the owner and the treasurer see who has paid.' : 'We could not find these dues.'}
        </p>
        <LinkButton to={duesPath(path.id)}>See your dues</LinkButton>
      </div>
    )
  const choose = (filter: string) => setSearch(filter === 'all' ? {} : { show: filter }, { replace: true })
  const retry = { error: query.error, onRetry: () => void query.refetch(), isRetrying: query.isFetching }
  if (!known && query.error) return <PageError {...retry} />
  return (
    <div className={pageFrame('narrow', 'grid grid-cols-[minmax(0,1fr)] gap-6 pt-4 sm:pt-9')}>
      {known && (
        <>
          <Head path={path} page={known} />
          <Select
            label="Show"
            className="max-w-60"
            options={[
              { value: 'all', label: 'Everybody' },
              { value: 'owing', label: 'Who owes' },
              { value: 'paid', label: 'Who is settled' },
            ]}
            value={show ?? 'all'}
            onChange={choose}
          />
        </>
      )}
      {first ? (
        <Fragment key={show ?? 'all'}>
          <People path={path} due={first.due} people={query.data?.pages.flatMap((page) => page.people) ?? []} show={show} />
          <ShowMore query={query} />
        </Fragment>
      ) : query.error ? (
        <ErrorNotice title="We could not load who has paid" {...retry} />
      ) : (
        <Loading label="Loading who has paid">
          <SkeletonText lines={6} />
        </Loading>
      )}
    </div>
  )
}

function Head({ path, page: { due } }: { path: Path; page: DuePaymentPage }) {
  const now = useNow(minute)
  const remind = useMutation({
    ...remindingOfDues(path),
    onSuccess: () => showSnackbar('Everybody who owes gets a reminder.'),
    onError: showFailure,
  })
  const { title, endedAt, dueOn, sums, remindedAt } = due
  const isTooSoon = remindedAt !== null && now < remindedAt + remindedAgainAfter
  return (
    <header className="grid justify-items-start gap-2">
      <Link
        to={duesPath(path.id)}
        className="-ml-1 inline-flex min-h-11 items-center gap-1 text-small font-strong text-court hover:underline"
      >
        <ChevronLeft size={17} aria-hidden="true" />
        Dues
      </Link>
      <h1 className="wrap-anywhere">{title}</h1>
      <p className="text-soft">
        {formatMoney(due)}, {endedAt === null ? 'due by' : 'was due by'} {writeDeadline(dueOn, now)}
      </p>
      <p className="text-lead font-strong">{writeSums(due, sums)}</p>
      {endedAt === null && sums.owing > 0 && (
        <div className="flex flex-wrap items-center gap-3">
          <Button isPending={remind.isPending} disabled={isTooSoon} onClick={() => remind.mutate()}>
            <BellRing size={17} aria-hidden="true" /> Remind who owes
          </Button>
          {isTooSoon && <p className="text-small text-soft">Everybody was reminded today.</p>}
        </div>
      )}
    </header>
  )
}

const emptyTexts: Record<DueFilter, string> = { owing: 'Nobody owes these dues.', paid: 'Nobody has paid yet.' }

type PeopleProps = { path: Path; due: DuePaymentPage['due']; people: readonly DuePerson[]; show: DueFilter | undefined }

function People({ path, due, people, show }: PeopleProps) {
  const [openedId, setOpenedId] = useState<string | null>(null)
  const opened = people
    .flatMap((each) => paymentsOf(each).map((payment) => ({ each, payment })))
    .find(({ payment }) => payment.id === openedId)
  const list = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  // Whoever is settled leaves the list of those who owe, with the button that was pressed. Only one of the two is there.
  useFocusAfterRemoval(list, people.length)
  useFocusAfterRemoval(end, people.length)
  if (people.length === 0)
    return (
      <p ref={end} tabIndex={-1} className="text-soft outline-none">
        {show ? emptyTexts[show] : 'Nobody is in this community.'}
      </p>
    )
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Members" className="border-b border-line outline-none">
        {people.map((each, index) => (
          <PersonRow key={each.person?.id ?? `${index}`} path={path} due={due} each={each} onGiveBack={setOpenedId} />
        ))}
      </ul>
      <Suspense>
        {opened && (
          <GiveDuesBackDialog
            path={path}
            payment={opened.payment}
            name={nameOf(opened.each)}
            currency={due.currency}
            onClose={() => setOpenedId(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const nameOf = ({ person }: DuePerson) => person?.name ?? 'Somebody with a block between you'
const paymentsOf = ({ payment, others }: DuePerson) => [...(payment ? [payment] : []), ...others]
/** The refunds that we cannot send by card. */
const forHandOf = (payment: ShownDuePayment) => payment.refunds.filter((refund) => isForHand(refund, payment))

const refundWords: Record<ShownRefundState, string> = {
  ...{ due: 'goes back', sent: 'given back', failed: 'could not go back, so you have it' },
  'no-access': 'cannot be sent, because we can no longer use the Stripe account',
  'by-hand': 'given back by hand',
  'no-money': 'waits until there is enough money at Stripe',
}

type PersonRowProps = { path: Path; due: DuePaymentPage['due']; each: DuePerson; onGiveBack: (paymentId: string) => void }

function PersonRow({ path, due, each, onGiveBack }: PersonRowProps) {
  const now = useNow(minute)
  const { person, isMember, standing, payment, others } = each
  const note = useMutation({ ...notingPayment(path), onError: showFailure })
  const undo = useMutation({ ...undoingNote(path), onError: showFailure })
  const name = nameOf(each)
  const dispute = payment?.dispute
  const isOwing = isMember && due.endedAt === null && (standing === 'owes' || standing === 'overdue' || standing === 'refunded')
  const isNoted = standing === 'cash' || standing === 'waived'
  // It says the new standing. Undo is not focused, because a second press of the key would take the note back.
  const about = useFocusInPlace<HTMLDivElement>(isNoted)
  const firstMethod = useFocusInPlace<HTMLButtonElement>(isOwing)
  // What was given back by hand is gone with its button.
  useFocusAfterRemoval(about, paymentsOf(each).flatMap(forHandOf).length)
  const facts = [
    ...(payment ? describePayment(payment, { currency: due.currency, now }) : []),
    !isMember && 'has left the community',
  ].filter(Boolean)
  return (
    <li className="border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {person && <Avatar face={person} isDecorative />}
        <div ref={about} tabIndex={-1} className="min-w-0 flex-1 basis-40 outline-none">
          <p className="font-strong wrap-anywhere">{name}</p>
          {facts.length > 0 && <p className="text-small text-soft">{facts.join(' · ')}</p>}
          {dispute ? <DisputeStatus dispute={dispute} kind="dues" now={now} /> : <Standing standing={standing} />}
        </div>
        {person && (
          <div className="flex flex-wrap gap-2">
            {isOwing &&
              notedMethods.map((method, index) => (
                <Button
                  key={method}
                  ref={index === 0 ? firstMethod : null}
                  size="small"
                  isPending={note.isPending && note.variables?.method === method}
                  onClick={() => note.mutate({ userId: person.id, method })}
                >
                  {method === 'cash' ? 'Cash' : 'Waive'}
                  <VisuallyHidden> for {name}</VisuallyHidden>
                </Button>
              ))}
            {isNoted && (
              <Button size="small" isPending={undo.isPending} onClick={() => undo.mutate(person.id)}>
                Undo
                <VisuallyHidden> for {name}</VisuallyHidden>
              </Button>
            )}
            {payment && <MoneyBack path={path} due={due} payment={payment} name={name} onGiveBack={onGiveBack} />}
          </div>
        )}
      </div>
      {others.map((other) => (
        <div key={other.id} className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-40 text-small text-soft">
            <p>Also paid {describePayment(other, { currency: due.currency, now }).join(' · ')}</p>
            {other.dispute && <DisputeStatus dispute={other.dispute} kind="dues" now={now} />}
          </div>
          {person && (
            <div className="flex flex-wrap gap-2">
              <MoneyBack path={path} due={due} payment={other} name={name} onGiveBack={onGiveBack} />
            </div>
          )}
        </div>
      ))}
    </li>
  )
}

/** When it was paid, and what went back of it. Nobody has paid what was waived. */
function describePayment(
  { method, amount, paidAt, refunds }: ShownDuePayment,
  { currency, now }: { currency: Currency; now: number },
): string[] {
  const day = (at: number) => writeDate(at, { now }, { month: 'short', day: 'numeric' })
  const money = (sum: number) => formatExactMoney({ amount: sum, currency })
  return [
    ...(method === 'waived' ? [] : [`${money(amount)} on ${day(paidAt)}`]),
    ...refunds.map((refund) => `${money(refund.amount)} ${refundWords[refund.state]}, ${day(refund.at)}`),
  ]
}

type MoneyBackProps = Pick<PersonRowProps, 'path' | 'due' | 'onGiveBack'> & { payment: ShownDuePayment; name: string }

/** What can be done about a payment by card: note that it was given back by hand, or send what is left. */
function MoneyBack({ path, due: { currency }, payment, name, onGiveBack }: MoneyBackProps) {
  const noteBack = useMutation(notingDuesGivenBack(path))
  return (
    <>
      {forHandOf(payment).map((refund) => (
        <GivenByHand
          key={refund.id}
          amount={formatExactMoney({ amount: refund.amount, currency })}
          name={name}
          note={() => noteBack.mutateAsync({ paymentId: payment.id, refundId: refund.id })}
        />
      ))}
      {payment.rest > 0 && (
        <Button size="small" aria-haspopup="dialog" onClick={() => onGiveBack(payment.id)}>
          Give back
          <VisuallyHidden> to {name}</VisuallyHidden>
        </Button>
      )}
    </>
  )
}
