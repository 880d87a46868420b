import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { PayWay } from '../../domain/orders/balance.ts'

/** How the viewer has chosen to pay for a game. It is never loaded. */
const payWay = (id: string) =>
  queryOptions({
    queryKey: ['pay-way', id],
    queryFn: (): PayWay => 'usual',
    enabled: false,
    initialData: 'usual' as PayWay,
    gcTime: Number.POSITIVE_INFINITY,
  })

export const usePayWay = (id: string): PayWay => useQuery(payWay(id)).data
export const getPayWay = (client: QueryClient, id: string): PayWay => client.getQueryData(payWay(id).queryKey) ?? 'usual'
export const setPayWay = (client: QueryClient, id: string, way: PayWay): void => void client.setQueryData(payWay(id).queryKey, way)
