import { mutationOptions, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { hc } from 'hono/client'
import type { CouponTerms } from '../../domain/orders/coupon-contract.ts'
import type { CouponRoutes } from '../../worker/orders/coupon-routes.ts'
import { readAnswer } from '../api.ts'

const routes = hc<CouponRoutes>('/api/events')

/** The coupon that the viewer has typed for a game. It is never loaded. */
const typedCoupon = (id: string) =>
  queryOptions({
    queryKey: ['typed-coupon', id],
    queryFn: (): CouponTerms | null => null,
    enabled: false,
    initialData: null as CouponTerms | null,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const useTypedCoupon = (id: string): CouponTerms | null => useQuery(typedCoupon(id)).data
export const getTypedCoupon = (client: QueryClient, id: string): CouponTerms | null => client.getQueryData(typedCoupon(id).queryKey) ?? null
export const setTypedCoupon = (client: QueryClient, id: string, coupon: CouponTerms | null): void =>
  void client.setQueryData(typedCoupon(id).queryKey, coupon)

/** Whether the viewer wants to pay with their credit in a game. It is never loaded. */
const creditChoice = (id: string) =>
  queryOptions({
    queryKey: ['uses-credit', id],
    queryFn: (): boolean => true,
    enabled: false,
    initialData: true as boolean,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const useCreditChoice = (id: string): boolean => useQuery(creditChoice(id)).data
export const getCreditChoice = (client: QueryClient, id: string): boolean => client.getQueryData(creditChoice(id).queryKey) ?? true
export const setCreditChoice = (client: QueryClient, id: string, usesCredit: boolean): void =>
  void client.setQueryData(creditChoice(id).queryKey, usesCredit)

export const checkingCoupon = (id: string) =>
  mutationOptions({
    mutationFn: (code: string) => readAnswer(routes[':id'].coupons.check.$post({ param: { id }, json: { code } })),
    onSuccess: (coupon: CouponTerms, _sent, _result, { client }) => setTypedCoupon(client, id, coupon),
  })
