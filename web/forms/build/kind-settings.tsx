import type { FieldPatch } from '../../../domain/forms/edit-content.ts'
import type { Field, GroupField, InnerField } from '../../../domain/forms/fields.ts'
import {
  maxFilesInAnswer,
  maxLongAnswer,
  maxNameFields,
  maxQuantity,
  maxRows,
  maxShortAnswer,
  maxTextLength,
  maxWaiverMonths,
} from '../../../domain/forms/limits.ts'
import { isNameField, namingOf } from '../../../domain/forms/name-fields.ts'
import type { Currency } from '../../../domain/money.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { FormulaField, LongText, OptionalDate, StyleSelect, WaySelect } from './kind-inputs.tsx'
import { MoneyField, NumberField } from './parsed-field.tsx'
import { PictureSetting } from './picture-setting.tsx'
import { QuotingText } from './quoting-text.tsx'

type KindSettingsProps = {
  field: Field
  currency: Currency
  /** The fields that a formula here can read. */
  readable: readonly Field[]
  /** The fields that a text here can quote. */
  quotable: readonly Field[]
  change: (patch: FieldPatch, key: string) => void
}

const pairClasses = 'grid grid-cols-2 items-start gap-3'

/** What only fields of this kind have, besides their choices. */
export function KindSettings({ field, currency, readable, quotable, change }: KindSettingsProps) {
  switch (field.kind) {
    case 'shortText':
    case 'longText': {
      const most = field.kind === 'shortText' ? maxShortAnswer : maxLongAnswer
      return (
        <div className={pairClasses}>
          <NumberField
            isOptional
            label="Fewest characters"
            value={field.minLength}
            min={0}
            max={most}
            placeholder="Any"
            onChange={(minLength) => change({ minLength }, 'minLength')}
          />
          <NumberField
            isOptional
            label="Most characters"
            value={field.maxLength}
            min={1}
            max={most}
            placeholder="Any"
            onChange={(maxLength) => change({ maxLength }, 'maxLength')}
          />
        </div>
      )
    }
    case 'number':
      return (
        <>
          <div className={pairClasses}>
            <NumberField
              isOptional
              label="Lowest"
              isWhole={false}
              value={field.min}
              placeholder="Any"
              onChange={(min) => change({ min }, 'min')}
            />
            <NumberField
              isOptional
              label="Highest"
              isWhole={false}
              value={field.max}
              placeholder="Any"
              onChange={(max) => change({ max }, 'max')}
            />
          </div>
          <Checkbox
            label="Only whole numbers"
            checked={field.isWhole}
            onChange={({ target }) => change({ isWhole: target.checked }, 'isWhole')}
          />
        </>
      )
    case 'date':
      return (
        <>
          <OptionalDate label="First day" value={field.from} onChange={(from) => change({ from }, 'from')} />
          <OptionalDate label="Last day" value={field.until} onChange={(until) => change({ until }, 'until')} />
        </>
      )
    case 'birthDate':
      return (
        <>
          <div className={pairClasses}>
            <NumberField
              isOptional
              label="Youngest"
              after="years"
              value={field.minAge}
              min={0}
              max={120}
              placeholder="Any"
              onChange={(minAge) => change({ minAge }, 'minAge')}
            />
            <NumberField
              isOptional
              label="Oldest"
              after="years"
              value={field.maxAge}
              min={0}
              max={120}
              placeholder="Any"
              onChange={(maxAge) => change({ maxAge }, 'maxAge')}
            />
          </div>
          <OptionalDate
            label="Age on this day"
            hint="Without a day, the age on the day the form is sent."
            value={field.ageOn}
            onChange={(ageOn) => change({ ageOn }, 'ageOn')}
          />
        </>
      )
    case 'choice':
      return <StyleSelect value={field.style} change={change} />
    case 'choices':
      return (
        <>
          <div className={pairClasses}>
            <NumberField
              isOptional
              label="Choose at least"
              value={field.min}
              min={0}
              max={field.options.length}
              placeholder="Any"
              onChange={(min) => change({ min }, 'min')}
            />
            <NumberField
              isOptional
              label="Choose up to"
              value={field.max}
              min={1}
              max={field.options.length}
              placeholder="Any"
              onChange={(max) => change({ max }, 'max')}
            />
          </div>
          <StyleSelect value={field.style} change={change} />
        </>
      )
    case 'rating':
      return (
        <Select
          label="Best rating"
          value={String(field.max)}
          options={[3, 4, 5, 6, 7, 8, 9, 10].map((max) => ({ value: String(max), label: String(max) }))}
          onChange={(max) => change({ max: Number(max) }, 'max')}
        />
      )
    case 'file':
    case 'photo':
      return (
        <Select
          label={field.kind === 'file' ? 'How many files' : 'How many photos'}
          value={String(field.maxFiles)}
          options={Array.from({ length: maxFilesInAnswer }, (_, at) => ({
            value: String(at + 1),
            label: at === 0 ? '1' : `Up to ${at + 1}`,
          }))}
          onChange={(maxFiles) => change({ maxFiles: Number(maxFiles) }, 'maxFiles')}
        />
      )
    case 'waiver':
      return (
        <>
          <LongText label="Text to sign" value={field.text} change={change} />
          <WaySelect value={field.way} change={change} />
          <NumberField
            isOptional
            label="Signed again after"
            hint="Without a number, once is enough until the text changes."
            after="months"
            value={field.months}
            min={1}
            max={maxWaiverMonths}
            placeholder="Never"
            onChange={(months) => change({ months }, 'months')}
          />
        </>
      )
    case 'signature':
      return <WaySelect value={field.way} change={change} />
    case 'richText':
      return (
        <QuotingText what="text" text={field.text} quotable={quotable} onChange={(text) => change({ text }, 'text')}>
          {(shown) => <TextArea label="Text" rows={8} limit={maxTextLength} {...shown} />}
        </QuotingText>
      )
    case 'picture':
      return <PictureSetting label={field.label} pictureId={field.pictureId} onChange={(pictureId) => change({ pictureId }, 'picture')} />
    case 'product':
      return (
        <>
          <NumberField
            label="How many of one somebody can buy"
            value={field.maxQuantity}
            min={1}
            max={maxQuantity}
            onChange={(most) => change({ maxQuantity: most }, 'maxQuantity')}
          />
          <Checkbox
            label="Several of them can be bought"
            checked={field.isMany}
            onChange={({ target }) => change({ isMany: target.checked }, 'isMany')}
          />
        </>
      )
    case 'ownAmount':
      return (
        <div className={pairClasses}>
          <MoneyField
            label="Lowest"
            isOptional
            placeholder="Any"
            value={field.min}
            currency={currency}
            onChange={(min) => change({ min }, 'min')}
          />
          <MoneyField
            label="Highest"
            isOptional
            placeholder="Any"
            value={field.max}
            currency={currency}
            onChange={(max) => change({ max }, 'max')}
          />
        </div>
      )
    case 'computed':
      return <FormulaField formula={field.formula} readable={readable} currency={currency} change={change} />
    case 'hidden':
      return (
        <TextField
          label="Name in the link"
          hint={`A link that ends with ?${field.addressName}=poster brings "poster" with it.`}
          error={/^[a-z][a-z0-9_]{0,30}$/.test(field.addressName) ? undefined : 'Use small letters, digits and underscores.'}
          value={field.addressName}
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => change({ addressName: target.value }, 'addressName')}
        />
      )
    case 'group':
      return (
        <>
          <TextField
            label="What one of them is called"
            hint="Such as Player, Child or Guest."
            value={field.rowLabel}
            error={field.rowLabel.trim() === '' ? 'Enter a name.' : undefined}
            onChange={({ target }) => change({ rowLabel: target.value }, 'rowLabel')}
          />
          <div className={pairClasses}>
            <NumberField
              label="At least"
              value={field.minRows}
              min={0}
              max={maxRows}
              onChange={(rows) => change({ minRows: rows }, 'minRows')}
            />
            <NumberField
              label="At most"
              value={field.maxRows}
              min={1}
              max={maxRows}
              onChange={(rows) => change({ maxRows: rows }, 'maxRows')}
            />
          </div>
          <RowNames group={field} change={change} />
          {field.fields.length === 0 && <p className="text-small font-medium text-warn">Add a field to the group.</p>}
        </>
      )
    default:
      return null
  }
}

type RowNamesProps = { group: GroupField; change: (patch: FieldPatch, key: string) => void }

/** Which answers say who a row is about. At least one always does once that is known. */
function RowNames({ group, change }: RowNamesProps) {
  const texts = group.fields.filter(isNameField)
  const { fields, isSure } = namingOf({ ...group, fields: texts })
  const names = isSure ? fields.map(({ id }) => id) : []
  if (texts.length === 0) return null
  return (
    <fieldset>
      <legend className="text-small font-strong wrap-anywhere">What names each {group.rowLabel}</legend>
      {texts.map(({ id, label }) => {
        const isOn = names.includes(id)
        return (
          <Checkbox
            key={id}
            label={<span className="wrap-anywhere">{label}</span>}
            checked={isOn}
            disabled={isOn ? names.length === 1 : names.length >= maxNameFields}
            onChange={() => change({ nameFields: isOn ? names.filter((name) => name !== id) : [...names, id] }, 'nameFields')}
          />
        )
      })}
      <p className="text-small text-soft">
        {isSure
          ? 'We use this to recognize the same person on rosters and in waivers they signed before.'
          : 'Check what says who it is. Until then, waivers in this group are signed again each time.'}
      </p>
    </fieldset>
  )
}

/** Fields of which a link can bring the answer. */
export const hasAddressName = (field: Field): field is Extract<InnerField, { addressName: string | null }> =>
  'addressName' in field && field.kind !== 'hidden'
