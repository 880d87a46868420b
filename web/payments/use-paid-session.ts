import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { congratulate } from './congratulate.ts'

const parameter = 'session_id'

type Entry = { pathname: string; state: { paidSession?: string } | null }

/**
 * The payment from which the person comes back: first its id is in the address, where Stripe puts it, and then in the entry of the history.
 * So the address can be shared, and a reload still shows the result.
 */
export function useReturningSession(): string | null {
  const [search] = useSearchParams()
  const { state } = useLocation() as Entry
  return search.get(parameter) ?? state?.paidSession ?? null
}

const isMoneyTaken = ({ bought, paid }: PaymentResult) => (paid?.amount ?? 0) > 0 && !(bought && 'goesBack' in bought && bought.goesBack)

/** Congratulates once the server has said that it is paid, and cleans the address. */
export function useCongratulations(result: PaymentResult | undefined): void {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation() as Entry
  const finish = useEffectEvent((paid: PaymentResult) => {
    const session = search.get(parameter)
    if (session === null) return
    if (isMoneyTaken(paid)) congratulate()
    const rest = new URLSearchParams(search)
    rest.delete(parameter)
    void navigate(
      { pathname, search: rest.size > 0 ? `?${rest}` : '' },
      { replace: true, preventScrollReset: true, state: { paidSession: session } },
    )
  })
  const isPaid = result?.state === 'paid'
  useEffect(() => {
    if (result && isPaid) finish(result)
  }, [result, isPaid])
}
