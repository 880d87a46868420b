import { useQueryClient } from '@tanstack/react-query'
import type { EventDetail } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import type { EventPrice } from '../../../domain/events/pricing-contract.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { type Balance, maySplit, priceLater, priceNowAndLater } from '../../../domain/orders/balance.ts'
import { Switch } from '../../ui/switch.tsx'
import { setPayWay, usePayWay } from '../pay-way.ts'

type Props = { event: Pick<EventDetail, 'id' | 'startsAt' | 'timeZone'> & { price: EventPrice }; seats: number; now: number }

/** Whether everything is paid now, and by whom. Nothing if the game leaves no choice. */
export default function PayWayChoice({ event: { id, price, startsAt }, seats, now }: Props) {
  const client = useQueryClient()
  const way = usePayWay(id)
  const party = { seats, startsAt, now }
  if (maySplit(price, party))
    return (
      <Switch
        label="Split the price"
        hint="You pay for your seat. Your friends pay for theirs with a link, within a day."
        checked={way === 'split'}
        onChange={({ target }) => setPayWay(client, id, target.checked ? 'split' : 'usual')}
      />
    )
  const { balance } = priceNowAndLater(price, party, 'usual')
  if (!balance) return null
  return (
    <Switch
      label="Pay everything now"
      checked={way === 'full'}
      onChange={({ target }) => setPayWay(client, id, target.checked ? 'full' : 'usual')}
    />
  )
}

type Later = { balance: Balance; price: EventPrice; timeZone: string; now: number }

/** What is paid later, with the fee that is added then: "You pay the balance of $20 by Fri 6:00 PM." */
export const formatLater = ({ balance, price, timeZone, now }: Later): string => {
  const money = formatMoney(priceLater(price, balance))
  const deadline = formatDeadline(balance.dueAt, { timeZone, now })
  return balance.shares > 0 ? `Your friends pay ${money} by ${deadline}.` : `You pay the balance of ${money} by ${deadline}.`
}
