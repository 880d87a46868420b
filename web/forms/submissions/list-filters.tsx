import { Columns3, Download } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { SubmissionState } from '../../../domain/forms/submission-contract.ts'
import type { SubmissionOverview } from '../../../domain/forms/submission-list-contract.ts'
import { stateNames } from '../../../domain/forms/submission-texts.ts'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { FilterField } from '../../ui/filter-field.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Select } from '../../ui/select.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { useFilter } from './use-filter.ts'

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

export function Filters({ overview, filtering: { filter, change }, tags, onOpen }: FiltersProps) {
  const [typed, setTyped] = useState(filter.q ?? '')
  const settled = useDebounced(typed.trim().slice(0, 100), 300)
  const search = useEffectEvent((q: string) => {
    if (q !== (filter.q ?? '')) change({ q })
  })
  useEffect(() => search(settled), [settled])
  // The address can also change without the field: by a view, or when the filters are cleared.
  const [shownQ, setShownQ] = useState(filter.q)
  if (shownQ !== filter.q) {
    setShownQ(filter.q)
    if ((filter.q ?? '') !== settled) setTyped(filter.q ?? '')
  }
  const choices = useMemo(() => listChoices(overview), [overview])
  const picked = choices.find(({ field, option }) => field === filter.field && option === filter.option)
  return (
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
          label="Choice"
          value={picked?.value ?? anyChoice}
          valueText={picked?.label ?? 'Any choice'}
          getOptions={(text) =>
            [{ value: anyChoice, label: 'Any choice', hint: '' }, ...choices].filter(({ label, hint }) =>
              `${label} ${hint}`.toLowerCase().includes(text.trim().toLowerCase()),
            )
          }
          onChange={(value) => {
            const next = choices.find((choice) => choice.value === value)
            change({ field: next?.field, option: next?.option })
          }}
          placeholder="Find a choice"
          emptyText="No choice with this name."
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
  )
}

const anyChoice = 'any'

type Choice = { value: string; field: string; option: string; label: string; hint: string }

/** Every option of every field whose answers the viewer sees, with the name of its field. */
const listChoices = ({ content, hidden }: Pick<SubmissionOverview, 'content' | 'hidden'>): Choice[] =>
  content.pages
    .flatMap(({ fields }) => fields)
    .flatMap((field) => ('fields' in field ? field.fields : [field]))
    .filter(({ id }) => !hidden.includes(id))
    .flatMap((field) =>
      'options' in field
        ? field.options.map(({ id, label }) => ({ value: `${field.id} ${id}`, field: field.id, option: id, label, hint: field.label }))
        : [],
    )
