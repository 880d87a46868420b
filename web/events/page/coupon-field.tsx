import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { formatDiscount } from '../../coupons/format-discount.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { readError } from '../../ui/read-error.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { useFocusInPlace } from '../../ui/use-focus-in-place.ts'
import { checkingCoupon, setTypedCoupon, useTypedCoupon } from '../coupons.ts'

/** Where a player types the code of a coupon before they pay. */
export default function CouponField({ eventId, currency }: { eventId: string; currency: Currency }) {
  const client = useQueryClient()
  const coupon = useTypedCoupon(eventId)
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const check = useMutation(checkingCoupon(eventId))
  const isAsking = isOpen && !coupon
  const status = useFocusInPlace<HTMLParagraphElement>(coupon !== null)
  const field = useFocusInPlace<HTMLInputElement>(isAsking)
  const opener = useFocusInPlace<HTMLButtonElement>(!isOpen && !coupon)
  const use = () => code.trim() !== '' && check.mutate(code)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The field can be part of the form to join, which must not be sent yet.
    event.preventDefault()
    use()
  }
  const remove = () => {
    setTypedCoupon(client, eventId, null)
    setOpen(false)
    setCode('')
  }
  return (
    <div className="flex flex-wrap items-baseline gap-3">
      {/* It is there before its text, because otherwise screen readers do not read it. */}
      <p ref={status} role="status" tabIndex={-1} className={coupon ? 'text-small outline-none' : 'sr-only'}>
        {coupon && (
          <>
            <b>{coupon.code}</b>: {formatDiscount({ ...coupon, currency })}
          </>
        )}
      </p>
      {!isAsking && (
        <p className="text-small">
          {coupon && <TextButton onClick={remove}>Remove</TextButton>}
          {!coupon && (
            <TextButton ref={opener} onClick={() => setOpen(true)}>
              I have a code
            </TextButton>
          )}
        </p>
      )}
      {isAsking && (
        <div className="flex flex-1 items-start gap-2">
          <TextField
            ref={field}
            label="Code"
            isLabelHidden
            placeholder="Code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={onKeyDown}
            error={check.error ? readError(check.error).message : undefined}
            className="flex-1"
          />
          <Button isPending={check.isPending} onClick={use}>
            Use code
          </Button>
        </div>
      )}
    </div>
  )
}
