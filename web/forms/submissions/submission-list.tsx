import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { hasNamedAnswers } from '../../../domain/forms/named-answers.ts'
import { exportsHash } from '../../../domain/forms/paths.ts'
import type { ChangeSubmissions } from '../../../domain/forms/submission-changes-contract.ts'
import {
  maxNamedColumns,
  type SubmissionOverview,
  type SubmissionRow,
  searchesName,
  sortOf,
  submissionPageSize,
} from '../../../domain/forms/submission-list-contract.ts'
import { Button } from '../../ui/button.tsx'
import { ToggleChip } from '../../ui/chip.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { useLookFurther } from '../use-look-further.ts'
import { type ChangeResult, ChangeResultNotice } from './change-result.tsx'
import { listAnswered, nameOf, pickFirstColumns } from './list-columns.ts'
import { isPaid } from './list-decisions.ts'
import { Filters, StateChips } from './list-filters.tsx'
import { NewSubmissions } from './new-submissions.tsx'
import { changingSubmissions, type SubmissionFilter, submissionRows } from './queries.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SubmissionTable } from './submission-table.tsx'
import { Summary } from './summary.tsx'
import { useFilter } from './use-filter.ts'
import { useTableViews } from './use-table-views.ts'

const ExportsDialog = lazy(() => import('./exports-dialog.tsx'))
const ViewsDialog = lazy(() => import('./views-dialog.tsx'))
const DeclineDialog = lazy(() => import('./decline-dialog.tsx'))
const NoteDialog = lazy(() => import('./note-dialog.tsx'))
const MessageDialog = lazy(() => import('./message-dialog.tsx'))
const RefundChosenDialog = lazy(() => import('./refund-chosen-dialog.tsx'))
const RosterDialog = lazy(() => import('./roster-dialog.tsx'))
const TagDialog = lazy(() => import('./tag-dialog.tsx'))

type OpenDialog = 'views' | 'exports' | 'decline' | 'addTag' | 'removeTag' | 'addNote' | 'message' | 'refund' | 'roster'

type SubmissionListProps = {
  overview: SubmissionOverview
  total: number
  /** The overview is being read again. */
  isCounting: boolean
}

/** The list with its filters, and what can be done with the chosen rows. */
export function SubmissionList({ overview, total, isCounting }: SubmissionListProps) {
  const { id: formId, content } = overview
  const filtering = useFilter()
  const views = useTableViews(formId)
  const fields = useMemo(() => listAnswered(overview), [overview])
  const shownIds = views.columns ?? pickFirstColumns(fields)
  const shownKey = shownIds.join(' ')
  const columns = useMemo(() => fields.filter(({ id }) => shownKey.split(' ').includes(id)), [fields, shownKey])
  const named = columns.filter(hasNamedAnswers).slice(0, maxNamedColumns)
  const query = useInfiniteQuery(
    submissionRows(
      formId,
      filtering.filter,
      named.map(({ id }) => id),
    ),
  )
  const rows = query.data?.pages.flatMap(({ submissions }) => submissions) ?? []
  const filterKey = JSON.stringify(filtering.filter)
  const [pressed, setPressed] = useState<({ filterKey: string } & Looking) | null>(null)
  const looking = pressed?.filterKey === filterKey ? pressed : { rows: submissionPageSize, pages: maxLookedThrough }
  const looksFurther = useLookFurther(query, filtering.isOn && rows.length < looking.rows, looking.pages)
  const showMore = () => {
    const pages = query.data?.pages.length ?? 0
    setPressed({ filterKey, rows: rows.length + submissionPageSize, pages: pages + maxLookedThrough })
    return query.fetchNextPage()
  }
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = rows.filter(({ id }) => chosenIds.has(id))
  const [dialog, setDialog] = useState<OpenDialog | null>(useLocation().hash === exportsHash ? 'exports' : null)
  const notice = useRef<HTMLDivElement>(null)
  useFocusAfterRemoval(notice, chosen.length)
  const [result, setResult] = useState<ChangeResult | null>(null)
  const tags = useKnownTags(rows, filtering.filter.tag)
  const change = useMutation(changingSubmissions(formId))
  const close = () => setDialog(null)

  const showResult = (what: ChangeResult['change'], ids: readonly string[], refused: ChangeResult['refused'] = []) => {
    const unchanged = chosen.filter(({ id }) => !ids.includes(id))
    setResult({ change: what, done: ids.length, unchanged, refused })
    // What was not changed stays chosen, so that it can be looked at.
    setChosenIds(new Set(unchanged.map(({ id }) => id)))
  }
  const apply = async (what: ChangeSubmissions['change']) => {
    setResult(null)
    const { ids, refused } = await change.mutateAsync({ ids: chosen.map(({ id }) => id), change: what })
    showResult(what, ids, refused)
    return ids
  }
  const count = countOf(overview, total, filtering.filter)
  const whose = chosen.length === 1 && chosen[0] ? nameOf(chosen[0]) : `${chosen.length} submissions`
  return (
    <>
      <Summary overview={overview} picked={filtering.filter} onPick={filtering.change} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {overview.isClosed && overview.counts.some(({ state, count }) => state === 'waiting' && count > 0) && (
          <p className="text-soft">
            This form is closed, so nobody in line gets a free place by themselves. Accept them yourself, or open it again, and free places
            go to them in order.
          </p>
        )}
        <StateChips overview={overview} total={total} filtering={filtering} />
        <Filters overview={overview} filtering={filtering} tags={tags} onOpen={setDialog} />
        {views.views.length > 0 && (
          <fieldset className="flex flex-wrap items-center gap-2.5">
            <legend className="sr-only">Views</legend>
            {views.views.map((view) => {
              const isOn = isSameFilter(view.filter, filtering.filter) && view.columns.join(' ') === shownKey
              return (
                <ToggleChip
                  key={view.name}
                  isOn={isOn}
                  onToggle={() => {
                    if (isOn) return filtering.clear()
                    views.chooseColumns(view.columns)
                    filtering.apply(view.filter)
                  }}
                >
                  {view.name}
                </ToggleChip>
              )
            })}
          </fieldset>
        )}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ChangeResultNotice ref={notice} result={result} onClose={() => setResult(null)} />
        {change.error && dialog === null && <ErrorNotice error={change.error} />}
        {count !== null && <NewSubmissions key={filtering.filter.state} rows={query} count={count} isCounting={isCounting} />}
        <div aria-busy={query.isPlaceholderData} className={joinClasses('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
          <SubmissionTable
            overview={overview}
            fields={columns}
            rows={rows}
            sort={sortOf(filtering.filter)}
            isByNameOnly={searchesName(filtering.filter)}
            onSort={(sort) => filtering.change({ ...filtering.filter, sort: sort === 'newest' ? undefined : sort })}
            chosenIds={chosenIds}
            onChoose={setChosenIds}
            isLoading={
              (query.data === undefined && query.error === null) || (rows.length === 0 && (looksFurther || query.isPlaceholderData))
            }
            error={query.data === undefined ? query.error : null}
            onRetry={() => void query.refetch()}
            empty={
              query.hasNextPage ? (
                <EmptyState title="None so far" hasBeans={false}>
                  There are more to look through.
                </EmptyState>
              ) : (
                <EmptyState title="Nothing matches" hasBeans={false} action={<Button onClick={filtering.clear}>Clear the filters</Button>}>
                  No submission fits all of these filters.
                </EmptyState>
              )
            }
          />
        </div>
        {/* Whether there is more than the last rows says nothing about those that are loading. */}
        {!query.isPlaceholderData && (
          <ShowMore query={{ ...query, isFetchingNextPage: query.isFetchingNextPage || looksFurther, fetchNextPage: showMore }} />
        )}
        <SelectionBar
          chosen={chosen}
          pending={change.isPending ? (change.variables?.change.do ?? null) : null}
          takesMoney={content.payment !== null || chosen.some(({ total: price }) => price !== null)}
          onRemind={() => void apply({ do: 'remind' }).catch(() => undefined)}
          // The mutation keeps the error, which is shown above the list.
          onAccept={() => void apply({ do: 'accept' }).catch(() => undefined)}
          onOpen={setDialog}
          onClear={() => setChosenIds(new Set())}
        />
      </div>
      <Suspense>
        {dialog === 'views' && (
          <ViewsDialog
            fields={fields}
            columns={shownIds}
            views={views.views}
            onChooseColumns={views.chooseColumns}
            onSave={(name) => views.save({ name, columns: [...shownIds], filter: keptOf(filtering.filter) })}
            onRemove={views.remove}
            onClose={close}
          />
        )}
        {dialog === 'exports' && (
          <ExportsDialog
            formId={formId}
            fields={fields}
            columns={shownIds}
            filter={filtering.filter}
            isFiltered={filtering.isOn}
            onClose={close}
          />
        )}
        {dialog === 'decline' && (
          <DeclineDialog
            whose={whose}
            paid={chosen.some(isPaid) ? { canGiveBack: overview.managesMoney, amount: null } : null}
            onDecline={(decision) => apply({ do: 'decline', ...decision })}
            onClose={close}
          />
        )}
        {dialog === 'roster' && (
          <RosterDialog teamId={overview.team.id} whose={whose} onPut={(place) => apply({ do: 'roster', ...place })} onClose={close} />
        )}
        {dialog === 'message' && (
          <MessageDialog whose={whose} onSend={(text, idempotencyKey) => apply({ do: 'message', text, idempotencyKey })} onClose={close} />
        )}
        {dialog === 'addNote' && (
          <NoteDialog whose={whose} onAdd={(text, idempotencyKey) => apply({ do: 'addNote', text, idempotencyKey })} onClose={close} />
        )}
        {dialog === 'refund' && (
          <RefundChosenDialog
            formId={formId}
            ids={chosen.map(({ id }) => id)}
            whose={whose}
            onDone={(ids) => showResult({ do: 'refund' }, ids)}
            onClose={close}
          />
        )}
        {(dialog === 'addTag' || dialog === 'removeTag') && (
          <TagDialog
            count={chosen.length}
            change={dialog}
            tags={dialog === 'addTag' ? tags : [...new Set(chosen.flatMap((row) => row.tags))].sort()}
            onChange={(tag) => apply({ do: dialog, tag })}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

/** How many there are in the list. Null for a filter of which the counts say nothing. */
function countOf({ counts }: SubmissionOverview, total: number, { state, sort: _, ...others }: SubmissionFilter): number | null {
  if (Object.values(others).some(Boolean)) return null
  return state === undefined ? total : (counts.find((one) => one.state === state)?.count ?? 0)
}

/** What a view keeps of a filter: not a search for somebody. */
const keptOf = ({ state, tag, field, option, answer, min, max, sentFrom, sentUntil, owes, holds, sort }: SubmissionFilter) => ({
  ...{ state, tag, field, option, answer, min, max },
  ...{ sentFrom, sentUntil, owes, holds, sort },
})
const isSameFilter = (kept: SubmissionFilter, now: SubmissionFilter) =>
  !now.q && JSON.stringify(keptOf(kept)) === JSON.stringify(keptOf(now))

/** So many pages are looked through without another press. */
const maxLookedThrough = 20

/** How far we look: until there are so many rows, or so many pages were looked through. */
type Looking = { rows: number; pages: number }

/** The tags of all rows that were shown so far: a filter must not hide the others. */
function useKnownTags(rows: readonly SubmissionRow[], filtered: string | undefined): string[] {
  const [known, setKnown] = useState<readonly string[]>([])
  const all = [...new Set([...known, ...rows.flatMap(({ tags }) => tags), ...(filtered ? [filtered] : [])])].sort()
  if (all.length > known.length) setKnown(all)
  return all
}
