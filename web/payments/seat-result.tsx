import { formatFullMoment } from '../../domain/events/format-when.ts'
import { formatExactMoney } from '../../domain/money.ts'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { usePlatform } from '../app-state.ts'
import { LinkButton } from '../ui/button.tsx'
import { useNow } from '../ui/use-now.ts'
import { ResultMessage } from './result-message.tsx'

type SeatBought = Extract<PaymentResult['bought'], { kind: 'seat' }>

export function SeatResult({ state, bought: { event, seats, part, goesBack }, paid }: PaymentResult & { bought: SeatBought }) {
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
      <ResultMessage
        title="Your payment is on its way"
        text={`${game} Stripe still waits for the money, and we hold your seat. This page changes once it has arrived.`}
        links={links('View game')}
      />
    )
  if (state === 'failed')
    return (
      <ResultMessage
        mood="sad"
        title="The payment did not go through"
        text={`Nothing was charged. ${game}`}
        links={links('Open the game')}
      />
    )
  if (goesBack)
    return (
      <ResultMessage
        mood="sad"
        title="This seat is not yours any more"
        text={`${game} Your payment came when the seat was gone, or you have left since. What goes back to your card is listed in your transactions.`}
        links={links('View game')}
      />
    )
  const amount = paid && paid.amount > 0 ? ` You paid ${formatExactMoney(paid)}` : ''
  if (part === 'share')
    return (
      <ResultMessage
        mood="happy"
        title="Your seat is paid"
        text={`${game}${amount && `${amount}.`} You play as a guest of the friend who asked you, so you need not join.`}
        links={links('View game')}
      />
    )
  if (part === 'balance')
    return <ResultMessage mood="happy" title="All is paid" text={`${game}${amount && `${amount}.`}`} links={links('View game')} />
  const forSeats = amount && ` for ${seats === 1 ? 'your seat' : `${seats} seats`}.`
  return <ResultMessage mood="happy" title="You are in" text={`${game}${amount}${forSeats}`} links={links('View game')} />
}
