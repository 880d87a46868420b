import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxOutreachDays, type OutreachKind, outreachKinds, outreachLimits } from '../../domain/outreach/limits.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { connect, follow } from '../../worker/connections/commands.ts'
import { endorse } from '../../worker/endorsements/commands.ts'
import { inviteToGames } from '../../worker/events/fill-games.ts'
import { invitePeople } from '../../worker/events/invite.ts'
import { askForRematch } from '../../worker/events/rematch.ts'
import { offerSeatTo } from '../../worker/events/transfer-seat.ts'
import { startDirect } from '../../worker/messages/commands.ts'
import { startGroup } from '../../worker/messages/group-commands.ts'
import { deleteOldOutreach } from '../../worker/outreach/commands.ts'
import { callPlayers, checkInToPlace } from '../../worker/places/check-in-commands.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { askByHand } from '../../worker/seasons/substitute-commands.ts'
import { inviteToTeam } from '../../worker/team-joining/invite.ts'
import { joinTeam } from '../../worker/team-joining/join.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { offerHandOver } from '../../worker/teams/hand-over-offers.ts'
import { change, join, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addPlace } from '../places/places.ts'
import { addCrowd, befriend, crowd, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { noon } from '../setup/make-game-form.ts'

collectLog()
holdQueues()
// The tests call commands without a request, so nothing sends their messages.
afterEach(() => env.DB.exec('DELETE FROM outbox'))

let pest: Person
const start = noon

beforeAll(async () => {
  pest = await enter('pest')
  await enter('victim')
})

beforeEach(async () => {
  await env.DB.batch(
    ['outreach', 'connections', 'follows', 'follow_totals', 'endorsements', 'endorsement_totals', 'notices', 'player_calls'].map((table) =>
      env.DB.prepare(`DELETE FROM ${table}`),
    ),
  )
})

/** Fills the day of the sender up to one less than the limit. */
const fillDay = (kind: OutreachKind, senderId: string) =>
  env.DB.prepare(
    `WITH RECURSIVE times(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM times WHERE i < ?1)
     INSERT INTO outreach (id, sender_id, kind, recipient_id, created_at) SELECT ?2 || i, ?3, ?2, NULL, ?4 FROM times`,
  )
    .bind(outreachLimits[kind].maxPerDay - 1, kind, senderId, Date.now())
    .run()

const countSent = async (kind: OutreachKind) => (await rowsOf('SELECT count(*) AS n FROM outreach WHERE kind = ?', kind))[0]?.n

describe('The limits of what reaches strangers', () => {
  it.each(['connectionRequest', 'follow', 'endorsement'] as const)('hold for 20 requests at once: %s', async (kind) => {
    const people = crowd(`limit-${kind.toLowerCase()}`, 20)
    await addCrowd(people)
    if (kind === 'endorsement') for (const id of people) await befriend('pest', id)
    await fillDay(kind, 'pest')
    const paths = { connectionRequest: 'connections/ID', follow: 'follows/ID', endorsement: 'endorsements/ID/fair-play' }
    const answers = await Promise.all(people.map((id) => pest.ask(`/api/${paths[kind].replace('ID', id)}`, { method: 'PUT' })))
    expect(answers.filter(({ ok }) => ok).length).toBe(1)
    const refused = answers.find(({ ok }) => !ok)
    if (!refused) throw new Error('Nobody was refused')
    const { label, maxPerDay } = outreachLimits[kind]
    expect([refused.status, (await readProblem(refused)).title]).toEqual([
      429,
      `You can send up to ${maxPerDay} ${label} per day. Try again tomorrow.`,
    ])
    expect(await countSent(kind)).toBe(maxPerDay)
  })

  it('hold for invitations from many games at once', async () => {
    await fillDay('invitation', 'pest')
    const people = crowd('limit-invite', 20)
    await addCrowd(people)
    const db = openPrimary(env.DB)
    const games = await Promise.all(Array.from({ length: 20 }, () => publishGame(pest)))
    const clock = { now: Date.now(), newId: () => crypto.randomUUID() }
    const invited = await Promise.allSettled(
      games.map((id) => invitePeople(db, clock, 'pest', id, { userIds: people, listId: null, teamId: null })),
    )
    expect(invited.reduce((sum, each) => sum + (each.status === 'fulfilled' ? each.value : 0), 0)).toBe(1)
    expect(await countSent('invitation')).toBe(outreachLimits.invitation.maxPerDay)
  })

  it('hold for calls for players hour after hour', async () => {
    const db = openPrimary(env.DB)
    const statuses: string[] = []
    const { id: place } = await addPlace(pest)
    for (let i = 0; i < outreachLimits.playerCall.maxPerDay + 2; i++) {
      const now = start + i * hour
      await checkInToPlace(db, now, 'pest', place)
      const called = callPlayers(db, { now, newId: () => crypto.randomUUID() }, 'pest', place, { activity: 'tennis', needed: 1 })
      statuses.push(
        await called.then(
          () => 'called',
          ({ code }: { code: string }) => code,
        ),
      )
    }
    const { maxPerDay } = outreachLimits.playerCall
    expect(statuses).toEqual([...Array(maxPerDay).fill('called'), 'TooMuchOutreach', 'TooMuchOutreach'])
  })

  it('stop a person who asks again and again after each refusal, for weeks', async () => {
    const { max, days } = outreachLimits.connectionRequest.toOnePerson
    const db = openPrimary(env.DB)
    const request = async (now: number) => {
      await env.DB.prepare('DELETE FROM connections').run()
      return connect(db, { now, newId: () => crypto.randomUUID() }, { actorId: 'pest', personId: 'victim', note: '' }).then(
        (state) => state,
        ({ code }: { code: string }) => code,
      )
    }
    const states = []
    for (let i = 0; i < max + 2; i++) states.push(await request(start + i * day))
    expect(states).toEqual([...Array(max).fill('sent'), 'AskedTooOften', 'AskedTooOften'])
    expect(await request(start + days * day)).toBe('sent')
    // Twenty at the same moment are one request.
    await env.DB.prepare('DELETE FROM outreach').run()
    await Promise.all(Array.from({ length: 20 }, () => request(start)))
    expect(Number(await countSent('connectionRequest'))).toBeLessThanOrEqual(max)
  })

  it('are kept as long as they count, and no longer', async () => {
    const clock = { now: start, newId: () => crypto.randomUUID() }
    const db = openPrimary(env.DB)
    await follow(db, clock, 'pest', 'victim')
    await deleteOldOutreach(db, start + maxOutreachDays * day)
    expect(await countSent('follow')).toBe(1)
    await deleteOldOutreach(db, start + maxOutreachDays * day + 1)
    expect(await countSent('follow')).toBe(0)
  })

  it('count every kind in the table', async () => {
    const id = await publishGame(pest)
    await join(pest, id)
    await befriend('pest', 'victim')
    await putInTeams(['pests'], ['pest', 'victim'])
    await env.DB.exec("UPDATE team_members SET role = 'owner' WHERE user_id = 'pest'")
    await putInTeams(['askers'], [])
    await env.DB.exec("UPDATE teams SET join_mode = 'ask' WHERE id = 'askers'")
    const other = await enter('other')
    await rowsOf("INSERT OR REPLACE INTO privacy_settings VALUES ('other', 1, 1, 1, 1, 1, 0, 0)")
    const db = openPrimary(env.DB)
    const clock = { now: Date.now(), newId: () => crypto.randomUUID() }
    const { id: place } = await addPlace(pest, { name: 'Elm Courts', lat: 30.5 })
    await checkInToPlace(db, clock.now, 'pest', place)
    const send: Record<OutreachKind, () => Promise<unknown>> = {
      seatOffer: () => offerSeatTo(db, clock, 'pest', id, 'victim'),
      invitation: () => invitePeople(db, clock, 'pest', id, { userIds: ['victim'], listId: null, teamId: null }),
      seasonInvitation: async () => {
        const game = await publishGame(pest)
        const who = sql`SELECT ${game} AS eventId, 'other' AS userId, 1 AS place`
        return inviteToGames(db, clock, { who, actorId: 'pest', firstEventId: game })
      },
      rematch: async () => {
        const eventId = await publishGame(other)
        await join(pest, eventId)
        await env.DB.prepare('UPDATE events SET starts_at = ?1 - 2, ends_at = ?1 - 1 WHERE id = ?2').bind(clock.now, eventId).run()
        return askForRematch(db, clock, { userId: 'pest', eventId, now: clock.now })
      },
      coHostInvite: () => change(pest, id, { coHosts: ['victim'] }),
      connectionRequest: () => connect(db, clock, { actorId: 'pest', personId: 'other', note: '' }),
      follow: () => follow(db, clock, 'pest', 'victim'),
      endorsement: () => endorse(db, clock, 'pest', 'victim', 'fair-play'),
      handOver: () => offerHandOver(db, clock, 'pest', 'pests', 'victim'),
      emailInvitation: () =>
        inviteToTeam(db, { ...clock, platform: 'gth' }, 'pest', 'pests', { userIds: [], emails: ['a@b.test'], listId: null }),
      messageRequest: () => startDirect(db, clock, 'pest', 'other'),
      groupAdd: () => startGroup(db, clock, 'pest', { name: 'Pests', userIds: ['other'] }),
      joinRequest: () => joinTeam(db, clock, 'pest', 'askers', ''),
      substituteAsk: async () => {
        const game = await publishGame(pest, { visibility: 'team', teamId: 'pests' })
        await env.DB.batch([
          env.DB.prepare(
            "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('pest-season', 'pests', 'Now', '2020-01-01', '2100-01-01', 1)",
          ),
          env.DB.prepare("INSERT INTO team_sessions (event_id, season_id) VALUES (?, 'pest-season')").bind(game),
        ])
        return askByHand(db, clock, asPerson('pest'), { seasonId: 'pest-season', eventId: game }, 'victim')
      },
      playerCall: () => callPlayers(db, clock, 'pest', place, { activity: 'tennis', needed: 1 }),
    }
    for (const kind of outreachKinds) await send[kind]()
    const counted = await rowsOf('SELECT kind FROM outreach ORDER BY rowid')
    expect(counted.map(({ kind }) => kind)).toEqual(outreachKinds)
  })
})
