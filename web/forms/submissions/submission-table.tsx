import { createContext, type ReactNode, use, useMemo } from 'react'
import { Link } from 'react-router'
import type { Field } from '../../../domain/forms/fields.ts'
import { takesFiles } from '../../../domain/forms/files.ts'
import { submissionPath } from '../../../domain/forms/paths.ts'
import {
  type SubmissionOverview,
  type SubmissionRow,
  type SubmissionSort,
  submissionSorts,
} from '../../../domain/forms/submission-list-contract.ts'
import { writeAnswer } from '../../../domain/forms/write-answer.ts'
import { formatExactMoney } from '../../../domain/money.ts'
import { minute } from '../../../domain/time/spans.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DataTable, type Sort } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { useNow } from '../../ui/use-now.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { FilesCell } from './answer-files.tsx'
import { nameOf } from './list-columns.ts'
import { StateStatus } from './state-status.tsx'

type Choosing = { chosenIds: ReadonlySet<string>; toggle: (id: string) => void }

/** The columns must stay the same objects, so the cells get the chosen rows by context. */
const ChoosingContext = createContext<Choosing>({ chosenIds: new Set(), toggle: () => undefined })

type SubmissionTableProps = {
  overview: SubmissionOverview
  /** The fields that have a column. */
  fields: readonly Field[]
  rows: readonly SubmissionRow[]
  sort: SubmissionSort
  /** By name only: a search for a name is answered in its order. */
  isByNameOnly: boolean
  onSort: (sort: SubmissionSort) => void
  chosenIds: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  isLoading: boolean
  error: unknown
  onRetry: () => void
  empty: ReactNode
}

const tableSorts: Record<SubmissionSort, Sort> = {
  newest: { column: 'sentAt', direction: 'descending' },
  oldest: { column: 'sentAt', direction: 'ascending' },
  aToZ: { column: 'name', direction: 'ascending' },
  zToA: { column: 'name', direction: 'descending' },
  stateUp: { column: 'state', direction: 'ascending' },
  stateDown: { column: 'state', direction: 'descending' },
}

const toSubmissionSort = ({ column, direction }: Sort): SubmissionSort =>
  submissionSorts.find((sort) => tableSorts[sort].column === column && tableSorts[sort].direction === direction) ?? 'newest'

export function SubmissionTable({
  overview,
  fields,
  rows,
  sort,
  isByNameOnly,
  onSort,
  chosenIds,
  onChoose,
  ...states
}: SubmissionTableProps) {
  const { id: formId, title, content, timeZone } = overview
  const currency = content.payment?.currency ?? null
  const columns = useMemo(
    (): Column<SubmissionRow>[] => [
      { id: 'name', header: 'Name', isSortable: true, onPhone: 'title', cell: (row) => <NameCell formId={formId} row={row} /> },
      {
        id: 'state',
        header: 'State',
        isSortable: !isByNameOnly,
        cell: ({ state, isMissing }) => <StateStatus state={state} isMissing={isMissing} />,
      },
      ...fields.map((field) => ({
        id: field.id,
        header: field.label,
        cell: ({ id, answers, names, files }: SubmissionRow) => {
          const answer = answers[field.id]
          const text = writeAnswer(field, answer, currency, names)
          if (!takesFiles(field) || !Array.isArray(answer) || files.length === 0)
            return <AnswerCell isPhone={field.kind === 'phone'}>{text}</AnswerCell>
          return <FilesCell formId={formId} submissionId={id} ids={answer} files={files} isPhoto={field.kind === 'photo'} />
        },
      })),
      ...(currency === null
        ? []
        : [
            {
              id: 'total',
              header: 'Total',
              isNumber: true,
              cell: ({ total }: SubmissionRow) => (total ? formatExactMoney(total) : <Missing>Nothing to pay</Missing>),
            },
            {
              id: 'owed',
              header: 'Open',
              isNumber: true,
              cell: ({ owed }: SubmissionRow) =>
                owed && owed.amount > 0 ? (
                  <span className="font-strong">{formatExactMoney(owed)}</span>
                ) : (
                  <Missing>Nothing is owed</Missing>
                ),
            },
          ]),
      { id: 'tags', header: 'Tags', cell: ({ tags }) => <Tags tags={tags} /> },
      { id: 'sentAt', header: 'Sent', isSortable: !isByNameOnly, cell: ({ sentAt }) => <SentAt at={sentAt} timeZone={timeZone} /> },
    ],
    [formId, fields, currency, isByNameOnly, timeZone],
  )
  const toggle = (id: string) => {
    const next = new Set(chosenIds)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const areAllChosen = rows.length > 0 && rows.every(({ id }) => chosenIds.has(id))
  return (
    <ChoosingContext value={{ chosenIds, toggle }}>
      {rows.length > 0 && (
        <Checkbox
          label={rows.length === 1 ? 'Choose the one that is shown' : `Choose all ${rows.length} that are shown`}
          className="text-small sm:pl-3"
          checked={areAllChosen}
          onChange={() => onChoose(areAllChosen ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
      )}
      <DataTable
        label={`Submissions of ${title}`}
        columns={columns}
        rows={rows}
        getRowId={({ id }) => id}
        sort={tableSorts[sort]}
        onSort={(next) => onSort(toSubmissionSort(next))}
        {...states}
      />
    </ChoosingContext>
  )
}

function NameCell({ formId, row }: { formId: string; row: SubmissionRow }) {
  const { chosenIds, toggle } = use(ChoosingContext)
  const name = nameOf(row)
  const more = [row.person?.name, row.email].find((text) => text && text !== name)
  return (
    <span className="flex items-start gap-2">
      <Checkbox
        label={<VisuallyHidden>Choose {name}</VisuallyHidden>}
        checked={chosenIds.has(row.id)}
        onChange={() => toggle(row.id)}
        className="-my-2.5"
      />
      <span className="grid min-w-0">
        <Link to={submissionPath(formId, row.id)} className="font-strong wrap-anywhere underline-offset-3 hover:underline sm:min-w-36">
          {name}
        </Link>
        {more && <span className="text-small font-normal text-soft wrap-anywhere">{more}</span>}
      </span>
    </span>
  )
}

/** A dash, which screen readers read as words. */
const Missing = ({ children }: { children: string }) => (
  <span className="text-soft">
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
)

/** Long answers are cut off. The page of the submission has all of them. A phone number stays on one line. */
const AnswerCell = ({ isPhone, children }: { isPhone: boolean; children: string }) =>
  children === '' ? (
    <Missing>No answer</Missing>
  ) : (
    <span className={isPhone ? 'whitespace-nowrap' : 'line-clamp-2 wrap-anywhere sm:min-w-28 sm:max-w-72'}>{children}</span>
  )

const Tags = ({ tags }: { tags: readonly string[] }) =>
  tags.length === 0 ? (
    <Missing>No tags</Missing>
  ) : (
    <span className="flex flex-wrap gap-1.5 sm:w-36">
      {tags.map((tag) => (
        <span key={tag} className="max-w-full truncate rounded-full bg-wash px-2.5 py-0.5 text-small">
          {tag}
        </span>
      ))}
    </span>
  )

function SentAt({ at, timeZone }: { at: number; timeZone: string }) {
  const now = useNow(minute)
  return (
    <span className="whitespace-nowrap text-small text-soft">{writeDate(at, { now, timeZone }, { month: 'short', day: 'numeric' })}</span>
  )
}
