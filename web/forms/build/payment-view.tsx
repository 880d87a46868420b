import { Plus, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { FormContent, Payment } from '../../../domain/forms/content.ts'
import { changePayment } from '../../../domain/forms/edit-content.ts'
import { maxLaterParts } from '../../../domain/forms/limits.ts'
import { currencies, defaultCurrency } from '../../../domain/money.ts'
import { dateText, dayNumberOf } from '../../../domain/time/clock.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldError } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { NumberField } from './parsed-field.tsx'
import { useBuilder } from './view.ts'

const FormCoupons = lazy(() => import('./form-coupons.tsx'))

export const newPayment: Payment = { currency: defaultCurrency, feeBy: 'host', earlyUntil: null, siblingPercent: null, later: [] }

const lastDate = '2100-12-31'

/** A month after the last date, or after today. */
function nextDate(later: Payment['later'], today: string): string {
  const last = [today, ...later.map(({ on }) => on)].sort().at(-1) ?? today
  return dateText((dayNumberOf(last) ?? 0) + 30)
}

/** How the total of the form is paid. */
export function PaymentView({ content: { payment, pages }, today }: { content: FormContent; today: string }) {
  const { edit, formId } = useBuilder()
  const change = (patch: Partial<Payment>, key: string | null = null) =>
    edit((form) => changePayment(form, form.payment && { ...form.payment, ...patch }), key && `payment:${key}`)
  return (
    <div className="grid max-w-lg gap-5">
      <Switch
        label="This form takes money"
        hint="With products, or an amount that people choose. They pay by card when they send it."
        checked={payment !== null}
        onChange={({ target }) => edit((form) => changePayment(form, target.checked ? newPayment : null))}
      />
      {payment && (
        <>
          <Select
            label="Currency"
            value={payment.currency}
            options={currencies.map((currency) => ({ value: currency, label: currency.toUpperCase() }))}
            onChange={(currency) => change({ currency })}
          />
          <Select
            label="Who pays our fee"
            value={payment.feeBy}
            options={[
              { value: 'host', label: 'The community', hint: 'It is taken from what you get.' },
              { value: 'player', label: 'Who fills the form', hint: 'It is added to the total.' },
            ]}
            onChange={(feeBy) => change({ feeBy })}
          />
          <div className="flex items-end gap-2">
            <DateField
              label="Early prices until"
              hint="Things to buy can have a lower early price."
              value={payment.earlyUntil}
              minDate={today}
              maxDate={lastDate}
              onChange={(earlyUntil) => change({ earlyUntil })}
              className="flex-1"
            />
            {payment.earlyUntil !== null && (
              <Button variant="quiet" onClick={() => change({ earlyUntil: null })} className="mb-6.5">
                Clear
              </Button>
            )}
          </div>
          <NumberField
            isOptional
            label="Discount for each further person of a group"
            hint="The one who costs most is paid in full."
            after="%"
            placeholder="None"
            min={1}
            max={100}
            value={payment.siblingPercent}
            onChange={(siblingPercent) => change({ siblingPercent }, 'siblingPercent')}
          />
          <LaterParts later={payment.later} today={today} onChange={(later, key) => change({ later }, key)} />
          {pages.some((page) => page.fields.some(({ kind }) => kind === 'coupon')) ? (
            <Suspense fallback={<Skeleton className="h-16 rounded-control" />}>
              <FormCoupons formId={formId} currency={payment.currency} />
            </Suspense>
          ) : (
            <p className="text-small text-soft">To give people coupons, add the field “Code” to a page.</p>
          )}
        </>
      )}
    </div>
  )
}

type LaterPartsProps = { later: Payment['later']; today: string; onChange: (later: Payment['later'], key: string | null) => void }

function LaterParts({ later, today, onChange }: LaterPartsProps) {
  const sum = later.reduce((total, { percent }) => total + percent, 0)
  const isOrdered = later.every(({ on }, index) => index === 0 || (later[index - 1]?.on ?? '') < on)
  return (
    <section aria-label="Paid later" className="grid gap-3">
      <div>
        <h2 className="text-title">Paid later</h2>
        <p className="text-small text-soft">
          {later.length === 0 ? 'Everything is paid when the form is sent.' : `${Math.max(0, 100 - sum)}% is paid when the form is sent.`}
        </p>
      </div>
      <ol className="grid gap-3">
        {/* Parts have no ids. What they show comes from the form alone, so their position can be their key. */}
        {[...later.entries()].map(([index, part]) => (
          <li key={index} className="flex items-end gap-2">
            <DateField
              label={`Date ${index + 1}`}
              value={part.on}
              minDate={today}
              maxDate={lastDate}
              onChange={(on) => on && onChange(later.with(index, { ...part, on }), null)}
              className="flex-1"
            />
            <NumberField
              label={`Share ${index + 1}`}
              after="%"
              min={1}
              max={95}
              value={part.percent}
              onChange={(percent) => onChange(later.with(index, { ...part, percent }), `later:${index}`)}
              className="w-28"
            />
            <IconButton label={`Remove date ${index + 1}`} onClick={() => onChange(later.toSpliced(index, 1), null)}>
              <X size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ol>
      {!isOrdered && <FieldError>Put the dates in order.</FieldError>}
      {sum > 95 && <FieldError>At least 5% must be due now.</FieldError>}
      <div>
        <Button
          size="small"
          disabled={later.length >= maxLaterParts || sum > 94}
          onClick={() => onChange([...later, { on: nextDate(later, today), percent: Math.min(50, 95 - sum) }], null)}
        >
          <Plus size={15} aria-hidden="true" /> Add a date
        </Button>
      </div>
    </section>
  )
}
