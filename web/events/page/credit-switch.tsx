import { useQueryClient } from '@tanstack/react-query'
import { formatMoney } from '../../../domain/format-money.ts'
import { minimumOf } from '../../../domain/money.ts'
import { Switch } from '../../ui/switch.tsx'
import { setCreditChoice, useCreditChoice } from '../coupons.ts'
import type { Seen } from '../pay-for-seats.ts'

type CreditSwitchProps = { eventId: string; credit: number; total: Seen }

/** Lets the viewer pay with what they have with the host. `total` is what they pay with this choice. */
export default function CreditSwitch({ eventId, credit, total: { amount, credit: used, currency } }: CreditSwitchProps) {
  const client = useQueryClient()
  const isOn = useCreditChoice(eventId)
  const isLeftOver = isOn && amount > 0 && used < credit
  return (
    <Switch
      label={`Use my credit (${formatMoney({ amount: credit, currency })})`}
      hint={isLeftOver ? `At least ${formatMoney({ amount: minimumOf(currency), currency })} must be paid by card.` : undefined}
      checked={isOn}
      onChange={({ target }) => setCreditChoice(client, eventId, target.checked)}
      className="text-small"
    />
  )
}
