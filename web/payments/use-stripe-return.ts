import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { PaymentResult } from '../../domain/payments/contract.ts'
import { readError } from '../ui/read-error.ts'
import { showSnackbar } from '../ui/show-snackbar.ts'
import { linkingByCode } from './account-queries.ts'
import { congratulate } from './congratulate.ts'
import { askAboutPayment, refreshPayments } from './queries.ts'

/** What Stripe adds to the address after its page for accounts, and after its field for payments. */
const linkParameters = ['code', 'scope', 'state', 'error', 'error_description']
const paymentParameters = ['redirect_status', 'payment_intent', 'payment_intent_client_secret']

const showAlarm = (text: string) => void showSnackbar(text, { duration: 5000, tone: 'alarm' })

function tellResult(state: PaymentResult['state']): void {
  if (state === 'paid') congratulate()
  else if (state === 'open') showSnackbar('Stripe is still working on your payment. It appears here once it is done.', { duration: 5000 })
  else showAlarm('The payment did not go through. Nothing was charged.')
}

/** Works on what Stripe has added to the address, once, and then removes it. Returns whether an account is being linked. */
export function useStripeReturn(): boolean {
  const [search, setSearch] = useSearchParams()
  const queryClient = useQueryClient()
  const { mutateAsync: linkByCode, isPending } = useMutation(linkingByCode)
  const lastWorkedOn = useRef<string | null>(null)
  const forget = (names: readonly string[]) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const name of names) after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )

  const link = useEffectEvent(async (code: string, state: string | null) => {
    try {
      await linkByCode({ code, ...(state !== null && { state }) })
      showSnackbar('Successfully linked Stripe account')
    } catch (error) {
      const text = 'Something went wrong linking stripe account from authorization code'
      const { message } = readError(error)
      showAlarm(message === text ? text : `${text}. ${message}`)
    }
    forget(linkParameters)
  })
  const confirm = useEffectEvent(async (paymentIntent: string, clientSecret: string) => {
    try {
      const { state } = await askAboutPayment({ paymentIntent, clientSecret })
      tellResult(state)
      await refreshPayments(queryClient)
    } catch (error) {
      showAlarm(readError(error).message)
    }
    forget(paymentParameters)
  })

  const work = useEffectEvent(() => {
    const code = search.get('code')
    if (code) return void link(code, search.get('state'))
    if (search.has('error')) {
      showAlarm('You left Stripe before your account was linked.')
      return forget(linkParameters)
    }
    const status = search.get('redirect_status')
    if (status === null) return
    const [intent, secret] = [search.get('payment_intent'), search.get('payment_intent_client_secret')]
    if (status === 'succeeded' && intent && secret) return void confirm(intent, secret)
    tellResult('failed')
    forget(paymentParameters)
  })
  const toWorkOn = [...linkParameters, ...paymentParameters].map((name) => search.get(name) ?? '').join(' ')
  useEffect(() => {
    if (lastWorkedOn.current === toWorkOn) return
    lastWorkedOn.current = toWorkOn
    work()
  }, [toWorkOn])
  return isPending
}
