import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import {
  type AskedForm,
  type EventDetail,
  type EventLive,
  type Joiner,
  type MyJoiner,
  maxJoinersShown,
  type SeatBalance,
  type SeatTransfer,
} from '../../domain/events/contract.ts'
import { hasMemberPrice } from '../../domain/events/form-contract.ts'
import type { EventPrice, RefundTerms } from '../../domain/events/pricing-contract.ts'
import { leaveDeadlineOf } from '../../domain/events/rules.ts'
import { activeStates } from '../../domain/events/states.ts'
import { maxWaitlistShown } from '../../domain/events/viewer-state.ts'
import { makeFace } from '../../domain/profiles/faces.ts'
import { readRichText } from '../../domain/rich-text/read-rich-text.ts'
import { faceColumnsOf, toFace } from '../accounts/faces.ts'
import { people } from '../accounts/shared.ts'
import { selectAskedForm } from '../forms/filled-forms.ts'
import { sellerOf } from '../memberships/shared.ts'
import { balanceOfEntry } from '../orders/balance-left.ts'
import { selectFriendOfGuest } from '../orders/guest-seats.ts'
import { refundTermsOf } from '../orders/refund-terms.ts'
import { type Outcome, runBatch } from '../platform/batch.ts'
import type { Database } from '../platform/database.ts'
import { asBoolean, asJson, asNumber, asText, computed, orNull, type RowOf, selectFields } from '../platform/row-query.ts'
import { hasNoBlock, selectBlockedPeople, showsGamesTo } from '../privacy/reach.ts'
import { communities } from '../teams/shared.ts'
import { isHostOf, isVisibleTo } from './acting.ts'
import { ci, isOpenInvite } from './co-host-invites.ts'
import { priceFields, toPrice } from './event-price.ts'
import { type FriendRow, selectFriends, toFriendSeat } from './friend-seats.ts'
import { joinsAtFor } from './joins-at.ts'
import { selectOtherDates, toSeries } from './other-dates.ts'
import { selectOverlaps } from './overlaps.ts'
import { cardFields, eventPictureUrl } from './queries.ts'
import { coHostInvites, eventHosts, eventSeries, events, joiners, seatTransfers } from './schema.ts'
import { isHoldingIn } from './seat-states.ts'
import { isActive, waitlistPosition } from './seats.ts'
import { followsSeries } from './series-follows.ts'
import { e, j } from './tables.ts'

const u = alias(people, 'u')
const tr = alias(seatTransfers, 'tr')

function selectEvent(viewerId: string | null, id: string, now: number) {
  const [t, s] = [alias(communities, 't'), alias(eventSeries, 's')]
  return selectFields(
    {
      ...cardFields(viewerId),
      ...priceFields(viewerId, now),
      description: e.description,
      form: computed(selectAskedForm(e, sql`${viewerId}`, now), orNull(asJson<AskedForm>())),
      teamName: computed(sql`${t.name}`, orNull(t.name)),
      sellerId: computed(sql`CASE WHEN ${e.pricing} IS NOT NULL THEN ${sellerOf(viewerId, t)} END`, orNull(asText)),
      creatorId: e.creatorId,
      maxGuests: e.maxGuests,
      needsApproval: e.needsApproval,
      questions: e.questions,
      slots: e.slots,
      leaveMinutes: e.leaveMinutes,
      waitlistMode: e.waitlistMode,
      joinsAt: computed(joinsAtFor(viewerId, now), orNull(asNumber)),
      everyoneJoinsAt: e.joinsAt,
      plusJoinsEarly: e.plusJoinsEarly,
      publishAt: e.publishAt,
      cancelReason: e.cancelReason,
      rule: computed(sql`${s.rule}`, orNull(s.rule)),
      isFollowed: computed(viewerId === null ? sql`0` : followsSeries(viewerId), asBoolean),
      version: e.version,
      createdAt: e.createdAt,
      updatedAt: e.updatedAt,
      isHost: computed(isHostOf(viewerId), asBoolean),
    },
    sql`FROM ${events} ${e} LEFT JOIN ${communities} ${t} ON ${t.id} = ${e.teamId} AND ${t.deletedAt} IS NULL
        LEFT JOIN ${eventSeries} ${s} ON ${s.id} = ${e.seriesId}
      WHERE ${e.id} = ${id} AND ${isVisibleTo(viewerId)}`,
  )
}

const withSeller = (price: EventPrice | null, sellerId: string | null): EventPrice | null =>
  price && sellerId !== null && hasMemberPrice(price) && !price.isMember ? { ...price, sellerId } : price

/** The seats taken and the entries on the waitlist, for each slot. */
const selectSlots = (db: Database, id: string) =>
  db
    .select({
      slotId: joiners.slotId,
      taken: sql<number>`sum(iif(${isHoldingIn(joiners)}, ${joiners.seats}, 0))`.as('taken'),
      held: sql<number>`sum(iif(${joiners.state} IN ('offered', 'paying', 'held'), ${joiners.seats}, 0))`.as('held'),
      waiting: sql<number>`sum(${joiners.state} = 'waiting')`.as('waiting'),
    })
    .from(joiners)
    .where(and(eq(joiners.eventId, id), sql`(${isActive} OR ${isHoldingIn(joiners)})`))
    .groupBy(joiners.slotId)

/**
 * The players that the viewer may see. Hosts and players of the game see everyone. Others see people who share their games with
 * them. Visitors who are not signed in see no names. Those on the waitlist are in its order, and the others in that in which they joined, or,
 * for a few of them, in that of the index: then a large game is not read whole.
 */
export const selectJoiners = (
  viewerId: string | null,
  id: SQL | string,
  {
    state = 'going',
    isByJoining = true,
    limit = maxJoinersShown,
    after = sql``,
  }: { state?: 'going' | 'waiting'; isByJoining?: boolean; limit?: number; after?: SQL } = {},
) => {
  const [me, hosted] = [alias(joiners, 'me'), e]
  const fields = {
    id: computed(sql`${u.id}`, orNull(u.id)),
    name: u.displayName,
    photoKey: u.photoKey,
    guestName: j.guestName,
    seats: j.seats,
    slotId: j.slotId,
    joinerId: j.id,
    joinedAt: j.joinedAt,
    row: computed(sql`${j}.rowid`, asNumber),
  }
  const rows = sql`FROM ${joiners} ${j} LEFT JOIN ${people} ${u} ON ${u.id} = ${j.userId} WHERE ${j.eventId} = ${id} AND ${j.state} = ${state}`
  if (viewerId === null) return selectFields(fields, sql`${rows} AND 0`)
  const isPlayerToo = sql`EXISTS (SELECT 1 FROM ${joiners} ${me} WHERE ${me.eventId} = ${id} AND ${me.userId} = ${viewerId} AND ${me.state} = 'going')`
  const isHost = sql`EXISTS (SELECT 1 FROM ${events} ${hosted} WHERE ${hosted.id} = ${id} AND ${isHostOf(viewerId)})`
  return selectFields(
    fields,
    sql`${rows} AND (${j.userId} IS NULL OR ${u.id} = ${viewerId}
        OR (${hasNoBlock(viewerId, u.id)} AND (${isPlayerToo} OR ${showsGamesTo(viewerId, u.id)} OR ${isHost}))) ${after}
      ORDER BY ${state === 'going' && isByJoining ? sql`${j.joinedAt}, ${j}.rowid` : sql`${j.waitlistRank}, ${j.joinedAt}, ${j.id}`} LIMIT ${limit}`,
  )
}

/** The viewer's own entry; no row if nobody is signed in. */
const selectMine = (viewerId: string | null, id: string) =>
  selectFields(
    {
      id: j.id,
      state: j.state,
      slotId: j.slotId,
      seats: j.seats,
      tierId: j.tierId,
      guests: j.guests,
      answers: j.answers,
      offerExpiresAt: j.offerExpiresAt,
      checkedInAt: j.checkedInAt,
      ticketCode: j.ticketCode,
      balance: computed(sql`CASE WHEN ${e.pricing} IS NOT NULL THEN ${balanceOfEntry(j)} END`, orNull(asJson<SeatBalance>())),
      refund: computed(sql`CASE WHEN ${e.pricing} IS NOT NULL THEN ${refundTermsOf(j)} END`, orNull(asJson<RefundTerms>())),
      position: computed(sql`iif(${j.state} = 'waiting', ${waitlistPosition}, NULL)`, orNull(asNumber)),
    },
    sql`FROM ${joiners} ${j} JOIN ${events} ${e} ON ${e.id} = ${j.eventId} WHERE ${j.eventId} = ${id} AND ${j.userId} = ${viewerId}`,
  )

/** The open offers of seats from and to the viewer. */
const selectTransfers = (viewerId: string, id: string, now: number) => {
  const seat = alias(joiners, 'seat')
  return selectFields(
    {
      transferId: tr.id,
      isSent: computed(sql`${tr.fromId} = ${viewerId}`, asBoolean),
      expiresAt: tr.expiresAt,
      seats: seat.seats,
      guests: seat.guests,
      ...faceColumnsOf(u),
    },
    sql`FROM (SELECT * FROM ${seatTransfers} WHERE ${seatTransfers.fromId} = ${viewerId} AND ${seatTransfers.eventId} = ${id}
        UNION ALL SELECT * FROM ${seatTransfers} WHERE ${seatTransfers.toId} = ${viewerId} AND ${seatTransfers.eventId} = ${id}) ${tr}
      JOIN ${joiners} ${seat} ON ${seat.id} = ${tr.joinerId} AND ${seat.state} = 'going'
      JOIN ${people} ${u} ON ${u.id} = iif(${tr.fromId} = ${viewerId}, ${tr.toId}, ${tr.fromId}) AND ${u.deletedAt} IS NULL
      WHERE ${tr.expiresAt} > ${now} AND ${hasNoBlock(viewerId, u.id)} ORDER BY ${tr.createdAt}, ${tr.id} LIMIT ${maxTransfersRead}`,
  )
}

const maxTransfersRead = 20

/** The parts of an event that change often, in one round trip. */
const selectLive = (db: Database, viewerId: string | null, id: string, now: number) => ({
  event: selectEvent(viewerId, id, now),
  slots: selectSlots(db, id),
  players: selectJoiners(viewerId, id),
  waitlist: selectJoiners(viewerId, id, { state: 'waiting', limit: maxWaitlistShown }),
  mine: selectMine(viewerId, id),
  transfers: viewerId === null ? [] : [selectTransfers(viewerId, id, now)],
  friends: viewerId === null ? [] : [selectFriends(viewerId, id, now)],
})

type EventRow = RowOf<ReturnType<typeof selectEvent>>
type TransferRow = RowOf<ReturnType<typeof selectTransfers>>
type LiveRows = {
  slots: Outcome<{ slotId: string | null; taken: number; held: number; waiting: number }>
  players: Outcome<RowOf<ReturnType<typeof selectJoiners>>>
  waitlist: Outcome<RowOf<ReturnType<typeof selectJoiners>>>
  mine: Outcome<RowOf<ReturnType<typeof selectMine>>>
  transfers: Outcome<TransferRow>[]
  friends: Outcome<FriendRow>[]
}

const toTransfer = ({ transferId, seats, guests, expiresAt, ...face }: TransferRow): SeatTransfer => ({
  id: transferId,
  person: toFace(face),
  seats,
  guests,
  expiresAt,
})

function toLive(row: EventRow, { slots, players, waitlist, mine, transfers, friends }: LiveRows): EventLive {
  const [myRow] = mine.rows
  const transferRows = transfers.flatMap(({ rows }) => rows)
  const friendSeats = friends.flatMap(({ rows }) => rows.map(toFriendSeat))
  const [sent, received] = [true, false].map((isSent) => transferRows.find((transfer) => transfer.isSent === isSent))
  return {
    state: row.state,
    publishAt: row.publishAt,
    version: row.version,
    capacity: row.capacity,
    taken: slots.rows.reduce((sum, slot) => sum + slot.taken, 0),
    held: slots.rows.reduce((sum, slot) => sum + slot.held, 0),
    waiting: row.waiting,
    slots: row.slots.map((slot) => {
      const counted = slots.rows.find(({ slotId }) => slotId === slot.id)
      return { ...slot, taken: counted?.taken ?? 0, waiting: counted?.waiting ?? 0 }
    }),
    joiners: players.rows.map(toJoiner),
    waitlist: waitlist.rows.flatMap(({ id, name, photoKey }) => (id === null ? [] : [makeFace(id, name, photoKey)])),
    mine: myRow ? toMyJoiner(myRow) : null,
    isRefused: myRow?.state === 'removed' || myRow?.state === 'refused',
    transferSent: sent ? toTransfer(sent) : null,
    transferReceived: received ? toTransfer(received) : null,
    ...(friendSeats.length > 0 && { friends: friendSeats }),
  }
}

export function toJoiner({ id, name, photoKey, guestName, seats, slotId }: LiveRows['players']['rows'][number]): Joiner {
  const person = id === null ? null : makeFace(id, name, photoKey)
  return { userId: id, isUnregisteredUser: guestName !== null, person, name: person?.name ?? 'Guest', guests: seats - 1, slotId }
}

function toMyJoiner({ state, ...row }: LiveRows['mine']['rows'][number]): MyJoiner | null {
  const active = activeStates.find((each) => each === state)
  return active ? { ...row, state: active } : null
}

export async function findLive(db: Database, viewerId: string | null, id: string, now: number): Promise<EventLive | null> {
  const { event, ...liveRows } = await runBatch(db, selectLive(db, viewerId, id, now))
  const [row] = event.rows
  return row ? toLive(row, liveRows) : null
}

/** The hosts, the creator first, without those who have a block with the viewer. */
const selectHosts = (viewerId: string | null, id: string) =>
  selectFields(
    faceColumnsOf(u),
    sql`FROM (SELECT ${events.creatorId} AS id, 0 AS place FROM ${events} WHERE ${events.id} = ${id}
        UNION ALL SELECT ${eventHosts.userId}, 1 FROM ${eventHosts} WHERE ${eventHosts.eventId} = ${id}) host
      JOIN ${people} ${u} ON ${u.id} = host.id AND ${u.deletedAt} IS NULL
      WHERE ${viewerId === null ? sql`1` : hasNoBlock(viewerId, u.id)} ORDER BY host.place`,
  )

/** Players that the viewer has blocked. */
const selectBlocked = (viewerId: string, id: string) =>
  selectFields(
    faceColumnsOf(u),
    sql`FROM (${selectBlockedPeople(viewerId)}) blocked CROSS JOIN ${joiners} ${j} ON ${j.eventId} = ${id} AND ${j.userId} = blocked.id
        AND ${j.state} = 'going' CROSS JOIN ${people} ${u} ON ${u.id} = ${j.userId} LIMIT 5`,
  )

/** Returns one row if the viewer has an open invitation to be a co-host. */
const selectCoHostInvite = (viewerId: string, id: string, now: number) =>
  selectFields(
    { expiresAt: ci.expiresAt },
    sql`FROM ${coHostInvites} ${ci} JOIN ${events} ${e} ON ${e.id} = ${ci.eventId}
    WHERE ${ci.eventId} = ${id} AND ${ci.userId} = ${viewerId} AND ${isOpenInvite(now)}`,
  )

/** Everything on the page of an event that this viewer may see, in one round trip. */
export async function findEvent(db: Database, viewerId: string | null, id: string, now: number): Promise<EventDetail | null> {
  const { event, hosts, dates, blocked, overlaps, coHostInvite, friend, ...liveRows } = await runBatch(db, {
    ...selectLive(db, viewerId, id, now),
    hosts: selectHosts(viewerId, id),
    dates: selectOtherDates(viewerId, id, now),
    blocked: viewerId === null ? [] : [selectBlocked(viewerId, id)],
    overlaps: viewerId === null ? [] : [selectOverlaps(viewerId, sql`${id}`)],
    coHostInvite: viewerId === null ? [] : [selectCoHostInvite(viewerId, id, now)],
    friend: viewerId === null ? [] : [selectFriendOfGuest(viewerId, id)],
  })
  const [row] = event.rows
  if (!row) return null
  const [guestOf] = friend.flatMap(({ rows }) => rows.map(toFace))
  return {
    id: row.id,
    activity: row.activity,
    title: row.title,
    about: readRichText(row.description),
    pictureUrl: eventPictureUrl(row.pictureKey),
    where: { placeId: row.placeId, name: row.placeName, address: row.address, lat: row.lat, lng: row.lng },
    timeZone: row.timeZone,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    levelMin: row.levelMin,
    levelMax: row.levelMax,
    maxGuests: row.maxGuests,
    visibility: row.visibility,
    team: row.teamId !== null && row.teamName !== null ? { id: row.teamId, name: row.teamName } : null,
    // Hidden like the hosts, if there is a block between the viewer and the creator.
    creatorId: hosts.rows.some((host) => host.id === row.creatorId) ? row.creatorId : null,
    hosts: hosts.rows.map(toFace),
    price: withSeller(toPrice(row), row.sellerId),
    needsApproval: row.needsApproval,
    questions: row.questions,
    leaveBy: leaveDeadlineOf(row.startsAt, row.leaveMinutes),
    waitlistMode: row.waitlistMode,
    joinsAt: row.joinsAt,
    plusJoinsEarly: row.plusJoinsEarly && row.joinsAt === row.everyoneJoinsAt,
    cancelReason: row.cancelReason,
    series: toSeries(row, dates.rows),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    isHost: row.isHost,
    isAskedToHost: coHostInvite.some(({ rows }) => rows.length > 0),
    blockedPeople: blocked.flatMap(({ rows }) => rows.map(toFace)),
    overlaps: overlaps.flatMap(({ rows }) => rows),
    ...(guestOf && { guestOf }),
    ...(row.form && { form: row.form }),
    live: toLive(row, liveRows),
  }
}
