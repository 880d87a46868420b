import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Currency } from '../../../domain/money.ts'
import { formatDiscount } from '../../coupons/format-discount.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { readError } from '../../ui/read-error.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { checkingCoupon, setTypedCoupon, useTypedCoupon } from '../coupons.ts'

/** Where a player types the code of a coupon before they pay. */
export default function CouponField({ eventId, currency }: { eventId: string; currency: Currency }) {
  const client = useQueryClient()
  const coupon = useTypedCoupon(eventId)
  const [isOpen, setOpen] = useState(false)
  const [code, setCode] = useState('')
  const check = useMutation(checkingCoupon(eventId))
  if (coupon)
    return (
      <p role="status" className="flex flex-wrap items-baseline gap-3 text-small">
        <span>
          <b>{coupon.code}</b>: {formatDiscount({ ...coupon, currency })}
        </span>
        <TextButton onClick={() => setTypedCoupon(client, eventId, null)}>Remove</TextButton>
      </p>
    )
  if (!isOpen)
    return (
      <p className="text-small">
        <TextButton onClick={() => setOpen(true)}>I have a code</TextButton>
      </p>
    )
  const use = () => code.trim() !== '' && check.mutate(code)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // The field can be part of the form to join, which must not be sent yet.
    event.preventDefault()
    use()
  }
  return (
    <div className="flex items-start gap-2">
      <TextField
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
  )
}
