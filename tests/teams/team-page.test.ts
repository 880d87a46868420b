import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TeamDetail } from '../../domain/teams/detail-contract.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addMember } from '../../worker/teams/change-members.ts'
import { changeRole } from '../../worker/teams/change-roles.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, enter, enterAndSetUp, type Person, rowsOf, rowsRead } from '../profiles/people.ts'
import { ask, productOrigin, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { buildWorld } from '../world/build-world.ts'
import { db, forgetMessages, nextClock } from './people.ts'

collectLog()
holdQueues()

const privacy = {
  messagesFromAnyone: true,
  publicBadges: true,
  publicOnlineStatus: true,
  publicUpcomingGames: true,
  publicHours: true,
  publicLinkPreview: false,
}
const team = 'quokka-smashers'

let host: Person
let mate: Person
let stranger: Person

const detailOf = async (from: Person | null = null, id = team) =>
  (await (from ? from.ask(`/api/teams/${id}/detail`) : ask(`/api/teams/${id}/detail`))).json<TeamDetail>()
const facesFor = async (from: Person | null) => (await detailOf(from)).faces.map(({ id }) => id)

const tripsOf = (answer: Response) => Number(/round trips (\d+)/.exec(answer.headers.get('server-timing') ?? '')?.[1])

type Inlined = { key: (string | number)[]; data: unknown }
async function open(path: string, from: Person | null = null) {
  const answer = await (from ? from.ask(path) : ask(path))
  const html = await answer.text()
  const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  return {
    status: answer.status,
    html,
    queries: (JSON.parse(boot) as { queries?: Inlined[] }).queries ?? [],
  }
}

beforeAll(async () => {
  await buildWorld(env.DB, ['cities:some'])
  host = await enterAndSetUp('host', { displayName: 'Hoda Host', privacy })
  mate = await enterAndSetUp('mate', { displayName: 'Mara Mate', privacy })
  await enterAndSetUp('private', { displayName: 'Priya Private', privacy: { ...privacy, publicUpcomingGames: false } })
  stranger = await enter('stranger')
  const clock = { ...nextClock(), newId: () => team }
  await createTeam(db(), clock, 'host', { name: 'Quokka Smashers', description: 'We smash.', cityId: 4671654 })
  for (const id of ['mate', 'private']) await addMember(db(), nextClock(), asPerson('host'), team, id)
  await changeRole(db(), nextClock(), asPerson('host'), { teamId: team, userId: 'mate' }, { role: 'captain' })
  await forgetMessages()
  await rowsOf(
    "UPDATE teams SET activity = 'pickleball', join_mode = 'ask', main_color = 'green', second_color = 'blue' WHERE id = ?",
    team,
  )
  await publishGame(host, { title: 'Open ladder', teamId: team, starts: inDays(2), ends: inDays(2, '14:00') })
  await publishGame(host, { title: 'Secret ladder', teamId: team, visibility: 'team', starts: inDays(3), ends: inDays(3, '14:00') })
})

describe('The page of a community', () => {
  it('has the fields of the specification, for visitors too', async () => {
    expect(await detailOf()).toEqual({
      id: team,
      name: 'Quokka Smashers',
      description: 'We smash.',
      photoURL: null,
      creator: { id: 'host', name: 'Hoda Host', pictureUrl: null },
      creatorId: 'host',
      subscription: 'ROOKIE',
      topics: [],
      unreadAnnouncements: null,
      organizerWebsite: { metaLogoURL: null },
      createdAt: expect.any(Number),
      activity: 'pickleball',
      city: { id: 4671654, name: 'Austin', state: 'TX', lat: 30.26715, lng: -97.74306 },
      joinMode: 'ask',
      mainColor: 'green',
      secondColor: 'blue',
      members: 3,
      followers: 0,
      isFollowing: false,
      faces: [],
      role: null,
      rights: [],
      customRole: null,
      customRoles: [],
      hasAsked: false,
      invitedBy: null,
      requests: null,
      handOver: null,
      organizations: [],
      askedBy: [],
      sellerId: null,
    })
    expect(await detailOf(mate)).toMatchObject({ role: 'captain' })
  })

  it('shows no faces to visitors, to members all, and to others who share their games', async () => {
    expect(await facesFor(null)).toEqual([])
    expect(await facesFor(mate)).toEqual(['host', 'mate', 'private'])
    expect(await facesFor(stranger)).toEqual(['host', 'mate'])
  })

  it('hides the founder and faces behind a block, in both directions', async () => {
    const blocked = await enter('blocked')
    const blocker = await enter('blocker')
    await block('host', 'blocked')
    await block('blocker', 'host')
    for (const person of [blocked, blocker]) {
      expect(await detailOf(person)).toMatchObject({ creator: null, creatorId: null })
      expect(await facesFor(person)).toEqual(['mate'])
    }
  })

  it('shows an open offer to hand it over only to the two people whom it is about', async () => {
    const offer = (from: Person) => from.ask(`/api/teams/${team}/hand-over`, { method: 'POST', json: { to: 'mate' } })
    expect((await offer(host)).status).toBe(204)
    const expiresAt = expect.any(Number)
    expect((await detailOf(host)).handOver).toEqual({
      isToMe: false,
      person: { id: 'mate', name: 'Mara Mate', pictureUrl: null },
      expiresAt,
    })
    expect((await detailOf(mate)).handOver).toEqual({
      isToMe: true,
      person: { id: 'host', name: 'Hoda Host', pictureUrl: null },
      expiresAt,
    })
    for (const person of [stranger, null]) expect((await detailOf(person)).handOver).toBeNull()
    await rowsOf('UPDATE team_hand_overs SET expires_at = 1 WHERE team_id = ?', team)
    for (const person of [host, mate]) expect((await detailOf(person)).handOver).toBeNull()
    await rowsOf('DELETE FROM team_hand_overs WHERE team_id = ?', team)
    await forgetMessages()
  })

  it('shows the picture also as the logo of its site', async () => {
    await rowsOf("UPDATE teams SET photo_key = 'logo' WHERE id = ?", team)
    const photo = '/files/photos/logo/1280'
    expect(await detailOf()).toMatchObject({ photoURL: photo, organizerWebsite: { metaLogoURL: photo } })
    expect((await open(`/team/${team}`)).html).toContain(`<meta property="og:image" content="${productOrigin}${photo}"`)
    await rowsOf('UPDATE teams SET photo_key = NULL WHERE id = ?', team)
  })

  it('has its title, description, picture and next games in the HTML', async () => {
    const { status, html, queries } = await open(`/team/${team}`)
    expect(status).toBe(200)
    expect(html).toContain('<title>Quokka Smashers · Gather</title>')
    expect(html).toContain('<meta name="description" content="We smash."')
    expect(html).toContain(`<meta property="og:image" content="${productOrigin}/pictures/teams/${team}/`)
    expect(html).toContain(`<link rel="canonical" href="${productOrigin}/team/${team}"`)
    expect(html).toContain('"@type":"SportsTeam"')
    expect(html).toContain('Open ladder')
    expect(html).not.toContain('Secret ladder')
    expect(queries.map(({ key }) => key)).toEqual([
      ['teams', team, 'detail'],
      ['discover', 'events', `order=date&team=${team}`],
    ])
    expect((await open(`/team/${team}`, mate)).html).toContain('Secret ladder')
  })

  it('says what it plays and where, if nobody described it', async () => {
    await rowsOf("UPDATE teams SET description = '' WHERE id = ?", team)
    expect((await open(`/team/${team}`)).html).toContain(
      'content="Pickleball in Austin, TX with Quokka Smashers: when, where, and how to join."',
    )
    await rowsOf("UPDATE teams SET description = 'We smash.' WHERE id = ?", team)
  })

  it('is preloaded by the pages of its games', async () => {
    const id = await publishGame(host, { title: 'Preloading', teamId: team, starts: inDays(4), ends: inDays(4, '14:00') })
    const { queries } = await open(`/discover/events/${id}`)
    expect(queries).toContainEqual({ key: ['teams', team, 'detail'], data: expect.objectContaining({ name: 'Quokka Smashers' }) })
  })

  it.each(['/team', '/team/no-such-team', '/team/gone-team', `/team/${'x'.repeat(300)}`, '/team-not-found'])(
    'does not exist at %s: status 404, and the page says so',
    async (path) => {
      await rowsOf(
        "INSERT OR IGNORE INTO teams (id, name, description, plan, created_at, updated_at, deleted_at) VALUES ('gone-team', 'Gone', '', 'ROOKIE', 1, 1, 2)",
      )
      const { status, html, queries } = await open(path)
      expect(status).toBe(404)
      expect(html).toContain('<title>Team not found · Gather</title>')
      expect(html).not.toContain('rel="canonical"')
      expect(html).not.toContain('Gone')
      const detail = queries.find(({ key }) => key[0] === 'teams')
      if (detail) expect(detail.data).toBeNull()
    },
  )

  it('is over with the community', async () => {
    const id = await createTeam(db(), nextClock(), 'host', { name: 'Short Lived', description: '' })
    expect((await detailOf(null, id)).name).toBe('Short Lived')
    await deleteTeam(db(), nextClock(), asPerson('host'), id)
    expect(await readProblem(await ask(`/api/teams/${id}/detail`))).toMatchObject({ status: 404, code: 'TeamNotFound' })
  })

  it('is one round trip, however many members there are', async () => {
    await addCrowd(crowd('fan', 300))
    await rowsOf(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, id, 'member', 9 FROM users WHERE id LIKE 'fan-%'",
      team,
    )
    const answer = await mate.ask(`/api/teams/${team}/detail`)
    expect((await answer.json<TeamDetail>()).faces).toHaveLength(5)
    // One more is for the session.
    expect(tripsOf(answer)).toBe(2)
    expect(rowsRead(answer)).toBeLessThan(80)
  })
})
