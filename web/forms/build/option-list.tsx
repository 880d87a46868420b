import { ArrowDown, ArrowUp, Ellipsis, ListPlus, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { addOption, changeOption, type FormOption, moveOption, removeOption } from '../../../domain/forms/edit-content.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { maxOptions } from '../../../domain/forms/limits.ts'
import type { Currency } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { Menu } from '../../ui/menu.tsx'
import { isRefKind, OptionRef, type RefKind } from './option-ref.tsx'
import { MoneyField, NumberField } from './parsed-field.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { useBuilder } from './view.ts'

const icon = { size: 18, 'aria-hidden': true } as const

type OptionListProps = {
  field: Field & { options: readonly FormOption[] }
  currency: Currency
  /** A ranking has all of its choices for everybody. */
  canBeLimited: boolean
}

/** The choices of a field: their names, their order, how many there are, and what they cost. */
export function OptionList({ field, currency, canBeLimited }: OptionListProps) {
  const { id: fieldId, kind, options } = field
  const hasPictures = 'style' in field && field.style === 'pictures'
  const { edit } = useBuilder()
  const what = kind === 'product' ? 'thing to buy' : 'choice'
  const newName = () => {
    const names = new Set(options.map(({ label }) => label.toLowerCase()))
    let number = options.length + 1
    while (names.has(`choice ${number}`)) number++
    return `Choice ${number}`
  }
  return (
    <section aria-label="Choices" className="grid gap-3">
      <h3 className="text-lead">{kind === 'product' ? 'What can be bought' : 'Choices'}</h3>
      <ol className="grid gap-3">
        {options.map((option, index) => (
          <OptionRow
            key={option.id}
            fieldId={fieldId}
            option={option}
            index={index}
            count={options.length}
            currency={currency}
            canBeLimited={canBeLimited}
            refKind={isRefKind(kind) ? kind : null}
            hasPictures={hasPictures}
          />
        ))}
      </ol>
      <div>
        <Button size="small" disabled={options.length >= maxOptions} onClick={() => edit((form) => addOption(form, fieldId, newName()))}>
          <Plus size={15} aria-hidden="true" /> Add a {what}
        </Button>
      </div>
    </section>
  )
}

type OptionRowProps = {
  fieldId: string
  option: FormOption
  index: number
  count: number
  currency: Currency
  canBeLimited: boolean
  refKind: RefKind | null
  hasPictures: boolean
}

function OptionRow({ fieldId, option, index, count, currency, canBeLimited, refKind, hasPictures }: OptionRowProps) {
  const { edit } = useBuilder()
  const { id, label, limit, hasWaitlist, amount } = option
  const [isOpen, setOpen] = useState(limit !== null)
  const change = (patch: Partial<Omit<FormOption, 'id'>>, key: string) =>
    edit((form) => changeOption(form, fieldId, id, patch), `${key}:${id}`)
  const name = label || `Choice ${index + 1}`
  return (
    <li className="grid gap-2 border-l-2 border-line pl-3">
      <div className="flex items-start gap-1">
        <TextField
          label={`Name of choice ${index + 1}`}
          isLabelHidden
          value={label}
          error={label.trim() === '' ? 'Enter a choice.' : undefined}
          onChange={({ target }) => change({ label: target.value }, 'option')}
          className="min-w-0 flex-1"
        />
        <Menu
          label={`More for ${name}`}
          entries={[
            {
              id: 'up',
              label: 'Move up',
              icon: <ArrowUp {...icon} />,
              isDisabled: index === 0,
              onPress: () => edit((form) => moveOption(form, fieldId, id, index - 1)),
            },
            {
              id: 'down',
              label: 'Move down',
              icon: <ArrowDown {...icon} />,
              isDisabled: index === count - 1,
              onPress: () => edit((form) => moveOption(form, fieldId, id, index + 1)),
            },
            ...(canBeLimited && !isOpen
              ? [{ id: 'limit', label: 'Limit the places', icon: <ListPlus {...icon} />, onPress: () => setOpen(true) }]
              : []),
            {
              id: 'remove',
              label: 'Remove',
              icon: <Trash2 {...icon} />,
              isDangerous: true,
              isDisabled: count === 1,
              startsGroup: true,
              onPress: () => edit((form) => removeOption(form, fieldId, id)),
            },
          ]}
        >
          <Ellipsis size={19} aria-hidden="true" />
        </Menu>
      </div>
      {hasPictures && (
        <PictureSetting isSmall label={name} pictureId={option.pictureId} onChange={(pictureId) => change({ pictureId }, 'picture')} />
      )}
      {refKind && <OptionRef kind={refKind} label={name} refId={option.refId} onChange={(target) => change(target, 'ref')} />}
      {amount !== undefined && (
        <div className="grid gap-2">
          <MoneyField
            label="Price"
            aria-label={`Price of ${name}`}
            value={amount}
            currency={currency}
            onChange={(price) => change({ amount: price }, 'amount')}
          />
          <div className="grid grid-cols-2 gap-2">
            <MoneyField
              label="Early price"
              aria-label={`Early price of ${name}`}
              isOptional
              placeholder="None"
              value={option.earlyAmount ?? null}
              currency={currency}
              onChange={(price) => change({ earlyAmount: price }, 'early')}
            />
            <MoneyField
              label="Member price"
              aria-label={`Member price of ${name}`}
              isOptional
              placeholder="None"
              value={option.memberAmount ?? null}
              currency={currency}
              onChange={(price) => change({ memberAmount: price }, 'member')}
            />
          </div>
        </div>
      )}
      {isOpen && canBeLimited && (
        <div className="grid gap-1">
          <NumberField
            isOptional
            label={`Places for ${name}`}
            placeholder="No limit"
            value={limit}
            min={1}
            max={100_000}
            onChange={(places) => change(places === null ? { limit: null, hasWaitlist: false } : { limit: places }, 'limit')}
          />
          {limit !== null && (
            <Checkbox
              label={`Waitlist for ${name} when it is full`}
              checked={hasWaitlist}
              onChange={({ target }) => change({ hasWaitlist: target.checked }, 'waitlist')}
            />
          )}
        </div>
      )}
    </li>
  )
}
