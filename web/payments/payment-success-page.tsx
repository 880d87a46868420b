import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { duesPath } from '../../domain/dues/paths.ts'
import { formatFullMoment } from '../../domain/events/format-when.ts'
import { payBalancePath, submissionPath } from '../../domain/forms/paths.ts'
import { typeTexts } from '../../domain/memberships/texts.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { teamPath } from '../../domain/teams/paths.ts'
import { minute } from '../../domain/time/spans.ts'
import { usePlatform } from '../app-state.ts'
import { refreshDues } from '../dues/queries.ts'
import { refreshGames } from '../events/refresh-games.ts'
import { PaidWords } from '../forms/payment/paid-words.tsx'
import { refreshFormPayments } from '../forms/payment/queries.ts'
import { useTitle } from '../shell/use-title.ts'
import { Beans } from '../ui/beans.tsx'
import { LinkButton } from '../ui/button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { pageFrame } from '../ui/page-frame.tsx'
import { Loading, SkeletonText } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { askAboutPayment, refreshPayments } from './queries.ts'
import { useCongratulations, useReturningSession } from './use-paid-session.ts'

/** While Stripe waits for the money, for example from a bank, we ask again. A person may ask ten times a minute. */
const askAgainMs = 10_000

const paymentOf = (sessionId: string) =>
  queryOptions({
    queryKey: ['payments', 'return', sessionId],
    queryFn: () => askAboutPayment({ sessionId }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? askAgainMs : false),
  })

/** Where Stripe leads the person after its page. It says what the server knows about the payment, also after a reload. */
export default function PaymentSuccessPage() {
  const sessionId = useReturningSession()
  return (
    <div className={pageFrame('narrow', 'pt-6 sm:pt-16')}>
      {sessionId ? (
        <Payment sessionId={sessionId} />
      ) : (
        <Message
          title="No payment to show"
          text="The address of this page names no payment. Everything that you have paid is in your invoices."
          links={<LinkButton to="/invoices">View Invoices</LinkButton>}
        />
      )}
    </div>
  )
}

function Payment({ sessionId }: { sessionId: string }) {
  const { data, error, refetch, isFetching } = useQuery(paymentOf(sessionId))
  const queryClient = useQueryClient()
  const state = data?.state
  useCongratulations(data)
  useEffect(() => {
    if (state !== 'paid') return
    void refreshPayments(queryClient)
    void refreshGames(queryClient)
    void refreshDues(queryClient)
    void refreshFormPayments(queryClient)
  }, [state, queryClient])
  if (data) return <Result result={data} />
  if (error) {
    return (
      <div className="grid gap-4">
        <h1>Your payment</h1>
        <ErrorNotice title="We could not ask about your payment" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    )
  }
  return (
    <Loading label="Asking Stripe about your payment">
      <SkeletonText lines={4} />
    </Loading>
  )
}

const toPayments = <LinkButton to="/settings?tab=payments">Payments</LinkButton>

type SeatBought = Extract<PaymentResult['bought'], { kind: 'seat' }>

function SeatResult({ state, bought: { event, seats, part, goesBack }, paid }: PaymentResult & { bought: SeatBought }) {
  const now = useNow(minute)
  const { id: platform } = usePlatform()
  const game = `${event.title}, ${formatFullMoment(event.startsAt, { timeZone: event.timeZone, now })}.`
  const links = (label: string) => (
    <>
      <LinkButton variant="primary" to={`/evt/${event.id}`}>
        {label}
      </LinkButton>
      {platform !== 'meh' && <LinkButton to="/transactions">My Transactions</LinkButton>}
    </>
  )
  if (state === 'open')
    return (
      <Message
        title="Your payment is on its way"
        text={`${game} Stripe still waits for the money, and we hold your seat. This page changes once it has arrived.`}
        links={links('View game')}
      />
    )
  if (state === 'failed')
    return (
      <Message mood="sad" title="The payment did not go through" text={`Nothing was charged. ${game}`} links={links('Open the game')} />
    )
  if (goesBack)
    return (
      <Message
        mood="sad"
        title="This seat is not yours any more"
        text={`${game} Your payment came when the seat was gone, or you have left since. What goes back to your card is listed in your transactions.`}
        links={links('View game')}
      />
    )
  const amount = paid && paid.amount > 0 ? ` You paid ${formatExactMoney(paid)}` : ''
  if (part === 'share')
    return (
      <Message
        mood="happy"
        title="Your seat is paid"
        text={`${game}${amount && `${amount}.`} You play as a guest of the friend who asked you, so you need not join.`}
        links={links('View game')}
      />
    )
  if (part === 'balance')
    return <Message mood="happy" title="All is paid" text={`${game}${amount && `${amount}.`}`} links={links('View game')} />
  const forSeats = amount && ` for ${seats === 1 ? 'your seat' : `${seats} seats`}.`
  return <Message mood="happy" title="You are in" text={`${game}${amount}${forSeats}`} links={links('View game')} />
}

type MembershipBought = Extract<PaymentResult['bought'], { kind: 'membership' }>

function MembershipResult({ state, bought: { name, type, team }, paid }: PaymentResult & { bought: MembershipBought }) {
  const membership = `“${name}” of ${team.name}.`
  const links = (
    <>
      <LinkButton variant="primary" to={`/discover?team=${encodeURIComponent(team.id)}`}>
        See its games
      </LinkButton>
      <LinkButton to="/subscriptions">Your Subscriptions</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <Message
        title="Your payment is on its way"
        text={`${membership} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <Message mood="sad" title="The payment did not go through" text={`Nothing was charged. ${membership}`} links={links} />
  const amount = paid && paid.amount > 0 ? ` You paid ${formatExactMoney(paid)}.` : ''
  return <Message mood="happy" title="You have a membership" text={`${membership}${amount} ${typeTexts[type].gives}`} links={links} />
}

type DuesPaid = Extract<PaymentResult['bought'], { kind: 'dues' }>

function DuesResult({ state, bought: { title, team, goesBack }, paid }: PaymentResult & { bought: DuesPaid }) {
  const dues = `“${title}” of ${team.name}.`
  const links = (
    <>
      <LinkButton variant="primary" to={duesPath(team.id)}>
        See your dues
      </LinkButton>
      <LinkButton to={teamPath(team.id)}>Open {team.name}</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <Message
        title="Your payment is on its way"
        text={`${dues} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <Message mood="sad" title="The payment did not go through" text={`Nothing was charged. ${dues}`} links={links} />
  const amount = paid ? formatExactMoney(paid) : 'The money'
  return goesBack ? (
    <Message title="This was paid already" text={`${dues} ${amount} goes back to you. Your bank shows it in 5 to 10 days.`} links={links} />
  ) : (
    <Message mood="happy" title="Your dues are paid" text={`${dues} You paid ${amount}. The receipt is in your email.`} links={links} />
  )
}

type FormPaid = Extract<PaymentResult['bought'], { kind: 'form' }>

function FormResult({
  state,
  bought: { title, formId, submissionId, team, givesPlace, goesBack, lastWords },
  paid,
}: PaymentResult & { bought: FormPaid }) {
  const form = `“${title}” of ${team.name}.`
  const thankYouUrl = lastWords?.thankYouUrl ?? null
  const links = (
    <>
      {thankYouUrl !== null && (
        <LinkButton variant="primary" to={thankYouUrl}>
          Go on
        </LinkButton>
      )}
      <LinkButton variant={thankYouUrl === null ? 'primary' : 'plain'} to={submissionPath(formId, submissionId)}>
        See what you sent
      </LinkButton>
      <LinkButton to={payBalancePath(formId, submissionId)}>Your payments</LinkButton>
    </>
  )
  if (state === 'open')
    return (
      <Message
        title="Your payment is on its way"
        text={`${form} Stripe still waits for the money. This page changes once it has arrived.`}
        links={links}
      />
    )
  if (state === 'failed')
    return <Message mood="sad" title="The payment did not go through" text={`Nothing was charged. ${form}`} links={links} />
  const amount = paid ? formatExactMoney(paid) : 'The money'
  if (goesBack)
    return (
      <Message
        title="Your payment came too late"
        text={`${form} There is no place any longer, or this was paid already. ${amount} goes back to you. Your bank shows it in 5 to 10 days.`}
        links={links}
      />
    )
  return (
    <Message
      mood="happy"
      title={givesPlace ? 'You are in' : 'Your payment has arrived'}
      text={`${form} You paid ${amount}. The receipt is in your email.`}
      links={links}
    >
      {lastWords && <PaidWords address={{ id: formId, submissionId, key: undefined }} words={lastWords} />}
    </Message>
  )
}

type CardAdded = Extract<PaymentResult['bought'], { kind: 'card' }>

function CardResult({ bought: { plan, outcome }, paid }: PaymentResult & { bought: CardAdded }) {
  switch (outcome) {
    case 'paid':
      return (
        <Message
          mood="happy"
          title="Your plan is paid"
          text={`${paid ? `You paid ${formatExactMoney(paid)} for ${plan}.` : `${plan} is paid.`} Your new card is used from now on.`}
          links={toPayments}
        />
      )
    case 'declined':
      return (
        <Message
          mood="sad"
          title="Your bank declined"
          text={`Your card is saved, but it could not pay for ${plan}. Ask your bank, or add another card.`}
          links={toPayments}
        />
      )
    case 'unused':
      return (
        <Message
          title="This card is not used"
          text={`You can no longer pay for ${plan}, or there is a newer card. Nothing was charged.`}
          links={toPayments}
        />
      )
    case 'saved':
      return (
        <Message mood="happy" title="Your card is saved" text={`${plan} is paid with it from the next payment on.`} links={toPayments} />
      )
  }
}

function Result({ result }: { result: PaymentResult }) {
  const { state, bought, paid } = result
  if (bought?.kind === 'seat') return <SeatResult {...result} bought={bought} />
  if (bought?.kind === 'dues') return <DuesResult {...result} bought={bought} />
  if (bought?.kind === 'form') return <FormResult {...result} bought={bought} />
  if (bought?.kind === 'card') return <CardResult {...result} bought={bought} />
  if (bought?.kind === 'membership') return <MembershipResult {...result} bought={bought} />
  if (state === 'open') {
    return (
      <Message
        title="Your payment is on its way"
        text="Stripe still waits for the money. This page changes once it has arrived. You can also close it: nothing is lost."
        links={toPayments}
      />
    )
  }
  if (state === 'failed') {
    return (
      <Message
        mood="sad"
        title="The payment did not go through"
        text="Nothing was charged. You can try it again at any time."
        links={toPayments}
      />
    )
  }
  if (!bought) {
    // A page for a card takes no money.
    return paid && paid.amount > 0 ? (
      <Message mood="happy" title="Your payment has arrived" text={`You paid ${formatExactMoney(paid)}.`} links={toPayments} />
    ) : (
      <Message mood="happy" title="Your card is saved" text="It is used from the next payment on." links={toPayments} />
    )
  }
  const { plan, team, goesBack } = bought
  if (goesBack) {
    const money =
      paid && paid.amount > 0 ? `${formatExactMoney(paid)} goes back to you. Your bank shows it in 5 to 10 days.` : 'Nothing was charged.'
    return (
      <Message
        title="There was a plan already"
        text={`Somebody bought a plan${team ? ` for ${team.name}` : ''} in the same moment, so this one has ended. ${money}`}
        links={toPayments}
      />
    )
  }
  const amount =
    paid && paid.amount > 0
      ? `You paid ${formatExactMoney(paid)}. The invoice is in Payments.`
      : 'Your free trial has started. Nothing was charged yet.'
  return team ? (
    <Message
      mood="happy"
      title={`${team.name} is on ${plan}`}
      text={`${amount} Next, invite more people.`}
      links={
        <>
          <LinkButton variant="primary" to={teamPath(team.id)}>
            Open {team.name}
          </LinkButton>
          <LinkButton to={`${teamPath(team.id)}/people`}>People</LinkButton>
        </>
      }
    />
  ) : (
    <Message
      mood="happy"
      title={`You have ${plan}`}
      text={`${amount} Next, find a game.`}
      links={
        <>
          <LinkButton variant="primary" to="/discover">
            Discover
          </LinkButton>
          {toPayments}
        </>
      }
    />
  )
}

type MessageProps = { mood?: 'plain' | 'happy' | 'sad'; title: string; text: string; links: ReactNode; children?: ReactNode }

function Message({ mood = 'plain', title, text, links, children }: MessageProps) {
  useTitle(title)
  return (
    <div className="grid justify-items-start gap-3">
      <Beans size={88} mood={mood} />
      <h1 className="wrap-anywhere">{title}</h1>
      <p role="status" className="max-w-[52ch] text-soft">
        {text}
      </p>
      {children}
      <div className="mt-3 flex flex-wrap gap-2.5">{links}</div>
    </div>
  )
}
