import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { judgeFiller } from '../../domain/forms/access.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { canonicalAddress } from '../../domain/mail/rules.ts'
import { currencies } from '../../domain/money.ts'
import { feeOf } from '../payments/fee-of.ts'
import { currencyOf, ownerOf } from '../payments/payee.ts'
import { takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { isKeptOut } from '../team-joining/conditions.ts'
import { asPerson, canAct } from '../teams/actor.ts'
import { selectOwner } from '../teams/hand-over.ts'
import { hasPlace, isInTeam, memberLimit } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { hashResumeKey, selectLinkDraft } from './form-links.ts'
import { formDrafts, formOptionCounts, formPeople, formStateCounts, forms, formVersions, submissions } from './schema.ts'

const team = alias(communities, 'team')

/** Who opens or sends a form: null without an account. */
export type FormViewer = { id: string; email: string } | null

const nobody = { id: '', email: '' }

const fromForm = sql`FROM ${forms} JOIN ${communities} ${team} ON ${team.id} = ${forms.teamId} AND ${team.deletedAt} IS NULL`

/** A published form whose community is there, with how the viewer stands to it. */
const selectForm = (formId: string, viewer: FormViewer) => {
  const { id, email } = viewer ?? nobody
  const isNamed = sql`EXISTS (SELECT 1 FROM ${formPeople} WHERE ${formPeople.formId} = ${forms.id} AND ${formPeople.emailKey} = ${canonicalAddress(email)})`
  return selectFields(
    {
      ...{ id: forms.id, teamId: forms.teamId, settings: forms.settings, isClosed: forms.isClosed },
      latest: computed(sql`${forms.publishedNumber}`, asNumber),
      team: computed(sql`${team.name}`, asText),
      feeBasisPoints: computed(feeOf(forms.teamId), asNumber),
      isMember: computed(isInTeam(forms.teamId, id), asBoolean),
      isOrganizer: computed(canAct(asPerson(id), forms.teamId, 'forms.manage'), asBoolean),
      isNamed: computed(isNamed, asBoolean),
    },
    sql`${fromForm} WHERE ${forms.id} = ${formId} AND ${forms.publishedNumber} IS NOT NULL`,
  )
}

/** What only sending needs. It counts the members, so opening a form does not read it. */
const selectSendingFacts = (formId: string, viewer: FormViewer, now: number) => {
  const { id } = viewer ?? nobody
  return selectFields(
    {
      hasPlan: computed(takesDues(team.plan), asBoolean),
      payoutCurrency: computed(currencyOf(ownerOf(forms.teamId)), orNull(asOneOf(currencies))),
      /** They were removed or declined not long ago, or there is a block between them and the owner. An organizer must accept them. */
      isKeptOut: computed(sql`${isKeptOut(forms.teamId, id, now)} OR NOT (${hasNoBlock(id, selectOwner(forms.teamId))})`, asBoolean),
      hasPlace: computed(hasPlace(forms.teamId), asBoolean),
      maxMembers: computed(memberLimit(forms.teamId), asNumber),
    },
    sql`${fromForm} WHERE ${forms.id} = ${formId}`,
  )
}

/** How many submissions take a place in a form. */
export const placedOf = (formId: string): SQL => sql`(SELECT coalesce(sum(${formStateCounts.count}), 0) FROM ${formStateCounts}
  WHERE ${formStateCounts.formId} = ${formId} AND ${formStateCounts.state} IN ('paying', 'asked', 'accepted'))`

const next = alias(formVersions, 'next')
/** When the next version was published; null for the latest. */
const replacedAt = sql`(SELECT ${next.publishedAt} FROM ${formVersions} ${next}
  WHERE ${next.formId} = ${formVersions.formId} AND ${next.number} = ${formVersions.number} + 1)`

/** The latest version of a form, and the one that the person has filled. */
const selectVersions = (formId: string, wanted: number) =>
  selectFields(
    { number: formVersions.number, content: formVersions.content, replacedAt: computed(replacedAt, orNull(formVersions.publishedAt)) },
    sql`FROM ${formVersions} WHERE ${formVersions.formId} = ${formId} AND ${formVersions.number} IN (${wanted},
      (SELECT ${forms.publishedNumber} FROM ${forms} WHERE ${forms.id} = ${formId}))`,
  )

type Wanted = { now: number; version?: number | undefined; code?: string | undefined; resume?: string | undefined }

/** Everything that decides whether and how a person fills a form, in one round trip. Throws if they may not. With a version it is sent. */
export async function findForm(db: Database, viewer: FormViewer, formId: string, { now, version = 0, code, resume }: Wanted) {
  const userId = viewer?.id ?? ''
  const linkHash = resume === undefined ? null : await hashResumeKey(formId, resume)
  const { found, sending, versions, sent, draft, linked, taken, placed } = await runBatch(db, {
    found: selectForm(formId, viewer),
    sending: version > 0 ? [selectSendingFacts(formId, viewer, now)] : [],
    versions: selectVersions(formId, version),
    sent: db
      .select({ id: submissions.id, state: submissions.state, sentAt: submissions.sentAt })
      .from(submissions)
      .where(sql`${submissions.userId} = ${userId} AND ${submissions.formId} = ${formId} AND ${submissions.userId} IS NOT NULL`)
      .orderBy(sql`${submissions.sentAt} DESC, ${submissions.id} DESC`),
    draft: db
      .select({ answers: formDrafts.answers, savedAt: formDrafts.savedAt })
      .from(formDrafts)
      .where(sql`${formDrafts.formId} = ${formId} AND ${formDrafts.userId} = ${userId}`),
    linked: linkHash === null ? [] : [selectLinkDraft(db, linkHash, now)],
    taken: db.select().from(formOptionCounts).where(eq(formOptionCounts.formId, formId)),
    placed: selectFields({ count: computed(placedOf(formId), asNumber) }, sql``),
  })
  const [form] = found.rows
  const latest = versions.rows.find(({ number }) => number === form?.latest)
  if (!form || !latest) throw formNotFound()
  const settings = { ...form.settings, people: [] }
  const refusal = judgeFiller(settings, { ...form, isSignedIn: viewer !== null, code })
  if (refusal) throw refusal
  return {
    ...{ form, settings, latest, sent: sent.rows, draft: linked[0]?.rows[0] ?? draft.rows[0] ?? null, taken: taken.rows },
    isFull: settings.maxSubmissions !== null && (placed.rows[0]?.count ?? 0) >= settings.maxSubmissions,
    sending: sending[0]?.rows[0] ?? null,
    /** The version that the person has filled. */
    filled: versions.rows.find(({ number }) => number === version) ?? null,
  }
}
