import { and, eq, sql } from 'drizzle-orm'
import type { FieldKind } from '../../domain/forms/fields.ts'
import { listFields } from '../../domain/forms/index-content.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { countedKinds, maxSummarized, type SubmissionSummary } from '../../domain/forms/summary-contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { instantToLocal } from '../../domain/time/wall-clock.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asNumber, asText, select } from '../platform/row-query.ts'
import { type Actor, canAct, selectFacts } from '../teams/actor.ts'
import { selectPrivateFields } from './private-answers.ts'
import { requireTeamOf } from './queries.ts'
import { forms, formVersions, submissions as s } from './schema.ts'
import { requireOrganizer } from './submissions.ts'
import { selectInOrder } from './submissions-in-order.ts'

const maxValues = 5_000
/** Every zone of the world begins its days at such a step. */
const step = 15 * minute

/** What the latest submissions have answered, in numbers. Two round trips, and no more rows than are counted. */
export async function summarize(db: Database, organizer: Actor, formId: string): Promise<SubmissionSummary> {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found, hidden } = await runBatch(db, {
    facts: selectFacts(organizer, teamId),
    hidden: selectPrivateFields(db, formId),
    found: db
      .select({ settings: forms.settings, content: formVersions.content })
      .from(forms)
      .innerJoin(formVersions, and(eq(formVersions.formId, forms.id), eq(formVersions.number, sql`${forms.publishedNumber}`)))
      .where(eq(forms.id, formId)),
  })
  const { seesPrivate } = requireOrganizer(organizer, facts)
  const [form] = found.rows
  if (!form) throw formNotFound()
  // A field that was private in any version is counted in none of them.
  const isHidden = new Set(seesPrivate ? [] : hidden.rows.flatMap((row) => row.fields))
  const listAsked = (kinds: readonly FieldKind[]) =>
    form.content.pages
      .flatMap((page) => listFields(page))
      .filter(({ field }) => kinds.includes(field.kind) && !isHidden.has(field.id))
      .map(({ field, group }) => ({ at: `$.${field.id}`, id: field.id, rows: group && `$.${group.id}` }))
  const rankings = listAsked(['ranking'])
  const ids = selectInOrder(formId, { isUp: false, limit: maxSummarized + 1 })
  const latest = sql`(SELECT ${s.answers} AS answers, ${s.state} AS state, ${s.sentAt} AS sentAt
    FROM (${ids}) found CROSS JOIN ${s} ON ${s.id} = found.id WHERE ${canAct(organizer, teamId, 'forms.manage')})`
  const counts = sql`latest.state NOT IN ('declined', 'withdrawn', 'ended')`
  // Each answer to one of these fields, also in the rows of groups.
  const answersTo = (asked: ReturnType<typeof listAsked>) => sql`SELECT asked.value->>'id' AS field,
      CASE WHEN asked.value->>'rows' IS NULL THEN latest.answers->>(asked.value->>'at') ELSE child.value->>(asked.value->>'at') END AS answer
    FROM ${latest} latest CROSS JOIN json_each(${JSON.stringify(asked)}) asked
    CROSS JOIN json_each(CASE WHEN asked.value->>'rows' IS NULL THEN '[0]' ELSE coalesce(latest.answers->(asked.value->>'rows'), '[]') END) child
    WHERE ${counts}`
  const { sent, answers, ranked } = await runBatch(db, {
    sent: select(
      { at: asNumber, count: asNumber, counted: asNumber },
      sql`SELECT latest.sentAt / ${step} AS at, count(*) AS count, sum(${counts}) AS counted FROM ${latest} latest GROUP BY at ORDER BY at`,
    ),
    answers: select(
      { field: asText, value: asNumber, count: asNumber },
      sql`SELECT field, answer AS value, count(*) AS count FROM (${answersTo(listAsked(countedKinds))})
        WHERE typeof(answer) IN ('integer', 'real') GROUP BY field, answer ORDER BY field, answer LIMIT ${maxValues}`,
    ),
    ranked:
      rankings.length === 0
        ? []
        : [
            select(
              { field: asText, option: asText, place: asNumber, count: asNumber },
              sql`SELECT field, ranked.value AS option, avg(ranked.key + 1) AS place, count(*) AS count FROM (${answersTo(rankings)})
              CROSS JOIN json_each(iif(json_valid(answer), answer, '[]')) ranked GROUP BY field, option ORDER BY field, place LIMIT ${maxValues}`,
            ),
          ],
  })
  const days = new Map<string, number>()
  for (const { at, count } of sent.rows) {
    const day = instantToLocal(at * step, form.settings.timeZone).date
    days.set(day, (days.get(day) ?? 0) + count)
  }
  const values = Map.groupBy(answers.rows, ({ field }) => field)
  const places = Map.groupBy(ranked[0]?.rows ?? [], ({ field }) => field)
  return {
    counted: sent.rows.reduce((sum, { counted }) => sum + counted, 0),
    isCut: sent.rows.reduce((sum, { count }) => sum + count, 0) > maxSummarized,
    days: [...days].map(([day, count]) => ({ day, count })),
    rankings: [...places].map(([field, rows]) => ({ field, options: rows.map(({ option, place, count }) => ({ option, place, count })) })),
    answers: [...values].map(([field, rows]) => ({ field, values: rows.map(({ value, count }) => ({ value, count })) })),
  }
}
