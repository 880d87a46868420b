import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { formatMoney } from '../../../domain/format-money.ts'
import type { FormContent } from '../../../domain/forms/content.ts'
import { dryRun, type Reach } from '../../../domain/forms/dry-run.ts'
import { findTotals, type Totals } from '../../../domain/forms/dry-run-total.ts'
import { findPastDates } from '../../../domain/forms/find-past-dates.ts'
import { listWays, type Way } from '../../../domain/forms/write-example.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { mapFields, writeCondition } from '../write-condition.ts'
import { nameOf } from './find-problems.ts'
import { SideLink, SidePart, sideLinkClasses } from './side-link.tsx'
import { findView, useBuilder } from './view.ts'

const idsWith = (reaches: ReadonlyMap<string, Reach>, is: Reach['is']): string[] =>
  [...reaches].filter(([, reach]) => reach.is === is).map(([id]) => id)

/** Says what nobody can reach, which dates are over, and what the form costs. It tries the form a moment after the last change. */
export function DryRunNote({ content, today, hasFaults }: { content: FormContent; today: string; hasFaults: boolean }) {
  const { show, feeBasisPoints } = useBuilder()
  const tried = useDebounced(content, 400)
  const run = useMemo(() => (hasFaults ? null : tryAll(tried, today, feeBasisPoints)), [tried, today, feeBasisPoints, hasFaults])
  const go = (id: string) => show(findView(content, id))
  const fields = mapFields(tried)
  const never = run ? idsWith(run.fields, 'never') : []
  const unknown = run ? idsWith(run.fields, 'unknown').length : 0
  return (
    <SidePart title="Dry run">
      {run === null ? (
        <p className="px-3 text-small text-soft">It starts when nothing is left to mend.</p>
      ) : (
        <>
          {never.map((id) => (
            <SideLink key={id} isCurrent={false} tone="warn" onPress={() => go(id)}>
              {nameOf(tried, id)} is never asked
            </SideLink>
          ))}
          {idsWith(run.endings, 'never').map((id) => (
            <SideLink key={id} isCurrent={false} tone="warn" onPress={() => go(id)}>
              Nobody gets to “{nameOf(tried, id)}”
            </SideLink>
          ))}
          {idsWith(run.rules, 'never').map((id) => {
            const rule = tried.rules.find((one) => one.id === id)
            return (
              <SideLink key={id} isCurrent={false} tone="warn" onPress={() => go(id)}>
                Never true: {rule && writeCondition(rule.when, tried, fields)}
              </SideLink>
            )
          })}
          {findPastDates(tried, today).map(({ at, message }) => (
            <SideLink key={at} isCurrent={false} tone="warn" onPress={() => show({ is: 'payment' })}>
              {message}
            </SideLink>
          ))}
          <p className="px-3 text-small text-soft">
            {never.length === 0 && (unknown === 0 ? 'Every field can be reached. ' : 'The fields that we tried can be reached. ')}
            {unknown > 0 && `${unknown === 1 ? 'One field depends' : `${unknown} fields depend`} on too much to try it all. `}
            {writeTotals(tried, run.totals)}
          </p>
          <Ways ways={run.ways} content={tried} onPress={go} />
        </>
      )}
    </SidePart>
  )
}

function tryAll(content: FormContent, today: string, feeBasisPoints: number) {
  const run = dryRun(content, today)
  return { ...run, ways: listWays(content, run), totals: findTotals(content, today, feeBasisPoints) }
}

/** For each field and ending that not everybody gets to, answers that lead there. */
function Ways({ ways, content, onPress }: { ways: readonly Way[]; content: FormContent; onPress: (id: string) => void }) {
  if (ways.length === 0) return null
  return (
    <details className="group/ways">
      <summary className={joinClasses(sideLinkClasses(false), 'cursor-pointer list-none text-court')}>
        Answers that lead somewhere
        <ChevronDown size={16} aria-hidden="true" className="group-open/ways:rotate-180" />
      </summary>
      <ul className="grid gap-1">
        {ways.map(({ id, answers }) => (
          <li key={id}>
            <SideLink isCurrent={false} onPress={() => onPress(id)}>
              {nameOf(content, id)}
              <span className="block text-small font-normal text-soft">{answers}</span>
            </SideLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

function writeTotals({ payment }: FormContent, totals: Totals | null): string {
  if (!payment) return ''
  if (!totals) return 'The total depends on too much to try it all.'
  const money = (amount: number) => formatMoney({ amount, currency: payment.currency })
  if (totals.highest === null) return `Totals from ${money(totals.lowest)}, without a highest one.`
  return totals.lowest === totals.highest
    ? `The total is ${money(totals.lowest)}.`
    : `Totals from ${money(totals.lowest)} to ${money(totals.highest)}.`
}
