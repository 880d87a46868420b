import { type SQL, sql } from 'drizzle-orm'
import type { OptionCount, OptionLimit } from '../../domain/forms/list-options.ts'
import { formOptionCounts as counts, submissionOptions } from './schema.ts'

/** The limited options among those that were chosen, as the latest version limits them. */
export const limitsOf = (options: readonly Pick<OptionCount, 'field' | 'option' | 'quantity'>[], limits: readonly OptionLimit[]) =>
  options.flatMap(({ field, option, quantity }) => {
    const found = limits.find((limit) => limit.field === field && limit.option === option)
    return found ? [{ ...found, quantity }] : []
  })
export type WantedOption = ReturnType<typeof limitsOf>[number]

type Fullness = {
  /** Only options for which nobody can wait. */
  onlyWithoutWaitlist?: boolean
  /** A submission that keeps the places it has, whatever the limit is now. */
  own?: string
  /** For whoever is first in line: the others come after them. */
  isFirstInLine?: boolean
}

/** Whether an option has no place for what is wanted. Whoever waits for it comes before everyone who has no place yet. */
export function isAnyFull(
  formId: string,
  wanted: readonly WantedOption[],
  { onlyWithoutWaitlist = false, own, isFirstInLine = false }: Fullness = {},
): SQL {
  if (wanted.length === 0) return sql`0`
  const ownPlaces =
    own === undefined
      ? sql`0`
      : sql`coalesce((SELECT ${submissionOptions.quantity} FROM ${submissionOptions} WHERE ${submissionOptions.submissionId} = ${own}
          AND ${submissionOptions.fieldId} = w.value->>'field' AND ${submissionOptions.optionId} = w.value->>'option' AND ${submissionOptions.state} = 'taken'), 0)`
  const awaited = isFirstInLine ? sql`0` : sql`iif(w.value->>'hasWaitlist', coalesce(${counts.waiting}, 0), 0)`
  const added = sql`((w.value->>'quantity') - ${ownPlaces})`
  const isOver = sql`${added} > 0 AND coalesce(${counts.taken}, 0) + ${awaited} + ${added} > (w.value->>'limit')`
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(wanted)}) w LEFT JOIN ${counts} ON ${counts.formId} = ${formId}
      AND ${counts.fieldId} = w.value->>'field' AND ${counts.optionId} = w.value->>'option'
    WHERE ${isOver} ${onlyWithoutWaitlist ? sql`AND NOT (w.value->>'hasWaitlist')` : sql``})`
}
