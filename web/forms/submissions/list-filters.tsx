import { Columns3, Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import * as v from 'valibot'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import { hasNumberFilter, type SubmissionOverview, SubmissionSearch } from '../../../domain/forms/submission-list-contract.ts'
import { stateNames } from '../../../domain/forms/submission-texts.ts'
import { writeAnswerFault } from '../../../domain/forms/write-answer-fault.ts'
import { plainNumber } from '../../../domain/numbers.ts'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import type { DateRange } from '../../ui/date-range-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { useFilter } from './use-filter.ts'

const DateRangeField = lazy(async () => ({ default: (await import('../../ui/date-range-field.tsx')).DateRangeField }))

type Filtering = ReturnType<typeof useFilter>
type StateChipsProps = { overview: SubmissionOverview; total: number; filtering: Filtering }

/** What organizers look at first comes first. */
const stateOrder: readonly SubmissionState[] = ['asked', 'accepted', 'waiting', 'paying', 'declined', 'withdrawn', 'ended']

/** The states that there are, with how many submissions are in each, and who still owes money, or has paid it and has no place, if the form has a price. */
export function StateChips({ overview: { counts, content }, total, filtering: { filter, change } }: StateChipsProps) {
  const countOf = (state: string) => counts.find((count) => count.state === state)?.count ?? 0
  const shown = stateOrder.filter((state) => countOf(state) > 0 || filter.state === state)
  return (
    <fieldset className="-mx-4.5 flex min-w-0 gap-2 overflow-x-auto px-4.5 py-1.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">State and money</legend>
      <ToggleChip isOn={filter.state === undefined} onToggle={() => change({ state: undefined })}>
        All <Count>{total}</Count>
      </ToggleChip>
      {shown.map((state) => (
        <ToggleChip
          key={state}
          isOn={filter.state === state}
          onToggle={() => change({ state: filter.state === state ? undefined : state })}
        >
          {stateNames[state]} <Count>{countOf(state)}</Count>
        </ToggleChip>
      ))}
      {(content.payment !== null || filter.owes) && (
        <ToggleChip isOn={filter.owes !== undefined} onToggle={() => change({ owes: filter.owes ? undefined : '1' })}>
          Still owes
        </ToggleChip>
      )}
      {(content.payment !== null || filter.holds) && (
        <ToggleChip isOn={filter.holds !== undefined} onToggle={() => change({ holds: filter.holds ? undefined : '1' })}>
          Paid, no place
        </ToggleChip>
      )}
    </fieldset>
  )
}

const Count = ({ children }: { children: number }) => <span className="font-normal">{children.toLocaleString('en-US')}</span>

type FiltersProps = {
  overview: SubmissionOverview
  filtering: Filtering
  tags: readonly string[]
  onOpen: (dialog: 'views' | 'exports') => void
}

/**
 * What is typed is filtered when it has settled. The filter can also change without the field: by a view, or when the filters are cleared.
 */
function useTyped(
  value: string | undefined,
  onSettle: (value: string) => void,
  /** The value that the text stands for. Null if it stands for none. */
  read: (text: string) => string | null = (text) => text,
) {
  const [typed, setTyped] = useState(value ?? '')
  const settled = useDebounced(typed.trim().slice(0, 100), 300)
  const settle = useEffectEvent((text: string) => {
    const next = read(text)
    if (next !== null && next !== (value ?? '')) onSettle(next)
  })
  useEffect(() => settle(settled), [settled])
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if ((value ?? '') !== read(settled)) setTyped(value ?? '')
  }
  return { typed, setTyped }
}

export function Filters({ overview, filtering, tags, onOpen }: FiltersProps) {
  const { filter, change, numberField, setNumberField } = filtering
  const { typed, setTyped } = useTyped(filter.q, (q) => change({ q }))
  const choices = useMemo(() => listChoices(overview), [overview])
  const picked = choices.find(
    ({ picks, isNumber }) =>
      picks.field === (filter.field ?? numberField) && (isNumber || (picks.option === filter.option && picks.answer === filter.answer)),
  )
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3 lg:flex [&>*]:min-w-0">
        <FilterField
          label="Find by first or last name, or by email"
          placeholder="Name or email"
          value={typed}
          onChange={setTyped}
          className="col-span-2 grid lg:flex-[1.4]"
        />
        {tags.length > 0 && (
          <Select
            label="Tag"
            isLabelHidden
            className={choices.length > 0 ? 'lg:flex-1' : 'col-span-2 lg:flex-1'}
            options={[{ value: '', label: 'Any tag' }, ...tags.map((tag) => ({ value: tag, label: tag }))]}
            value={filter.tag ?? ''}
            onChange={(tag) => change({ tag: tag || undefined })}
          />
        )}
        {choices.length > 0 && (
          <SearchSelect
            label="Answer"
            value={picked?.value ?? anyAnswer}
            valueText={picked ? nameOf(picked) : 'Any answer'}
            getOptions={(text) =>
              [{ value: anyAnswer, label: 'Any answer', hint: '' }, ...choices].filter(({ label, hint }) =>
                `${label} ${hint}`.toLowerCase().includes(text.trim().toLowerCase()),
              )
            }
            onChange={(value) => {
              const next = choices.find((choice) => choice.value === value)
              setNumberField(next?.isNumber ? next.picks.field : undefined)
              change(next && !next.isNumber ? next.picks : { field: undefined })
            }}
            placeholder="Find an answer"
            emptyText="No answer with this name."
            className={tags.length > 0 ? 'lg:flex-1' : 'col-span-2 lg:flex-1'}
          />
        )}
        <div className="col-span-2 grid grid-cols-2 gap-3 lg:flex lg:flex-none">
          <Button aria-haspopup="dialog" onClick={() => onOpen('views')}>
            <Columns3 size={17} aria-hidden="true" />
            <span>
              Columns<span className="max-sm:sr-only"> and views</span>
            </span>
          </Button>
          <Button aria-haspopup="dialog" onClick={() => onOpen('exports')}>
            <Download size={17} aria-hidden="true" /> Export
          </Button>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3 sm:flex [&>*]:min-w-0">
        <Suspense fallback={<Skeleton className="col-span-2 h-17 sm:w-72" />}>
          <DaysFilter filtering={filtering} />
        </Suspense>
        {picked?.isNumber && <NumberFilter key={picked.value} field={picked} filtering={filtering} />}
      </div>
    </div>
  )
}

const isSentDay = (date: string | null) => date === null || v.is(SubmissionSearch.entries.sentFrom, date)

function DaysFilter({ filtering: { filter, change } }: { filtering: Filtering }) {
  const { sentFrom = null, sentUntil = null } = filter
  // While a year is typed, it is not a day that can be filtered.
  const [typed, setTyped] = useState<DateRange>({ start: sentFrom, end: sentUntil })
  const kept = `${sentFrom} ${sentUntil}`
  const [shown, setShown] = useState(kept)
  if (shown !== kept) {
    setShown(kept)
    setTyped({ start: sentFrom, end: sentUntil })
  }
  const isBackwards = typed.start !== null && typed.end !== null && typed.start > typed.end
  return (
    <div className="col-span-2">
      <DateRangeField
        label="Sent"
        value={typed}
        error={isBackwards ? 'The first day is after the last.' : undefined}
        onChange={(range) => {
          setTyped(range)
          if (isSentDay(range.start) && isSentDay(range.end))
            change({ sentFrom: range.start ?? undefined, sentUntil: range.end ?? undefined })
        }}
      />
    </div>
  )
}

type NumberFilterProps = { field: Choice; filtering: Filtering }

function NumberFilter({ field: { label, picks }, filtering: { filter, change, setNumberField } }: NumberFilterProps) {
  const isOwn = filter.field === picks.field
  const min = isOwn ? filter.min : undefined
  const max = isOwn ? filter.max : undefined
  const limit = (next: { min?: string | undefined; max?: string | undefined }) => {
    const isLimited = (next.min ?? next.max) !== undefined
    // Who empties a field goes on typing in it.
    setNumberField(picks.field)
    change({ field: isLimited ? picks.field : undefined, ...next })
  }
  return (
    <>
      <NumberLimit label={`${label}, from`} value={min} onChange={(next) => limit({ min: next, max })} />
      <NumberLimit label={`${label}, to`} value={max} onChange={(next) => limit({ min, max: next })} />
    </>
  )
}

type NumberLimitProps = { label: string; value: string | undefined; onChange: (value: string | undefined) => void }

function readLimit(text: string): string | null {
  const number = plainNumber(text)
  return number === '' || v.is(SubmissionSearch.entries.min, number) ? number : null
}

function NumberLimit({ label, value, onChange }: NumberLimitProps) {
  const { typed, setTyped } = useTyped(value, (number) => onChange(number || undefined), readLimit)
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      error={readLimit(typed) === null ? writeAnswerFault({ code: 'notANumber' }) : undefined}
    />
  )
}

const anyAnswer = 'any'

type Choice = {
  value: string
  label: string
  hint: string
  picks: { field: string; option?: string; answer?: 'yes' | 'no' }
  /** Its numbers are filtered from and to. */
  isNumber: boolean
}

/** A "Yes" alone does not say to what. */
const nameOf = ({ label, hint, picks }: Choice) => (picks.answer ? `${hint}: ${label}` : label)

/** Every answer that can be filtered of every field whose answers the viewer sees: options, yes and no, and numbers. */
const listChoices = ({ content, hidden }: Pick<SubmissionOverview, 'content' | 'hidden'>): Choice[] =>
  content.pages
    .flatMap(({ fields }) => fields)
    .flatMap((field) => ('fields' in field ? field.fields : [field]))
    .filter(({ id }) => !hidden.includes(id))
    .flatMap((field): Choice[] => {
      const pick = (name: string, picks: Omit<Choice['picks'], 'field'>): Choice => ({
        ...{ value: `${field.id} ${name}`, label: name, hint: field.label },
        ...{ picks: { field: field.id, ...picks }, isNumber: false },
      })
      if ('options' in field) return field.options.map(({ id, label }) => ({ ...pick(id, { option: id }), label }))
      if (field.kind === 'yesNo') return [pick('Yes', { answer: 'yes' }), pick('No', { answer: 'no' })]
      return hasNumberFilter(field) ? [{ ...pick('', {}), label: field.label, hint: 'From and to', isNumber: true }] : []
    })
