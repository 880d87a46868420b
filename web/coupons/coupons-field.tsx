import { type UseMutationOptions, type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { formatDeadline } from '../../domain/events/format.ts'
import { type Currency, readAmount } from '../../domain/money.ts'
import { readNumber } from '../../domain/numbers.ts'
import { type Coupon, type Coupons, CreateCoupon, type GameCoupon, type GameCoupons } from '../../domain/orders/coupon-contract.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { FieldError, TextField } from '../ui/field.tsx'
import { readError } from '../ui/read-error.ts'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { useFocusInPlace } from '../ui/use-focus-in-place.ts'
import { formatDiscount } from './format-discount.ts'

/** The coupons of a game or a form, and how one is made and ended. */
type CouponList = {
  list: UseQueryResult<Coupons | GameCoupons>
  creating: UseMutationOptions<void, Error, CreateCoupon & { isForSeries?: boolean }>
  ending: UseMutationOptions<void, Error, string>
}
type CouponsFieldProps = { coupons: CouponList; currency: Currency; hint: string }

type Dates = 'this' | 'all'
const emptyCoupon = { code: '', kind: 'percent' as 'percent' | 'amount', off: '', maxUses: '', endsOn: '', dates: 'all' as Dates }

/** A list of coupons. Each is made and ended at once, not with the form around it. */
export function CouponsField({ coupons, currency, hint }: CouponsFieldProps) {
  const { data, error, refetch, isFetching } = coupons.list
  if (!data) {
    if (!error) return <Skeleton className="h-16 rounded-control" />
    return <ErrorNotice title="We could not load the coupons" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  const isSeriesHost = 'isSeriesHost' in data && data.isSeriesHost
  return (
    <section aria-label="Coupons" className="grid gap-3">
      <p className="text-small font-strong">Coupons</p>
      {data.coupons.length === 0 ? (
        <p className="text-small text-soft">Whoever types the code of a coupon pays less.</p>
      ) : (
        <ul className="grid">
          {data.coupons.map((coupon) => (
            <CouponRow key={coupon.id} coupon={coupon} coupons={coupons} isSeriesHost={isSeriesHost} />
          ))}
        </ul>
      )}
      <NewCoupon coupons={coupons} currency={currency} hint={hint} isSeriesHost={isSeriesHost} />
    </section>
  )
}

type CouponRowProps = { coupon: Coupon | GameCoupon; coupons: CouponList; isSeriesHost: boolean }

function CouponRow({ coupon, coupons, isSeriesHost }: CouponRowProps) {
  const [isEnding, setEnding] = useState(false)
  const end = useMutation(coupons.ending)
  const isForSeries = 'isForSeries' in coupon && coupon.isForSeries
  const { code, uses, maxUses, endsAt, endedAt } = coupon
  const mayEnd = endedAt === null && (!isForSeries || isSeriesHost)
  const row = useRef<HTMLLIElement>(null)
  useFocusAfterRemoval(row, mayEnd ? 1 : 0)
  const now = Date.now()
  // The host has typed the day in their own zone.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const until =
    endedAt !== null ? 'ended' : endsAt !== null && `${endsAt <= now ? 'ended' : 'until'} ${formatDeadline(endsAt, { timeZone, now })}`
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex min-h-13 items-center justify-between gap-3 border-line py-1.5 outline-none not-first:border-t"
    >
      <span className="grid min-w-0">
        <span className="font-mono font-bold">{code}</span>
        <span className="text-small text-soft">
          {[formatDiscount(coupon), `${uses} of ${maxUses} used`, isForSeries && 'on all dates', until].filter(Boolean).join(' · ')}
        </span>
      </span>
      {mayEnd && (
        <Button size="small" aria-haspopup="dialog" onClick={() => setEnding(true)} aria-label={`End ${code}`}>
          End
        </Button>
      )}
      <ConfirmDialog
        title={`End ${code}?`}
        confirmLabel="End the coupon"
        cancelLabel="Keep it"
        isDangerous
        isOpen={isEnding}
        onClose={() => setEnding(false)}
        onConfirm={() => end.mutateAsync(coupon.id)}
      >
        <p>Nobody can use this code any more, and you cannot make it again.</p>
      </ConfirmDialog>
    </li>
  )
}

function NewCoupon({ coupons, currency, hint, isSeriesHost }: CouponsFieldProps & { isSeriesHost: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [values, setValues] = useState(emptyCoupon)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const create = useMutation(coupons.creating)
  const code = useFocusInPlace<HTMLInputElement>(isOpen)
  const opener = useFocusInPlace<HTMLButtonElement>(!isOpen)
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  if (!isOpen)
    return (
      <Button ref={opener} size="small" onClick={() => setOpen(true)} className="justify-self-start">
        Add a coupon
      </Button>
    )
  const add = () => {
    const { code, kind, off, maxUses, endsOn, dates } = values
    const typed = {
      ...{
        code,
        percent: kind === 'percent' ? readNumber(off) : null,
        amountOff: kind === 'amount' ? (readAmount(off, currency) ?? Number.NaN) : null,
      },
      ...{ maxUses: readNumber(maxUses), endsAt: endsOn === '' ? null : new Date(`${endsOn}T23:59:59`).getTime() },
    }
    const read = v.safeParse(CreateCoupon, typed)
    setIssues(Object.fromEntries((read.issues ?? []).map((issue) => [String(issue.path?.[0]?.key), issue.message])))
    if (!read.success) return
    create.mutate(isSeriesHost ? { ...read.output, isForSeries: dates === 'all' } : read.output, {
      onSuccess: () => {
        setValues(emptyCoupon)
        setOpen(false)
      },
    })
  }
  const field = { autoComplete: 'off', className: 'max-w-44' } as const
  return (
    <div className="grid gap-3 rounded-card border border-line bg-card p-3">
      <div className="flex flex-wrap items-start gap-3">
        <TextField
          ref={code}
          label="Code"
          placeholder="SUMMER"
          error={issues.code}
          value={values.code}
          onChange={({ target }) => set({ code: target.value })}
          {...field}
        />
        <Select
          label="Kind"
          value={values.kind}
          options={[
            { value: 'percent', label: 'Percent' },
            { value: 'amount', label: `Amount (${currency.toUpperCase()})` },
          ]}
          onChange={(kind) => set({ kind })}
          className="w-40"
        />
        <TextField
          label="Takes off"
          inputMode="decimal"
          error={issues.percent ?? issues.amountOff}
          value={values.off}
          onChange={({ target }) => set({ off: target.value })}
          {...field}
        />
        <TextField
          label="Uses"
          inputMode="numeric"
          error={issues.maxUses}
          value={values.maxUses}
          onChange={({ target }) => set({ maxUses: target.value })}
          {...field}
        />
        <TextField
          label="Last day"
          type="date"
          isOptional
          error={issues.endsAt}
          value={values.endsOn}
          onChange={({ target }) => set({ endsOn: target.value })}
          {...field}
        />
        {isSeriesHost && (
          <Select<Dates>
            label="Works on"
            value={values.dates}
            options={[
              { value: 'all', label: 'All dates' },
              { value: 'this', label: 'This date' },
            ]}
            onChange={(dates) => set({ dates })}
            className="w-40"
          />
        )}
      </div>
      <p className="text-small text-soft">
        {hint}
        {isSeriesHost && values.dates === 'all' && ' Its uses are counted over all dates.'}
      </p>
      {create.error && <FieldError>{readError(create.error).message}</FieldError>}
      <div className="flex gap-2">
        <Button size="small" isPending={create.isPending} onClick={add}>
          Save coupon
        </Button>
        <Button size="small" variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
