import { Copy } from 'lucide-react'
import type { SeatBalance } from '../../../domain/events/contract.ts'
import { formatDeadline } from '../../../domain/events/format.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import { Button } from '../../ui/button.tsx'
import { showSnackbar } from '../../ui/show-snackbar.ts'
import { priceOfBalance, usePaying } from '../pay-for-seats.ts'
import type { JoinProps } from './card-links.tsx'

/** The seats are there, but not all of the price is paid: what is left, until when, and the link for friends who pay their seats. */
export function BalanceBox({ event: { id, price, timeZone }, viewerState, debt, now }: JoinProps & { debt: SeatBalance }) {
  const { pay, isPending } = usePaying(id)
  if (!price) return null
  const total = priceOfBalance(price, debt)
  const money = formatMoney(total)
  const until = debt.dueAt === null ? '' : ` by ${formatDeadline(debt.dueAt, { timeZone, now })}`
  const link = `${location.origin}/shares/${debt.orderId}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      showSnackbar('Link copied. Send it to your friends.')
    } catch {
      showSnackbar(`We could not copy the link. It is ${link}`, { duration: 5000, tone: 'alarm' })
    }
  }
  return (
    <section aria-label="Still to pay" className="grid gap-2.5 rounded-control border border-line p-3.5">
      <p className="font-strong">
        {debt.shares > 0
          ? debt.shares === 1
            ? 'Your friend has not paid'
            : `${debt.sharesPaid} of ${debt.shares} friends have paid`
          : `Balance ${money}`}
        <span className="text-soft font-normal">{debt.shares > 0 ? `, ${money} is left${until}.` : until}</span>
      </p>
      {debt.shares > 0 && (
        <Button size="small" onClick={() => void copy()} className="justify-self-start">
          <Copy size={16} aria-hidden="true" /> Copy the link for friends
        </Button>
      )}
      {viewerState === 'going' && (
        <Button size="small" isPending={isPending} onClick={() => pay(total)} className="justify-self-start">
          {debt.shares > 0 ? `Pay the rest, ${money}` : `Pay ${money}`}
        </Button>
      )}
    </section>
  )
}
