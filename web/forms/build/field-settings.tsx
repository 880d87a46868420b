import { Copy, Trash2, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FormContent, Page } from '../../../domain/forms/content.ts'
import { currencyOf } from '../../../domain/forms/currency-of.ts'
import { changeField, changePayment, duplicateField, type FieldPatch, moveField, removeField } from '../../../domain/forms/edit-content.ts'
import { canBePrivate, type Field, type GroupField, takesAnswer } from '../../../domain/forms/fields.ts'
import { listFields } from '../../../domain/forms/index-content.ts'
import { maxHintLength, maxLabelLength } from '../../../domain/forms/limits.ts'
import { listReadableByFormula } from '../../../domain/forms/name-formulas.ts'
import { canBeQuoted, canQuote } from '../../../domain/forms/quotes.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { pageName } from '../write-condition.ts'
import { noteDeleted } from './field-list.tsx'
import { hasAddressName, KindSettings } from './kind-settings.tsx'
import { kindWords } from './kinds.ts'
import { FieldLogic, PriceLogic } from './logic.tsx'
import { OptionList } from './option-list.tsx'
import { newPayment } from './payment-view.tsx'
import { QuotingText } from './quoting-text.tsx'
import { useBuilder } from './view.ts'

type FieldSettingsProps = {
  content: FormContent
  field: Field
  group: GroupField | null
  page: Page
  today: string
  problems: readonly string[]
  /** On a phone, the dialog around it has a button to close it. */
  onClose?: () => void
}

/** Counts characters only once it matters. */
const limitNear = (text: string, limit: number) => (text.length > limit - 40 ? { limit } : {})

const pricedKinds: readonly Field['kind'][] = ['product', 'ownAmount', 'coupon']

const readerOptions = [
  { value: 'organizers', label: 'Everyone who runs the form' },
  { value: 'owner', label: 'Only the owner of the community' },
] satisfies { value: Field['seenBy']; label: string }[]

/** Everything about one field. */
export function FieldSettings({ content, field, group, page, today, problems, onClose }: FieldSettingsProps) {
  const { edit, show } = useBuilder()
  const { id, kind } = field
  const change = (patch: FieldPatch, key: string) => edit((form) => changeField(form, id, patch), `${key}:${id}`)
  const currency = currencyOf(content)
  const canBeRequired = takesAnswer(field) && kind !== 'coupon' && kind !== 'hidden' && kind !== 'group'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for the end of the effect.
    void heading.current?.closest('[data-scrolls]')?.scrollTo({ top: 0 })
  }, [])
  const groups = page.fields.filter((one): one is GroupField => one.kind === 'group' && one.id !== id)
  const groupsFor = kind === 'group' || (kind === 'hidden' && group === null) ? [] : groups
  const places = [
    ...content.pages.map((one) => ({ value: one.id, label: pageName(content, one.id) })),
    ...groupsFor.map((one) => ({ value: one.id, label: `Group: ${one.label}` })),
  ]
  const moveTo = (place: string) => {
    const isGroup = groups.some((one) => one.id === place)
    edit((form) => moveField(form, id, { page: isGroup ? page.id : place, group: isGroup ? place : null, index: 1_000 }))
    show({ is: 'page', page: isGroup ? page.id : place, field: id })
  }
  const inForm = content.pages.flatMap(listFields)
  const quotable = canQuote(field)
    ? inForm
        .slice(
          0,
          inForm.findIndex((one) => one.field.id === id),
        )
        .filter((one) => canBeQuoted(one.field) && (one.group === null || one.group.id === group?.id))
        .map((one) => one.field)
    : []
  return (
    <div className="grid gap-5">
      <header className="flex items-center justify-between gap-2">
        <h2 ref={heading} className="text-title">
          {kindWords[kind].name}
        </h2>
        <div className="flex">
          <IconButton label="Make a copy" onClick={() => edit((form) => duplicateField(form, id))}>
            <Copy size={18} aria-hidden="true" />
          </IconButton>
          <IconButton
            label="Delete this field"
            onClick={() => {
              edit((form) => removeField(form, id))
              noteDeleted(field.label)
              show({ is: 'page', page: page.id, field: null })
            }}
          >
            <Trash2 size={18} aria-hidden="true" />
          </IconButton>
          {onClose && (
            <IconButton label="Close the settings" onClick={onClose}>
              <X size={19} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      </header>
      {problems.length > 0 && (
        <ul className="grid gap-1 text-small font-medium text-warn">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      {pricedKinds.includes(kind) && content.payment === null && (
        <Button className="justify-self-start" size="small" onClick={() => edit((form) => changePayment(form, newPayment))}>
          Turn on payment
        </Button>
      )}
      <QuotingText what="label" text={field.label} quotable={quotable} onChange={(label) => change({ label }, 'label')}>
        {(shown) => (
          <TextField
            label="Label"
            {...(kind === 'picture' && { hint: 'Says what the picture shows to people who do not see it.' })}
            {...limitNear(field.label, maxLabelLength)}
            error={field.label.trim() === '' ? 'Enter a label.' : undefined}
            {...shown}
          />
        )}
      </QuotingText>
      {kind !== 'hidden' && (
        <QuotingText what="hint" text={field.hint} quotable={quotable} onChange={(hint) => change({ hint }, 'hint')}>
          {(shown) => <TextField label="Hint" isOptional {...limitNear(field.hint, maxHintLength)} {...shown} />}
        </QuotingText>
      )}
      <KindSettings {...{ field, currency, quotable, change }} readable={kind === 'computed' ? listReadableByFormula(content, id) : []} />
      {'options' in field && <OptionList field={field} currency={currency} canBeLimited={kind !== 'ranking'} />}
      {field.kind === 'product' && <PriceLogic content={content} field={field} group={group} page={page} today={today} />}
      <div>
        {canBeRequired && (
          <Checkbox
            label="Required"
            checked={field.isRequired}
            onChange={({ target }) => change({ isRequired: target.checked }, 'isRequired')}
          />
        )}
        {kind !== 'hidden' && (
          <Checkbox
            label="Half as wide"
            hint="Two such fields stand side by side if there is room."
            checked={field.width === 'half'}
            onChange={({ target }) => change({ width: target.checked ? 'half' : 'full' }, 'width')}
          />
        )}
      </div>
      {group === null && hasAddressName(field) && (
        <TextField
          label="Name in the link"
          isOptional
          hint="A link to the form can bring an answer with it, such as ?name=Jo."
          error={
            field.addressName === null || /^[a-z][a-z0-9_]{0,30}$/.test(field.addressName)
              ? undefined
              : 'Use small letters, digits and underscores.'
          }
          value={field.addressName ?? ''}
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => change({ addressName: target.value === '' ? null : target.value }, 'addressName')}
        />
      )}
      {canBePrivate(field) && (
        <Select
          label="Who sees the answers"
          hint={field.seenBy === 'owner' ? 'Counts for what is sent after you publish it.' : undefined}
          value={field.seenBy}
          options={readerOptions}
          onChange={(seenBy) => change({ seenBy }, 'seenBy')}
        />
      )}
      {places.length > 1 && <Select label="Where it is" value={group?.id ?? page.id} options={places} onChange={moveTo} />}
      <FieldLogic
        content={content}
        field={field}
        group={group}
        page={page}
        today={today}
        canBeRequired={canBeRequired || kind === 'group'}
      />
    </div>
  )
}
