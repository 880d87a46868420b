import { hashKey, type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { hc } from 'hono/client'
import { useEffect, useEffectEvent } from 'react'
import type { EventDetail, SeatBalance } from '../../domain/events/contract.ts'
import type { JoinerAnswer } from '../../domain/events/join-contract.ts'
import { eventKey } from '../../domain/events/keys.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import { hasTiers, pricingOfTier, type SeatPrice, withFee } from '../../domain/events/seat-price.ts'
import { type Balance, keepFee, type PayWay, priceNowAndLater } from '../../domain/orders/balance.ts'
import type { PayForSeat } from '../../domain/orders/contract.ts'
import type { CouponTerms } from '../../domain/orders/coupon-contract.ts'
import type { PayRoutes } from '../../worker/orders/routes.ts'
import { ApiError, readAnswer } from '../api.ts'
import { holdReload } from '../busy.ts'
import { leaveForStripe } from '../payments/leave-for-stripe.ts'
import { showFailure } from '../ui/show-failure.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { getCreditChoice, getTypedCoupon, setTypedCoupon } from './coupons.ts'
import { getPayWay } from './pay-way.ts'
import { joinerMutationKey } from './queries.ts'

const routes = hc<PayRoutes>('/api/events')

type Game = Pick<EventDetail, 'startsAt'> & { price: EventPrice }

type Party = { seats: number; tierId: string | null }
export type Seen = SeatPrice & { tierId: string | null; code: string | null; balance: Balance | null; way: PayWay }

/** What makes the price lower, and whether all of it is paid now. */
type Means = { coupon?: CouponTerms | null; usesCredit?: boolean; way?: PayWay }

/** What this viewer pays for so many seats with this kind of ticket. */
export const priceFor = (
  { price, startsAt }: Game,
  { seats, tierId }: Party,
  now: number,
  { coupon = null, usesCredit = false, way = 'usual' }: Means = {},
): Seen => ({
  ...priceNowAndLater(
    pricingOfTier(price, tierId),
    { seats, startsAt, now, coupon, creditToUse: usesCredit ? (price.credit ?? 0) : 0 },
    way,
  ),
  ...{ tierId, code: coupon?.code ?? null, way },
})

/** What this viewer still pays for seats that they have. */
export function priceOfBalance(price: EventPrice, debt: SeatBalance): Seen {
  const terms = keepFee(price, debt)
  return { ...withFee(terms, debt.amount, terms), tierId: null, code: null, balance: null, way: 'usual' }
}

/** The label of a button that pays. `text` is the price. */
export const payLabel = ({ amount, credit }: SeatPrice, text: string): string =>
  amount > 0 ? `Pay ${text}` : credit > 0 ? 'Pay with my credit' : 'Take the seat for free'

const toRequest = ({ amount, currency, tierId, code, credit, balance, way }: Seen): PayForSeat => ({
  ...{ amount, currency },
  ...(balance && { balance: balance.amount }),
  ...(way !== 'usual' && { way }),
  ...(tierId && { tierId }),
  ...(code && { code }),
  ...(credit > 0 && { credit }),
})

async function sendPayment(id: string, seen: Seen): Promise<void> {
  const release = holdReload()
  try {
    const { url } = await readAnswer(routes[':id'].pay.$post({ param: { id }, json: toRequest(seen) }))
    // Seats for which a coupon or credit pays are not paid for at Stripe.
    if (seen.amount > 0) leaveForStripe(url)
  } finally {
    release()
  }
}

const payKey = (id: string) => ['events', id, 'pay']

const paying = (queryClient: QueryClient, id: string) => ({
  mutationKey: payKey(id),
  mutationFn: (seen: Seen) => sendPayment(id, seen),
  onSuccess: (_done: unknown, { amount }: Seen) =>
    amount === 0 ? Promise.all([eventKey(id), ['seat-offers']].map((queryKey) => queryClient.invalidateQueries({ queryKey }))) : undefined,
  onError: async (error: unknown) => {
    const isRefused = error instanceof ApiError && error.status < 500
    // The seat may be gone, or the price is another one.
    if (isRefused) await queryClient.invalidateQueries({ queryKey: eventKey(id), exact: true })
    if (isRefused && error.code === 'CouponNotValid') setTypedCoupon(queryClient, id, null)
    if (isRefused && error.code === 'OfferChanged')
      showSnackbar('The price has changed, so nothing was charged. Please look at the new price.', { duration: 5000, tone: 'alarm' })
    else showFailure(error)
  },
})

/** Leads to the page on which the viewer pays. If it fails, the seats stay held, and the viewer sees why. */
export async function startPayment(client: QueryClient, id: string, seen: Seen): Promise<void> {
  const mutation = client.getMutationCache().build(client, paying(client, id))
  await mutation.execute(seen).catch(() => undefined)
}

/** Once the viewer was given seats that cost money, by whichever button or dialog, they go on to pay for them. */
export function useGoOnToPay({ id, price, startsAt }: EventDetail): void {
  const client = useQueryClient()
  const goOn = useEffectEvent((mine: Party) => {
    // Without a kind of ticket, they first choose one.
    if (price && (mine.tierId !== null || !hasTiers(price)))
      void startPayment(
        client,
        id,
        priceFor({ price, startsAt }, mine, Date.now(), {
          ...{ coupon: getTypedCoupon(client, id), usesCredit: getCreditChoice(client, id), way: getPayWay(client, id) },
        }),
      )
  })
  useEffect(() => {
    const key = hashKey(joinerMutationKey(id))
    return client.getMutationCache().subscribe((change) => {
      if (change.type !== 'updated' || change.action.type !== 'success') return
      const { mutationKey } = change.mutation.options
      const mine = mutationKey && hashKey(mutationKey) === key ? (change.action.data as JoinerAnswer).live?.mine : null
      if (mine?.state === 'paying') goOn(mine)
    })
  }, [client, id])
}

/** For a button that pays what the viewer sees. It is pending for every payment of this game. */
export function usePaying(id: string) {
  const { mutate } = useMutation(paying(useQueryClient(), id))
  return { pay: (seen: Seen) => mutate(seen), isPending: useIsMutating({ mutationKey: payKey(id) }) > 0 }
}
