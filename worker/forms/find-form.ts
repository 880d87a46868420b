import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { AppError } from '../../domain/errors.ts'
import { judgeFiller } from '../../domain/forms/access.ts'
import { readGameGuest } from '../../domain/forms/game-guest.ts'
import { maxUnsentFiles } from '../../domain/forms/limits.ts'
import { formNotFound } from '../../domain/forms/rules.ts'
import { firstSettings } from '../../domain/forms/settings.ts'
import { currencies } from '../../domain/money.ts'
import { selectGameGuest } from '../events/game-guests.ts'
import { currencyOf, ownerOf } from '../payments/payee.ts'
import { entitlementOf, takesDues } from '../payments/team-entitlement.ts'
import { runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asNumber, asOneOf, asText, computed, orNull, selectFields } from '../platform/row-query.ts'
import { hasNoBlock } from '../privacy/reach.ts'
import { hasChildren } from '../roster/own-children.ts'
import { isKeptOut } from '../team-joining/conditions.ts'
import { selectOwner } from '../teams/hand-over.ts'
import { hasPlace, memberLimit } from '../teams/members.ts'
import { communities } from '../teams/shared.ts'
import { isKnownFromSeasons, isKnownState, selectSent } from './earlier-seasons.ts'
import { hasSigned, stillCountsForGuest } from './filled-forms.ts'
import { standingOf } from './fillers.ts'
import { selectCoupon } from './find-coupon.ts'
import { hashResumeKey, selectLinkDraft } from './form-links.ts'
import { isFull } from './is-open.ts'
import { formDrafts, formFiles, formOptionCounts, forms, formVersions, submissions } from './schema.ts'
import { selectBefore } from './sent-before.ts'
import { listSignedBefore, selectSigned, selectSignedBefore } from './waivers.ts'

const team = alias(communities, 'team')

/** Who opens or sends a form: null without an account. */
export type FormViewer = { id: string; email: string } | null

const nobody = { id: '', email: '' }

const latest = alias(formVersions, 'latest')

const fromForm = sql`FROM ${forms} JOIN ${communities} ${team} ON ${team.id} = ${forms.teamId} AND ${team.deletedAt} IS NULL`

/** A published form whose community is there, with how the viewer stands to it. */
const selectForm = (formId: string, viewer: FormViewer, { version, now }: { version: number; now: number }) => {
  const { id, email } = viewer ?? nobody
  const standing = standingOf({ id, email }, now)
  return selectFields(
    {
      ...{ id: forms.id, teamId: forms.teamId, settings: forms.settings, isClosed: forms.isClosed, closedAt: forms.closedAt },
      ...{ latest: latest.number, content: latest.content },
      isFull: computed(isFull(forms), asBoolean),
      team: computed(sql`${team.name}`, asText),
      feeBasisPoints: computed(entitlementOf(team.plan, 'feeBasisPoints'), asNumber),
      isMember: computed(standing.isMember, asBoolean),
      isOrganizer: computed(standing.isOrganizer, asBoolean),
      isNamed: computed(standing.isNamed, asBoolean),
      isPlayer: computed(viewer ? standing.isPlayer : sql`0`, asBoolean),
      hasChildren: computed(viewer ? hasChildren(id, forms.teamId) : sql`0`, asBoolean),
      hasSigned: computed(
        sql`iif(${forms.settings}->>'isOncePerPerson', ${hasSigned(version > 0 ? sql`${version}` : forms.publishedNumber, { userId: id }, now)}, 1)`,
        asBoolean,
      ),
      isKnown: computed(viewer ? isKnownFromSeasons(id) : sql`0`, asBoolean),
    },
    sql`${fromForm} JOIN ${formVersions} ${latest} ON ${latest.formId} = ${forms.id} AND ${latest.number} = ${forms.publishedNumber}
      WHERE ${forms.id} = ${formId}`,
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

const next = alias(formVersions, 'next')
/** When the next version was published; null for the latest. */
const replacedAt = sql`(SELECT ${next.publishedAt} FROM ${formVersions} ${next}
  WHERE ${next.formId} = ${formVersions.formId} AND ${next.number} = ${formVersions.number} + 1)`

/** The version that the person has filled. */
const selectFilled = (formId: string, number: number) =>
  selectFields(
    { content: formVersions.content, replacedAt: computed(replacedAt, orNull(formVersions.publishedAt)) },
    sql`FROM ${formVersions} WHERE ${formVersions.formId} = ${formId} AND ${formVersions.number} = ${number}`,
  )

type Wanted = {
  now: number
  version?: number | undefined
  code?: string | undefined
  /** Without an account: the address of the sender, to find what was sent with it before. */
  email?: string | null
  /** The code of a coupon, to find it. */
  coupon?: string | undefined
  /** The id under which the request stores something, or has stored it. */
  submissionId?: string
  /** The secret from a link to what was begun. */
  resume?: string | undefined
  /** Who has opened it by the code that hosts of a game show. Then the viewer is nobody. */
  guest?: string | undefined
}

/** The files that were added to a form and not sent, by an account or through a mailed link. */
const selectAdded = (db: Database, formId: string, isTheirs: SQL) =>
  db
    .select({ id: formFiles.id, name: formFiles.name, type: formFiles.type, size: formFiles.size })
    .from(formFiles)
    .where(and(eq(formFiles.formId, formId), isTheirs, isNull(formFiles.submissionId), isNotNull(formFiles.size)))
    .limit(maxUnsentFiles)

type Draft = { answers: Record<string, unknown>; savedAt: number }

/** What was begun with an account, or by a mailed link. From then on the account keeps it, so it gets the version that the account has. */
function chooseDraft(
  viewer: FormViewer,
  own: Draft | null,
  byLink: Draft | null,
): { answers: Draft['answers']; savedAt: number | null } | null {
  if (viewer === null || byLink === null) return byLink ?? own
  return own && own.savedAt > byLink.savedAt ? own : { answers: byLink.answers, savedAt: own?.savedAt ?? null }
}

/** Everything that decides whether and how a person fills a form, in one round trip. Throws if they may not. With a version it is sent. */
export async function findForm(
  db: Database,
  viewer: FormViewer,
  formId: string,
  { now, version = 0, code, email, coupon, submissionId, resume, guest }: Wanted,
) {
  const gameGuest = readGameGuest(guest)
  const userId = viewer?.id ?? ''
  const linkHash = resume === undefined ? null : await hashResumeKey(formId, resume)
  const {
    found,
    sending,
    filled,
    sent,
    draft,
    linked,
    added,
    addedByLink,
    taken,
    coupons,
    signed,
    guests,
    byGuests,
    before,
    signedBefore,
  } = await runBatch(db, {
    found: selectForm(formId, viewer, { version, now }),
    sending: version > 0 ? [selectSendingFacts(formId, viewer, now)] : [],
    filled: version > 0 ? [selectFilled(formId, version)] : [],
    sent: selectSent(formId, !viewer && email ? { email } : { userId }),
    draft: db
      .select({ answers: formDrafts.answers, savedAt: formDrafts.savedAt })
      .from(formDrafts)
      .where(sql`${formDrafts.formId} = ${formId} AND ${formDrafts.userId} = ${userId}`),
    added: viewer && version === 0 ? [selectAdded(db, formId, eq(formFiles.userId, viewer.id))] : [],
    linked: linkHash === null ? [] : [selectLinkDraft(db, linkHash, now)],
    addedByLink: linkHash === null ? [] : [selectAdded(db, formId, eq(formFiles.linkHash, linkHash))],
    taken: db.select().from(formOptionCounts).where(eq(formOptionCounts.formId, formId)),
    before: submissionId === undefined ? [] : [selectBefore(submissionId)],
    signedBefore: submissionId === undefined ? [] : [selectSignedBefore(submissionId)],
    coupons: coupon === undefined ? [] : [selectCoupon(formId, coupon, now)],

    byGuests: gameGuest
      ? [
          db
            .select({ name: submissions.guestName, state: submissions.state, sentAt: submissions.sentAt })
            .from(submissions)
            .where(
              and(
                eq(submissions.joinerId, gameGuest.joinerId),
                eq(submissions.formId, formId),
                stillCountsForGuest(formId, submissions.id, now),
              ),
            ),
        ]
      : [],
    guests: gameGuest ? [selectGameGuest(gameGuest, formId, now)] : [],
    signed: viewer ? [selectSigned(formId, viewer.id, version, now)] : [],
  })
  const [form] = found.rows
  if (!form) throw formNotFound()
  const settings = { ...firstSettings(form.settings.timeZone), ...form.settings, people: [] }
  const gameGuestFound = guests[0]?.rows[0] ?? null
  if (gameGuest && !gameGuestFound) throw new AppError('GameGuestNotFound')
  const filler = { ...form, isSignedIn: viewer !== null, isGameGuest: gameGuest !== null, code }
  const refusal = judgeFiller(settings, filler)
  if (refusal) throw refusal
  const begunByLink = linked[0]?.rows[0] ?? null
  return {
    /** The guest of a game who fills it, with what was sent for this name. */
    guest: gameGuestFound && { ...gameGuestFound, sent: (byGuests[0]?.rows ?? []).filter(({ name }) => name === gameGuestFound.name) },
    hasKnownAnswers: form.hasChildren || form.isKnown || sent.rows.some(({ state }) => isKnownState(state)),
    sent: sent.rows,
    ...{ form, settings, draft: chooseDraft(viewer, draft.rows[0] ?? null, begunByLink), taken: taken.rows },
    latest: { number: form.latest, content: form.content, replacedAt: null },
    isFull: form.isFull,
    /** The form is for others. They may fill it because a game asks them for it. */
    isOnlyPlayer: judgeFiller(settings, { ...filler, isPlayer: false }) !== null,
    /** What the person has added and not sent. A link that has ended opens nothing. */
    files: [...(added[0]?.rows ?? []), ...((begunByLink && addedByLink[0]?.rows) ?? [])].map(({ size, ...file }) => ({
      ...file,
      size: size ?? 0,
    })),
    sending: sending[0]?.rows[0] ?? null,
    coupon: coupons[0]?.rows[0] ?? null,
    /** What the same request has stored before, with the waivers that were signed then. */
    before: before[0]?.rows[0] ?? null,
    signedBefore: listSignedBefore(signedBefore[0]?.rows ?? [], version),
    /** The version that the person has filled. */
    filled: filled[0]?.rows[0] ?? null,
    /** The waivers of the version that is filled, which this person has signed before. */
    signed: listSignedBefore(signed[0]?.rows ?? [], version > 0 ? version : form.latest),
    /** The waivers of that version that everybody signs are all among them. */
    hasSigned: form.hasSigned,
  }
}
