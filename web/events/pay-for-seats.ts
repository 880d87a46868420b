import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { EventDetail } from '../../domain/events/contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import { priceSeats, type SeatPrice } from '../../domain/events/seat-price.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import type { RedirectAnswer } from '../../domain/payments/contract.ts'
import { ApiError, readAnswer } from '../api.ts'
import { holdReload } from '../busy.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'

type Game = Pick<EventDetail, 'startsAt'> & { price: EventPrice }

/** What this viewer pays for so many seats. */
export const priceFor = ({ price, startsAt }: Game, seats: number, now: number): SeatPrice =>
  priceSeats(price, { ...price, seats, startsAt, now })

async function sendPayment(id: string, { amount, currency }: PayForSeat): Promise<void> {
  const release = holdReload()
  try {
    const body = JSON.stringify({ amount, currency } satisfies PayForSeat)
    const headers = { 'content-type': 'application/json' }
    const { url } = await readAnswer<RedirectAnswer>(fetch(`/api/events/${id}/pay`, { method: 'POST', headers, body }))
    leaveForStripe(url)
  } finally {
    release()
  }
}

const payKey = (id: string) => ['events', id, 'pay']

const paying = (client: QueryClient, id: string) => ({
  mutationKey: payKey(id),
  mutationFn: (seen: PayForSeat) => sendPayment(id, seen),
  onError: async (error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500
    // The seat may be gone, or the price is another one.
    if (isRefused) await client.invalidateQueries({ queryKey: eventKey(id), exact: true })
    if (isRefused && error.code === 'OfferChanged')
      showSnackbar('The price has changed, so nothing was charged. Please look at the new price.', { duration: 5000, tone: 'alarm' })
    else showFailure(error)
  },
})

/** Goes on to pay for seats that are held for the viewer. If it fails, they stay held, and the viewer sees why. */
export async function payForSeats(client: QueryClient, game: Game & { id: string }, seats: number): Promise<void> {
  const mutation = client.getMutationCache().build(client, paying(client, game.id))
  await mutation.execute(priceFor(game, seats, Date.now())).catch(() => undefined)
}

/** For a button that pays what the viewer sees. It is pending for every payment of this game. */
export function usePaying(id: string) {
  const { mutate } = useMutation(paying(useQueryClient(), id))
  return { pay: (seen: PayForSeat) => mutate(seen), isPending: useIsMutating({ mutationKey: payKey(id) }) > 0 }
}
