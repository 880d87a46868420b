import type { FieldPatch } from '../../../domain/forms/edit-content.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { parseFormula } from '../../../domain/forms/formulas.ts'
import { maxTextLength } from '../../../domain/forms/limits.ts'
import { nameForFormula, readShownFormula, showFormula } from '../../../domain/forms/name-formulas.ts'
import type { Currency } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { writeFault } from '../write-fault.ts'

type Change = (patch: FieldPatch, key: string) => void

export function OptionalDate({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint?: string
  value: string | null
  onChange: (date: string | null) => void
}) {
  return (
    <div className="flex items-end gap-2">
      <DateField label={label} hint={hint} value={value} minDate="1900-01-01" maxDate="2100-12-31" onChange={onChange} className="flex-1" />
      {value !== null && (
        <Button variant="quiet" onClick={() => onChange(null)}>
          Clear
        </Button>
      )}
    </div>
  )
}

export function StyleSelect({ value, change }: { value: 'list' | 'dropdown' | 'pictures'; change: Change }) {
  return (
    <Select
      label="Looks like"
      value={value}
      options={[
        { value: 'list', label: 'A list' },
        { value: 'dropdown', label: 'A menu' },
        { value: 'pictures', label: 'Pictures' },
      ]}
      onChange={(style) => change({ style }, 'style')}
    />
  )
}

export function WaySelect({ value, change }: { value: 'drawn' | 'typed' | 'either'; change: Change }) {
  return (
    <Select
      label="Signed by"
      value={value}
      options={[
        { value: 'either', label: 'Drawing or typing' },
        { value: 'drawn', label: 'Drawing' },
        { value: 'typed', label: 'Typing the name' },
      ]}
      onChange={(way) => change({ way }, 'way')}
    />
  )
}

export function LongText({ label, value, change }: { label: string; value: string; change: Change }) {
  return (
    <TextArea
      label={label}
      rows={8}
      limit={maxTextLength}
      value={value}
      onChange={({ target }) => change({ text: target.value }, 'text')}
    />
  )
}

type FormulaFieldProps = { formula: string; readable: readonly Field[]; currency: Currency; change: Change }

/** A formula. It is kept with ids, which never change, and people see names: "[Adults] * 2". */
export function FormulaField({ formula, readable, currency, change }: FormulaFieldProps) {
  const { fault } = parseFormula(formula)
  const names = nameForFormula(readable)
  return (
    <div className="grid gap-2">
      <TextArea
        label="Formula"
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        hint="Names of fields are in brackets. Such as sum([Adults]) * 2, round([Adults] / 3), or if([Adults] > 5, 10, 20)."
        error={formula.trim() === '' ? 'Enter a formula.' : fault ? writeFault({ code: fault }) : undefined}
        value={showFormula(formula, names)}
        onChange={({ target }) => change({ formula: readShownFormula(target.value, names) }, 'formula')}
      />
      {readable.length > 0 && (
        <div className="grid gap-1.5">
          <p className="text-small text-soft">Add a field to the formula:</p>
          <ul className="grid gap-1">
            {readable.map((field) => (
              <li key={field.id}>
                <button
                  type="button"
                  onClick={() =>
                    change({ formula: formula === '0' || formula.trim() === '' ? field.id : `${formula} ${field.id}` }, 'formulaName')
                  }
                  className="flex min-h-11 w-full items-center justify-between gap-3 rounded-control px-2 text-left hover:bg-wash"
                >
                  <span className="wrap-anywhere">{names.get(field.id)}</span>
                  <span className="flex-none text-tiny text-soft">{describeInFormula(field, currency)}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** What a formula gets from the answer to a field, if it is something else than what people see. */
function describeInFormula({ kind }: Field, currency: Currency): string {
  if (kind === 'product') return 'how many, not the price'
  if (kind === 'ownAmount') return `in ${currency.toUpperCase()}`
  if (kind === 'group') return 'how many'
  return kind === 'birthDate' ? 'age' : ''
}
