import { Plus, X } from 'lucide-react'
import { activities } from '../../../domain/activities.ts'
import { digitsOf } from '../../../domain/format-money.ts'
import { listComparisons } from '../../../domain/forms/check-content.ts'
import { type Comparison, type Condition, isPlainComparison, type Test } from '../../../domain/forms/conditions.ts'
import type { Field } from '../../../domain/forms/fields.ts'
import { maxConditions } from '../../../domain/forms/limits.ts'
import type { Currency } from '../../../domain/money.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { comparisonWords } from '../write-condition.ts'
import { MoneyField, NumberField } from './parsed-field.tsx'

/** Groups are nested up to three deep. */
const maxDepth = 3

const firstDate = '1900-01-01'
const lastDate = '2100-12-31'

/** What the values of a test can depend on. */
type Facts = { today: string; currency: Currency }

/** A value with which a field can be compared; undefined if there is none yet. */
function startValue(field: Field, { today, currency }: Facts): Test['value'] {
  if ('options' in field) return field.options[0]?.id
  switch (field.kind) {
    case 'yesNo':
      return true
    case 'number':
    case 'rating':
    case 'level':
    case 'group':
    case 'computed':
      return 1
    case 'ownAmount':
      return field.min || 10 * 10 ** digitsOf(currency)
    case 'date':
    case 'birthDate':
      return today
    case 'time':
      return '18:00'
    case 'activity':
      return activities[0].id
    default:
      return undefined
  }
}

/** A test about a field that can hold. */
export function makeTest(field: Field, facts: Facts): Test {
  const value = startValue(field, facts)
  const compare = listComparisons(field).find((one) => !isPlainComparison(one))
  return compare && value !== undefined ? { field: field.id, compare, value } : { field: field.id, compare: 'isFilled' }
}

/** The test with another comparison, and with a value if that one needs it. */
function withComparison(test: Test, compare: Comparison, field: Field, facts: Facts): Test {
  if (isPlainComparison(compare)) return { field: test.field, compare }
  return { field: test.field, compare, value: test.value ?? startValue(field, facts) ?? '' }
}

const partsOf = (condition: Condition) => ('all' in condition ? condition.all : condition.any)
const withParts = (condition: Condition, parts: (Test | Condition)[]): Condition => ('all' in condition ? { all: parts } : { any: parts })

type ConditionEditorProps = {
  condition: Condition
  /** The fields that can be read where the condition is decided. */
  readable: readonly Field[]
  facts: Facts
  onChange: (condition: Condition) => void
  depth?: number
}

/** All or any of some tests, and groups of them. */
export function ConditionEditor({ condition, readable, facts, onChange, depth = 1 }: ConditionEditorProps) {
  const parts = partsOf(condition)
  const setPart = (index: number, part: Test | Condition) => onChange(withParts(condition, parts.with(index, part)))
  const [first] = readable
  const isFull = parts.length >= maxConditions || first === undefined
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">{depth === 1 ? 'Conditions' : 'Group of conditions'}</legend>
      {parts.length > 1 && (
        <Select
          label="How many of these must hold"
          isLabelHidden
          value={'all' in condition ? 'all' : 'any'}
          options={[
            { value: 'all', label: 'All of these' },
            { value: 'any', label: 'Any of these' },
          ]}
          onChange={(way) => onChange(way === 'all' ? { all: parts } : { any: parts })}
        />
      )}
      {/* Parts have no ids. What they show comes from the form alone, so their position can be their key. */}
      {[...parts.entries()].map(([index, part]) => (
        <div key={index} className="flex items-start gap-1">
          <div className="min-w-0 flex-1 border-l-2 border-line pl-3">
            {'field' in part ? (
              <TestEditor test={part} readable={readable} facts={facts} onChange={(test) => setPart(index, test)} />
            ) : (
              <ConditionEditor
                condition={part}
                readable={readable}
                facts={facts}
                depth={depth + 1}
                onChange={(inner) => setPart(index, inner)}
              />
            )}
          </div>
          {parts.length > 1 && (
            <IconButton label={`Remove condition ${index + 1}`} onClick={() => onChange(withParts(condition, parts.toSpliced(index, 1)))}>
              <X size={17} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          size="small"
          disabled={isFull}
          onClick={() => first && onChange(withParts(condition, [...parts, makeTest(first, facts)]))}
        >
          <Plus size={15} aria-hidden="true" /> Condition
        </Button>
        {depth < maxDepth && (
          <Button
            variant="quiet"
            size="small"
            disabled={isFull}
            onClick={() => {
              if (!first) return
              const test = makeTest(first, facts)
              onChange(withParts(condition, [...parts, 'all' in condition ? { any: [test] } : { all: [test] }]))
            }}
          >
            <Plus size={15} aria-hidden="true" /> Group
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** Things that a person finds by a search are only filled or not, because nobody can type what they are. */
const searchedKinds: readonly Field['kind'][] = ['city', 'place', 'person']
const offerComparisons = (field: Field): Comparison[] =>
  listComparisons(field).filter((compare) => isPlainComparison(compare) || !searchedKinds.includes(field.kind))

type TestEditorProps = { test: Test; readable: readonly Field[]; facts: Facts; onChange: (test: Test) => void }

function TestEditor({ test, readable, facts, onChange }: TestEditorProps) {
  const field = readable.find(({ id }) => id === test.field)
  const comparisons = field ? offerComparisons(field) : []
  return (
    <div className="grid gap-2">
      <Select
        label="Field"
        isLabelHidden
        value={field ? field.id : null}
        placeholder="Choose a field"
        options={readable.map(({ id, label }) => ({ value: id, label: label || 'Without a label' }))}
        onChange={(id) => {
          const next = readable.find((one) => one.id === id)
          if (next) onChange(makeTest(next, facts))
        }}
      />
      {field && (
        <Select
          label="How to compare"
          isLabelHidden
          value={test.compare}
          options={comparisons.map((value) => ({ value, label: comparisonWords[value] }))}
          onChange={(compare) => onChange(withComparison(test, compare, field, facts))}
        />
      )}
      {field && test.value !== undefined && (
        <ValueEditor field={field} value={test.value} currency={facts.currency} onChange={(value) => onChange({ ...test, value })} />
      )}
    </div>
  )
}

type Value = string | number | boolean
type ValueEditorProps = { field: Field; value: Value; currency: Currency; onChange: (value: Value) => void }

function ValueEditor({ field, value, currency, onChange }: ValueEditorProps) {
  const shared = { label: 'Value', isLabelHidden: true }
  if ('options' in field)
    return (
      <Select
        {...shared}
        value={String(value)}
        options={field.options.map(({ id, label }) => ({ value: id, label: label || 'Without a name' }))}
        onChange={onChange}
      />
    )
  if (field.kind === 'activity')
    return (
      <Select {...shared} value={String(value)} options={activities.map(({ id, label }) => ({ value: id, label }))} onChange={onChange} />
    )
  if (field.kind === 'yesNo')
    return (
      <Select
        {...shared}
        value={value === true ? 'yes' : 'no'}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        onChange={(answer) => onChange(answer === 'yes')}
      />
    )
  if (field.kind === 'date' || field.kind === 'birthDate')
    return (
      <DateField
        label="Day"
        value={typeof value === 'string' && value !== '' ? value : null}
        minDate={firstDate}
        maxDate={lastDate}
        onChange={(date) => date && onChange(date)}
      />
    )
  if (field.kind === 'time')
    return <TextField {...shared} type="time" value={String(value)} onChange={({ target }) => target.value && onChange(target.value)} />
  if (typeof value === 'number' && field.kind === 'ownAmount')
    return <MoneyField label="Amount" value={value} currency={currency} onChange={onChange} />
  if (typeof value === 'number')
    return (
      <NumberField
        label={field.kind === 'group' ? 'How many' : 'Value'}
        value={value}
        isWhole={false}
        onChange={(number) => onChange(number)}
      />
    )
  return <TextField {...shared} placeholder="Compare with" value={String(value)} onChange={({ target }) => onChange(target.value)} />
}
