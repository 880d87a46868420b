import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import type { FormValues } from '../../../domain/events/form-values.ts'
import type { Payee } from '../../../domain/events/payees-contract.ts'
import { type PriceValues, readPrice } from '../../../domain/events/price-values.ts'
import { maxEarlyDays } from '../../../domain/events/pricing-contract.ts'
import { priceSeats } from '../../../domain/events/seat-price.ts'
import { formatMoney } from '../../../domain/format-money.ts'
import type { Currency } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Choice } from './fold-row.tsx'
import { formatDepositDue, formatRefunds } from './format-event-form.ts'
import { payees } from './host-queries.ts'
import { TiersField } from './tiers-field.tsx'
import { changeOptions } from './when-fields.tsx'

const GameCoupons = lazy(() => import('../game-coupons.tsx'))

const commonDepositHours = [24, 48, 72, 168, 336]

const commonRefundHours = [null, 0, 2, 6, 12, 24, 48, 72, 168]

const makePrice = (currency: Currency): PriceValues => ({
  ...{ currency, amount: '', early: null, memberAmount: null, feeBy: 'host', refundHours: 24, refundIfResold: true },
})

/** What a seat costs. Only games for which somebody can be paid can cost money. */
export function PriceField({ eventId, mayHaveCoupons }: { eventId: string | null; mayHaveCoupons: boolean }) {
  const { control, setValue, formState } = useFormContext<FormValues>()
  const [pricing, teamId] = useWatch({ control, name: ['pricing', 'teamId'] })
  const { data, error, refetch, isFetching } = useQuery(payees(eventId))
  if (!data) {
    if (!error) return <Skeleton className="h-24 rounded-control" />
    return (
      <ErrorNotice title="We could not load your payout account" error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  }
  const payee = teamId === null ? data.person : (data.communities.find(({ id }) => id === teamId) ?? null)
  const currency = payee?.currency ?? null
  // An error of the whole price comes from the server, or is about the community.
  const { message } = formState.errors.pricing ?? {}
  return (
    <>
      <Choice
        legend="Price"
        name="pricing"
        value={pricing ? 'paid' : 'free'}
        options={[
          { value: 'free', label: 'Free', hint: 'Nobody pays here.' },
          { value: 'paid', label: 'Paid', hint: 'Players pay by card when they join.', isDisabled: currency === null && !pricing },
        ]}
        onChange={(choice) =>
          setValue('pricing', choice === 'free' || currency === null ? null : makePrice(currency), { shouldDirty: true, shouldTouch: true })
        }
      />
      {message && <FieldError>{message}</FieldError>}
      {currency === null && <NoAccount isViewer={payee?.isViewer ?? false} isCommunity={teamId !== null} />}
      {pricing && payee && <PaidFields pricing={pricing} payee={payee} isCommunity={teamId !== null} />}
      {pricing && formState.defaultValues?.pricing && eventId !== null && mayHaveCoupons && (
        <Suspense>
          <GameCoupons eventId={eventId} currency={pricing.currency} />
        </Suspense>
      )}
    </>
  )
}

function NoAccount({ isViewer, isCommunity }: { isViewer: boolean; isCommunity: boolean }) {
  if (isViewer)
    return (
      <p className="text-small text-soft">
        To charge for seats, you need an active payout account.{' '}
        <Link to="/settings?tab=payments" className="font-strong text-court underline-offset-3 hover:underline">
          Set up payouts
        </Link>
      </p>
    )
  const owner = isCommunity ? 'The owner of this community gets the money' : 'The person who created this game gets the money'
  return <p className="text-small text-soft">{owner}, but has no active payout account yet.</p>
}

type PaidFieldsProps = { pricing: PriceValues; payee: Payee; isCommunity: boolean }

function PaidFields({ pricing, payee, isCommunity }: PaidFieldsProps) {
  const { register, setValue, formState } = useFormContext<FormValues>()
  const errors = formState.errors.pricing
  const set = (changes: Partial<PriceValues>) => setValue('pricing', { ...pricing, ...changes }, { shouldDirty: true, shouldTouch: true })
  const { currency, early, memberAmount, deposit = null, refundHours, tiers = [] } = pricing
  const hasSeveral = tiers.length > 0
  const code = currency.toUpperCase()
  const amountField = { inputMode: 'decimal', autoComplete: 'off', className: 'max-w-44' } as const
  const refundChoices = commonRefundHours.includes(refundHours) ? commonRefundHours : [...commonRefundHours, refundHours]
  const fee = `${payee.feeBasisPoints / 100}%`
  return (
    <div className="grid gap-4">
      {payee.currency !== null && payee.currency !== currency && (
        <p className="flex flex-wrap items-center gap-3 text-small text-warn">
          The payout account is in {payee.currency.toUpperCase()}.
          <Button size="small" onClick={() => set({ currency: payee.currency ?? currency })}>
            Use {payee.currency.toUpperCase()}
          </Button>
        </p>
      )}
      {!hasSeveral && (
        <TextField
          label={`Price per seat (${code})`}
          placeholder="15"
          error={errors?.amount?.message}
          {...amountField}
          {...register('pricing.amount')}
        />
      )}
      <TiersField code={code} isCommunity={isCommunity} amount={pricing.amount} />
      {!hasSeveral && <HostGets pricing={pricing} payee={payee} />}
      <Choice
        legend="Who pays our fee"
        name="pricing.feeBy"
        value={pricing.feeBy}
        options={[
          { value: 'host', label: 'You pay the fee', hint: `Our fee of ${fee} is taken from the price.` },
          { value: 'player', label: 'Players pay the fee', hint: `Our fee of ${fee} is added to the price.` },
        ]}
        onChange={(feeBy) => set({ feeBy })}
      />
      {errors?.feeBy?.message && <FieldError>{errors.feeBy.message}</FieldError>}
      <Select
        label="Refunds"
        value={String(refundHours)}
        options={refundChoices.map((hours) => ({ value: String(hours), label: formatRefunds(hours) }))}
        onChange={(value) => set({ refundHours: value === 'null' ? null : Number(value) })}
        hint="If you cancel the game or remove a player, they always get their money back."
      />
      {refundHours !== 0 && !deposit && (
        <Checkbox
          label="Who leaves later gets the money back if somebody buys the seat"
          checked={pricing.refundIfResold ?? false}
          onChange={({ target }) => set({ refundIfResold: target.checked })}
        />
      )}
      <div>
        {!hasSeveral && (
          <Switch
            label="Early price"
            hint="For players who pay long before the game."
            checked={early !== null}
            onChange={({ target }) => set({ early: target.checked ? { amount: '', days: 7 } : null })}
          />
        )}
        {early && (
          <div className="flex flex-wrap items-start gap-4 pb-2">
            <TextField
              label={`Early price per seat (${code})`}
              error={errors?.early?.amount?.message}
              {...amountField}
              {...register('pricing.early.amount')}
            />
            <Stepper
              label="Until days before"
              value={early.days}
              onChange={(days) => setValue('pricing.early.days', days, changeOptions)}
              min={1}
              max={maxEarlyDays}
              error={errors?.early?.days?.message}
            />
          </div>
        )}
        {!hasSeveral && (isCommunity || memberAmount !== null) && (
          <Switch
            label="Price for members"
            hint="What members of the community pay for their own seat."
            checked={memberAmount !== null}
            onChange={({ target }) => set({ memberAmount: target.checked ? '' : null })}
          />
        )}
        <Switch
          label="Deposit"
          hint="Players pay a part when they join, and the balance later."
          checked={deposit !== null}
          onChange={({ target }) => set({ deposit: target.checked ? { amount: '', dueHours: 72 } : null })}
        />
        {deposit && (
          <div className="flex flex-wrap items-start gap-4 pb-2">
            <TextField
              label={`Deposit per seat (${code})`}
              error={errors?.deposit?.amount?.message}
              {...amountField}
              {...register('pricing.deposit.amount')}
            />
            <Select
              label="Balance due"
              value={String(deposit.dueHours)}
              options={depositChoices(deposit.dueHours).map((hours) => ({ value: String(hours), label: formatDepositDue(hours) }))}
              onChange={(value) => set({ deposit: { ...deposit, dueHours: Number(value) } })}
              hint="Who has not paid it a day later loses the seat."
            />
          </div>
        )}
        {memberAmount !== null && (
          <TextField
            label={`Members pay (${code})`}
            error={errors?.memberAmount?.message}
            {...amountField}
            {...register('pricing.memberAmount')}
          />
        )}
      </div>
    </div>
  )
}

const depositChoices = (chosen: number): number[] =>
  commonDepositHours.includes(chosen) ? commonDepositHours : [...commonDepositHours, chosen]

/** What the host gets for a seat of somebody who pays the full price. */
function HostGets({ pricing, payee: { isViewer, feeBasisPoints } }: { pricing: PriceValues; payee: Payee }) {
  const price = readPrice({ ...pricing, early: null, memberAmount: null, deposit: null, tiers: [] })
  if (!(price.amount > 0)) return null
  const sold = priceSeats(price, { seats: 1, isMember: false, startsAt: 0, now: 0, feeBasisPoints, paysBookingFee: true })
  const money = (amount: number) => formatMoney({ amount, currency: price.currency })
  const who = isViewer ? 'You get' : 'The payee gets'
  return (
    <p className="-mt-2 text-small text-soft">
      {who} {money(sold.amount - sold.ourFee)} per seat, before the fees of Stripe. Players pay {money(sold.amount)}.
    </p>
  )
}
