import { useQuery } from '@tanstack/react-query'
import type { Field, FieldOf } from '../../../domain/forms/fields.ts'
import { listFields } from '../../../domain/forms/index-content.ts'
import type { SubmissionOverview } from '../../../domain/forms/submission-list-contract.ts'
import { averageOf, listNumberBars } from '../../../domain/forms/summarize-numbers.ts'
import { maxSummarized, type SubmissionSummary } from '../../../domain/forms/summary-contract.ts'
import { type Currency, formatExactMoney } from '../../../domain/money.ts'
import { day } from '../../../domain/time/spans.ts'
import { writeDate } from '../../../domain/time/write-time.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { submissionSummary } from './queries.ts'
import { Bar } from './summary-bar.tsx'

type Values = SubmissionSummary['answers'][number]['values']

/** What was answered in numbers, and how many submissions came on each day. */
export function NumberSummary({ overview: { id, content } }: { overview: Pick<SubmissionOverview, 'id' | 'content'> }) {
  const { data, error, refetch, isFetching } = useQuery(submissionSummary(id))
  if (!data)
    return error ? (
      <ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading label="Loading the summary">
        <Skeleton className="h-24" />
      </Loading>
    )
  const fields = content.pages.flatMap((page) => listFields(page).map(({ field }) => field))
  const counted = fields.flatMap((field) => {
    const values = data.answers.find((answer) => answer.field === field.id)?.values
    return values ? [{ field, values, write: numberWriter(field, content.payment?.currency ?? null) }] : []
  })
  return (
    <>
      {counted.map(({ field, values, write }) => (
        <section key={field.id} aria-label={field.label} className="grid min-w-0 content-start gap-1.5">
          <h3 className="text-small font-strong wrap-anywhere">{field.label}</h3>
          <Bars bars={listBars(field, values, write)} />
          {writesAverage(field) && <p className="text-small text-soft">Average {write(averageOf(values) ?? 0)}</p>}
        </section>
      ))}
      {fields.map((field) => {
        const options = data.rankings.find((ranking) => ranking.field === field.id)?.options
        return options && field.kind === 'ranking' ? <Ranking key={field.id} field={field} options={options} /> : null
      })}
      {data.days.length > 0 && <Days days={data.days} />}
      {data.isCut && (
        <p className="text-small text-soft sm:col-span-full">
          Numbers and days are of the latest {maxSummarized.toLocaleString('en-US')} submissions.
        </p>
      )}
    </>
  )
}

const writeNumber = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })
const numberWriter = ({ kind }: Field, currency: Currency | null) =>
  kind === 'ownAmount' && currency !== null ? (amount: number) => formatExactMoney({ amount: Math.round(amount), currency }) : writeNumber
const writesAverage = ({ kind }: Field) => kind !== 'yesNo' && kind !== 'consent'
const countOf = (values: Values, wanted: number) => values.find(({ value }) => value === wanted)?.count ?? 0

type LabelledBar = { label: string; count: number }

function listBars(field: Field, values: Values, write: (value: number) => string): LabelledBar[] {
  if (field.kind === 'yesNo' || field.kind === 'consent')
    return [
      { label: 'Yes', count: countOf(values, 1) },
      { label: 'No', count: countOf(values, 0) },
    ]
  if (field.kind === 'rating')
    return Array.from({ length: field.max }, (_, index) => ({ label: String(index + 1), count: countOf(values, index + 1) }))
  return listNumberBars(values).map(({ from, to, count }) => ({
    label: from === to ? write(from) : `${write(from)} to below ${write(to)}`,
    count,
  }))
}

function Bars({ bars }: { bars: readonly LabelledBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ul className="grid gap-2.5 py-1">
      {bars.map(({ label, count }) => (
        <li key={label} className="grid gap-1 text-small">
          <span className="flex justify-between gap-4">
            <span>{label}</span>
            <span className="text-soft tabular-nums">{count.toLocaleString('en-US')}</span>
          </span>
          <Bar share={count / most} />
        </li>
      ))}
    </ul>
  )
}

type RankingProps = { field: FieldOf<'ranking'>; options: SubmissionSummary['rankings'][number]['options'] }

/** The options from the first to the last. The higher one is ranked, the longer is its bar. */
function Ranking({ field, options }: RankingProps) {
  const last = field.options.length
  return (
    <section aria-label={field.label} className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-small font-strong wrap-anywhere">{field.label}</h3>
      <ol className="grid gap-2.5 py-1">
        {options.flatMap(({ option, place }) => {
          const label = field.options.find(({ id }) => id === option)?.label
          if (label === undefined) return []
          return (
            <li key={option} className="grid gap-1 text-small">
              <span className="flex justify-between gap-4">
                <span className="min-w-0 wrap-anywhere">{label}</span>
                <span className="flex-none text-soft tabular-nums">Place {writeNumber(place)}</span>
              </span>
              <Bar share={(last + 1 - place) / last} />
            </li>
          )
        })}
      </ol>
      <p className="text-small text-soft">The average place of each</p>
    </section>
  )
}

const shownDays = 30
const writeDay = (date: string) => writeDate(Date.parse(date), { now: Date.now(), timeZone: 'UTC' }, { month: 'short', day: 'numeric' })

/** The last days with submissions as columns. Screen readers read them as a list. */
function Days({ days }: { days: SubmissionSummary['days'] }) {
  const last = Date.parse(days.at(-1)?.day ?? '')
  const counts = new Map(days.map((one) => [one.day, one.count]))
  const length = Math.min(shownDays, Math.round((last - Date.parse(days[0]?.day ?? '')) / day) + 1)
  const shown = Array.from({ length }, (_, index) => new Date(last - (length - 1 - index) * day).toISOString().slice(0, 10))
  const most = Math.max(1, ...shown.map((date) => counts.get(date) ?? 0))
  return (
    <section aria-label="Sent each day" className="grid min-w-0 content-start gap-1.5">
      <h3 className="text-small font-strong">Sent each day</h3>
      <ol className="flex h-28 items-end gap-0.5 border-b border-line">
        {shown.map((date) => {
          const count = counts.get(date) ?? 0
          return (
            <li key={date} title={`${writeDay(date)}: ${count}`} className="flex h-full max-w-10 min-w-0 flex-1 items-end">
              <span className="sr-only">
                {writeDay(date)}: {count}
              </span>
              <svg aria-hidden="true" className="h-full w-full" preserveAspectRatio="none" viewBox="0 0 1 100">
                <rect y={100 - (100 * count) / most} width="1" height={(100 * count) / most} className="fill-court" />
              </svg>
            </li>
          )
        })}
      </ol>
      <p className="flex justify-between gap-4 text-small text-soft" aria-hidden="true">
        <span>{writeDay(shown[0] ?? '')}</span>
        {shown.length > 1 && <span>{writeDay(shown.at(-1) ?? '')}</span>}
      </p>
    </section>
  )
}
