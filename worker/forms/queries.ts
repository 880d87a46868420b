import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  type AskableForms,
  type FormDraft,
  type FormPage,
  type FormRow,
  type FormState,
  formPageSize,
  maxForms,
  type TriedForm,
  type TryForm,
} from '../../domain/forms/contract.ts'
import { formNotFound, judgeForm } from '../../domain/forms/rules.ts'
import { tryForm } from '../../domain/forms/try-form.ts'
import { judgeRight } from '../../domain/teams/rules.ts'
import { feeOf } from '../payments/fee-of.ts'
import { readAll, readFirst, runBatch } from '../platform/batch.ts'
import { cutPage, readCursor, TimeCursor } from '../platform/cursor.ts'
import type { Database } from '../platform/database.ts'
import { type Actor, canAct, readFacts, selectFacts } from '../teams/actor.ts'
import { mayDo } from '../teams/may-do.ts'
import { communities, communityMembers } from '../teams/shared.ts'
import { isOver } from './is-open.ts'
import { forms } from './schema.ts'

const rowColumns = {
  ...{ id: forms.id, title: forms.title, teamId: forms.teamId, teamName: communities.name, updatedAt: forms.updatedAt },
  ...{ version: forms.version, publishedVersion: forms.publishedVersion, isClosed: forms.isClosed },
}

type Row = Omit<FormRow, 'team' | 'state' | 'hasChanges'> & {
  teamId: string
  teamName: string
  version: number
  publishedVersion: number | null
  isClosed: boolean
}

const stateOf = ({ publishedVersion, isClosed }: Row): FormState => (publishedVersion === null ? 'draft' : isClosed ? 'closed' : 'open')

const toFormRow = (row: Row): FormRow => ({
  ...{ id: row.id, title: row.title, team: { id: row.teamId, name: row.teamName }, updatedAt: row.updatedAt },
  state: stateOf(row),
  hasChanges: row.publishedVersion !== null && row.publishedVersion < row.version,
})

/** The forms of all communities in which the person may build forms, those that changed last first. */
export async function listForms(db: Database, userId: string, cursor?: string): Promise<FormPage> {
  const after = readCursor(TimeCursor, cursor)
  const isAfter: SQL | undefined = after ? sql`(${forms.updatedAt}, ${forms.id}) < (${after[0]}, ${after[1]})` : undefined
  const rows = await readAll(
    db,
    db
      .select(rowColumns)
      .from(communityMembers)
      .innerJoin(communities, and(eq(communities.id, communityMembers.teamId), sql`${communities.deletedAt} IS NULL`))
      .innerJoin(forms, eq(forms.teamId, communities.id))
      .where(and(eq(communityMembers.userId, userId), mayDo(communityMembers, 'forms.manage'), isAfter))
      .orderBy(sql`${forms.updatedAt} DESC, ${forms.id} DESC`)
      .limit(formPageSize + 1),
  )
  const { page, next } = cutPage(rows, formPageSize, ({ updatedAt, id }) => [updatedAt, id])
  return { forms: page.map(toFormRow), next }
}

/** Finds the community of a form, also before we know whether the person may see it. */
export const requireTeamOf = async (db: Database, formId: string): Promise<string> => (await requireTeamAndZoneOf(db, formId)).teamId

/** The same with the zone of its days. */
export async function requireTeamAndZoneOf(db: Database, formId: string): Promise<{ teamId: string; timeZone: string }> {
  const timeZone = sql<string>`${forms.settings}->>'timeZone'`.as('time_zone')
  const form = await readFirst(db, db.select({ teamId: forms.teamId, timeZone }).from(forms).where(eq(forms.id, formId)))
  if (!form) throw formNotFound()
  return form
}

/** A form as those see it who build it. */
export async function readDraft(db: Database, actor: Actor, formId: string): Promise<FormDraft> {
  const row = await findDraft(db, actor, formId)
  return { ...toFormRow(row), content: row.content, version: row.version, feeBasisPoints: row.feeBasisPoints }
}

/** What the draft does with these answers. Nothing is stored. */
export async function tryDraft(db: Database, actor: Actor, formId: string, trial: TryForm): Promise<TriedForm> {
  const { content, feeBasisPoints } = await findDraft(db, actor, formId)
  return tryForm(content, trial, feeBasisPoints)
}

/** The draft, for those who may build it. */
async function findDraft(db: Database, actor: Actor, formId: string) {
  const teamId = await requireTeamOf(db, formId)
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ ...rowColumns, content: forms.draft, feeBasisPoints: sql<number>`${feeOf(forms.teamId)}` })
      .from(forms)
      .innerJoin(communities, eq(communities.id, forms.teamId))
      .where(eq(forms.id, formId)),
  })
  const [row] = found.rows
  const refusal = judgeForm(facts.rows.length > 0 ? readFacts(actor, facts).actorRoles : [])
  if (refusal || !row) throw refusal ?? formNotFound()
  return row
}

/** The forms that the games of a community can ask for, for those who host its games or build its forms. By title. */
export async function listAskableForms(db: Database, now: number, actor: Actor, teamId: string): Promise<AskableForms> {
  const mayAsk = sql`(${canAct(actor, teamId, 'events.manage')} OR ${canAct(actor, teamId, 'forms.manage')})`
  const { facts, found } = await runBatch(db, {
    facts: selectFacts(actor, teamId),
    found: db
      .select({ id: forms.id, title: forms.title })
      .from(forms)
      .where(and(eq(forms.teamId, teamId), sql`${forms.publishedNumber} IS NOT NULL AND NOT ${isOver(forms, now)}`, mayAsk))
      .orderBy(forms.title, forms.id)
      .limit(maxForms),
  })
  const { actorRoles } = readFacts(actor, facts)
  const refusal = judgeRight(actorRoles, 'events.manage') && judgeRight(actorRoles, 'forms.manage')
  if (refusal) throw refusal
  return { forms: found.rows }
}
