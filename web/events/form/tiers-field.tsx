import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import type { FormValues } from '../../../domain/events/form-values.ts'
import type { TierValues } from '../../../domain/events/price-values.ts'
import { maxTiers } from '../../../domain/events/pricing-contract.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError, TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const makeTier = (amount = ''): TierValues => ({ id: crypto.randomUUID(), name: '', amount, memberAmount: '', seats: '' })

/** `amount` is the price that was typed before. */
type TiersFieldProps = { code: string; isCommunity: boolean; amount: string }

/** Kinds of tickets with their own price. Players choose one when they join. */
export function TiersField({ code, isCommunity, amount }: TiersFieldProps) {
  const { control, register, formState } = useFormContext<FormValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'pricing.tiers', keyName: 'key' })
  const errors = formState.errors.pricing?.tiers
  const listError = errors?.message ?? errors?.root?.message
  return (
    <div className="grid gap-3">
      {fields.length > 0 && (
        <ol aria-label="Tickets" className="grid gap-3">
          {fields.map((tier, index) => {
            const number = `ticket ${index + 1}`
            return (
              <li key={tier.key} className="grid gap-3 rounded-card border border-line bg-card p-3">
                <div className="flex items-start gap-1">
                  <TextField
                    label={`Name of ${number}`}
                    isLabelHidden
                    placeholder="Adult, Student, Early bird"
                    autoComplete="off"
                    error={errors?.[index]?.name?.message}
                    className="flex-1"
                    {...register(`pricing.tiers.${index}.name`)}
                  />
                  <IconButton label={`Remove ${number}`} onClick={() => remove(index)} className="text-soft">
                    <Trash2 size={18} aria-hidden="true" />
                  </IconButton>
                </div>
                <div className="flex flex-wrap items-start gap-3">
                  <TextField
                    label={`Price of ${number} (${code})`}
                    inputMode="decimal"
                    autoComplete="off"
                    className="max-w-40"
                    error={errors?.[index]?.amount?.message}
                    {...register(`pricing.tiers.${index}.amount`)}
                  />
                  <TextField
                    label={`Seats of ${number}`}
                    placeholder="No limit"
                    inputMode="numeric"
                    autoComplete="off"
                    className="max-w-40"
                    error={errors?.[index]?.seats?.message}
                    {...register(`pricing.tiers.${index}.seats`)}
                  />
                  {(isCommunity || tier.memberAmount !== '') && (
                    <TextField
                      label={`Members pay for ${number}`}
                      placeholder="The same"
                      inputMode="decimal"
                      autoComplete="off"
                      className="max-w-40"
                      error={errors?.[index]?.memberAmount?.message}
                      {...register(`pricing.tiers.${index}.memberAmount`)}
                    />
                  )}
                </div>
              </li>
            )
          })}
        </ol>
      )}
      {listError && <FieldError>{listError}</FieldError>}
      {fields.length < maxTiers && (
        <Button
          size="small"
          onClick={() => append(fields.length === 0 ? [makeTier(amount), makeTier()] : makeTier())}
          className="justify-self-start"
        >
          <Plus size={16} aria-hidden="true" /> {fields.length === 0 ? 'Sell several tickets' : 'Add a ticket'}
        </Button>
      )}
    </div>
  )
}
