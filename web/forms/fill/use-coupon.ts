import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { findCode } from '../../../domain/forms/find-code.ts'
import { CouponCode } from '../../../domain/orders/coupon-contract.ts'
import { readError } from '../../ui/read-error.ts'
import { checkedCoupon } from '../coupons.ts'
import type { AnswerStore } from './answer-store.ts'
import { type EnteredCoupon, noCoupon } from './entered-coupon.ts'
import { useStored } from './form-context.ts'

const settledAfterMs = 600

/** The value, once it has not changed for a moment. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledAfterMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

type Access = Parameters<typeof checkedCoupon>[2]

/** Asks what the code takes off that is entered in a form. `isOn` is false where the price does not change any more. */
export function useCoupon(formId: string, access: Access, store: AnswerStore, isOn: boolean): EnteredCoupon {
  const code = useStored(store, () => (isOn ? (findCode(store.index, store.readDecision())?.code ?? null) : null))
  const isSettled = useSettled(code) === code
  const canBeOne = code !== null && v.is(CouponCode, code)
  const { data, error, isFetching } = useQuery({ ...checkedCoupon(formId, code ?? '', access), enabled: canBeOne && isSettled })
  const isChecking = canBeOne && (!isSettled || isFetching)
  const message = canBeOne ? error && readError(error).message : 'This code does not work.'
  const told = isChecking || !isSettled ? undefined : (message ?? undefined)
  // All fields read it, so it stays the same object until it changes.
  return useMemo(() => (code === null ? noCoupon : { code, terms: data ?? null, isChecking, error: told }), [code, data, isChecking, told])
}
