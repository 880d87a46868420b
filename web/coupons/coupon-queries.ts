import { mutationOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Coupon } from '../../domain/orders/coupon-contract.ts'

/** What is asked of the server about the coupons of a game or a form. */
type Requests<List, New> = {
  load: (signal: AbortSignal) => Promise<List>
  create: (coupon: New) => Promise<void>
  end: (couponId: string) => Promise<void>
}

/** The list of the coupons of one game or form, and what changes it. */
export function couponQueries<List extends { coupons: readonly Coupon[] }, New>(
  queryKey: QueryKey,
  { load, create, end }: Requests<List, New>,
) {
  const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey })
  return {
    list: queryOptions({ queryKey, queryFn: ({ signal }) => load(signal) }),
    creating: mutationOptions({ mutationFn: create, onSuccess: (_done, _sent, _result, { client }) => refresh(client) }),
    ending: mutationOptions({ mutationFn: end, onSuccess: (_done, _sent, _result, { client }) => refresh(client) }),
  }
}
