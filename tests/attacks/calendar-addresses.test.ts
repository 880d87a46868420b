import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { day } from '../../domain/time/spans.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { addEntry, addGames, makeAddress, openCalendar, ownAddress, removeAddress, titlesIn } from '../calendar-addresses/calendars.ts'
import { block, enter, markDeleted, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

let host: Person
let people = 0
const newcomer = () => enter(`attack-calendar-${++people}`)
const soon = Date.now() + day
const run = (statement: string, ...values: unknown[]) =>
  env.DB.prepare(statement)
    .bind(...values)
    .run()

beforeAll(async () => {
  host = await enter('attack-calendar-host')
})

const tokenOf = (url: string) => /calendar-addresses\/([^/]+)\//.exec(url)?.[1] ?? ''
const withToken = (token: string) => `/api/calendar-addresses/${token}/games.ics`

describe('A calendar address', () => {
  it.each(['a person', 'a community'])(
    'of %s stops working at once when it is renewed or removed, also for who has an old copy',
    async (whose) => {
      const ana = await newcomer()
      const team = whose === 'a community' ? 'attack-calendar-renewed' : undefined
      if (team) await putInTeams([team], [ana.id])
      const first = await makeAddress(ana, team)
      const etag = (await openCalendar(first)).headers.get('etag') ?? ''
      const second = await makeAddress(ana, team)
      expect(second).not.toBe(first)
      expect((await openCalendar(first)).status).toBe(404)
      expect((await openCalendar(first, { 'if-none-match': etag })).status).toBe(404)
      expect((await openCalendar(second)).status).toBe(200)
      await removeAddress(ana, team)
      expect((await openCalendar(second)).status).toBe(404)
      expect(await ownAddress(ana, team)).toBeNull()
    },
  )

  it('cannot be guessed, forged or put together, and all wrong ones answer the same', async () => {
    const [ana, bo] = [await newcomer(), await newcomer()]
    const [keyOfAna = '', signatureOfAna = ''] = tokenOf(await makeAddress(ana)).split('.')
    const [, signatureOfBo = ''] = tokenOf(await makeAddress(bo)).split('.')
    const stored = (await rowsOf('SELECT * FROM calendar_addresses WHERE user_id = ?', ana.id))[0]
    // A copy of the database does not open a calendar.
    expect(JSON.stringify(stored)).toContain(keyOfAna)
    expect(JSON.stringify(stored)).not.toContain(signatureOfAna)
    const wrong = [
      keyOfAna,
      `${keyOfAna}.`,
      `.${signatureOfAna}`,
      `${keyOfAna}.${signatureOfBo}`,
      `${keyOfAna}.${signatureOfAna}.${signatureOfAna}`,
      `${keyOfAna}.${signatureOfAna}=`,
      `${keyOfAna}.${signatureOfAna.slice(0, -1)}`,
      `${ana.id}.${signatureOfAna}`,
      `${keyOfAna}'OR 1=1.${signatureOfAna}`,
      'a'.repeat(200),
      'mine',
    ]
    const answers = await Promise.all(
      wrong.map(async (token) => {
        const answer = await ask(withToken(encodeURIComponent(token)))
        const { requestId: _, ...problem } = await readProblem(answer)
        return problem
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 404, code: 'CalendarAddressNotFound' })
  })

  it('limits guesses by address, and reads of one calendar by that calendar', async () => {
    const ana = await newcomer()
    const url = await makeAddress(ana)
    const keys: string[] = []
    const spy = vi.spyOn(env.ACCOUNT_LIMIT, 'limit').mockImplementation(async ({ key }: RateLimitOptions) => {
      keys.push(key)
      return { success: false }
    })
    expect((await ask(withToken('guess.guess'), { headers: { 'cf-connecting-ip': '203.0.113.9' } })).status).toBe(429)
    expect((await openCalendar(url)).status).toBe(429)
    spy.mockRestore()
    expect(keys).toEqual(['calendar-guess 203.0.113.9', `calendar ${tokenOf(url).split('.')[0]}`])
  })

  it('opens nothing but this calendar', async () => {
    const ana = await newcomer()
    const token = tokenOf(await makeAddress(ana))
    for (const path of ['/api/calendar-addresses/mine', '/api/profiles/me'])
      expect((await ask(path, { headers: { cookie: `authjs.session-token=${token}` } })).status).toBe(401)
    expect((await ask(`/mail/unsubscribe/${token}`)).status).toBe(404)
    // Knowing the id of a person or community does not help.
    const bo = await newcomer()
    await putInTeams(['attack-calendar-private'], [ana.id])
    for (const method of ['GET', 'POST', 'DELETE'])
      expect((await bo.ask('/api/calendar-addresses/teams/attack-calendar-private', { method })).status).toBe(404)
  })

  it('of a person loses what they may no longer see', async () => {
    const [ana, enemy] = [await newcomer(), await newcomer()]
    await putInTeams(['attack-calendar-crew'], [ana.id, enemy.id])
    await addGames([
      { id: 'hosted-by-enemy', creatorId: enemy.id, startsAt: soon },
      { id: 'co-hosted', creatorId: host.id, startsAt: soon, teamId: 'attack-calendar-crew', visibility: 'team' },
    ])
    await run("INSERT INTO event_invites VALUES ('hosted-by-enemy', ?, NULL, 1)", ana.id)
    await run(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES ('attack-calendar-season', 'attack-calendar-crew', 'S', '2020-01-01', '2100-01-01', 1)",
    )
    await run("INSERT INTO team_sessions (event_id, season_id) VALUES ('hosted-by-enemy', 'attack-calendar-season')")
    const url = await makeAddress(ana)
    expect(await titlesIn(url)).toEqual(['hosted-by-enemy'])
    await block(enemy.id, ana.id)
    expect(await titlesIn(url)).toEqual([])
    // Who has a seat keeps it, and keeps seeing the game, as on its page.
    await addEntry('co-hosted', ana.id)
    expect(await titlesIn(url)).toEqual(['co-hosted'])
    await run("UPDATE joiners SET state = 'removed' WHERE event_id = 'co-hosted'")
    expect(await titlesIn(url)).toEqual([])
    await markDeleted(ana.id)
    expect((await openCalendar(url)).status).toBe(404)
  })

  it('of a community ends with the membership, and does not come back with it', async () => {
    const ana = await newcomer()
    await putInTeams(['attack-calendar-left'], [ana.id])
    const url = await makeAddress(ana, 'attack-calendar-left')
    expect((await ana.ask('/api/teams/attack-calendar-left/members/me', { method: 'DELETE' })).status).toBe(204)
    expect((await openCalendar(url)).status).toBe(404)
    expect(await rowsOf('SELECT key FROM calendar_addresses WHERE user_id = ?', ana.id)).toEqual([])
    await run(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('attack-calendar-left', ?, 'member', ?)",
      ana.id,
      Date.now() + 1,
    )
    expect((await openCalendar(url)).status).toBe(404)
    expect(await ownAddress(ana, 'attack-calendar-left')).toBeNull()
  })

  it('of a community works only for the membership in which it was made, however that ended', async () => {
    const ana = await newcomer()
    await putInTeams(['attack-calendar-lost'], [ana.id])
    const url = await makeAddress(ana, 'attack-calendar-lost')
    await run("DELETE FROM team_members WHERE user_id = ? AND team_id = 'attack-calendar-lost'", ana.id)
    expect((await openCalendar(url)).status).toBe(404)
    await run(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES ('attack-calendar-lost', ?, 'member', ?)",
      ana.id,
      Date.now() + 5000,
    )
    expect((await openCalendar(url)).status).toBe(404)
  })

  it('of a community shows no games of a host with a block, and nothing once it is deleted', async () => {
    const [ana, enemy] = [await newcomer(), await newcomer()]
    await putInTeams(['attack-calendar-gone'], [ana.id, enemy.id])
    await run("UPDATE team_members SET role = 'owner' WHERE user_id = ? AND team_id = 'attack-calendar-gone'", enemy.id)
    await addGames([
      { id: 'gone-of-host', creatorId: host.id, teamId: 'attack-calendar-gone', visibility: 'team', startsAt: soon },
      { id: 'gone-of-enemy', creatorId: enemy.id, teamId: 'attack-calendar-gone', visibility: 'team', startsAt: soon + 1 },
    ])
    const url = await makeAddress(ana, 'attack-calendar-gone')
    expect(await titlesIn(url)).toEqual(['gone-of-host', 'gone-of-enemy'])
    await block(enemy.id, ana.id)
    expect(await titlesIn(url)).toEqual(['gone-of-host'])
    const context = { now: Date.now(), newId: () => crypto.randomUUID() }
    await deleteTeam(openPrimary(env.DB), context, asPerson(enemy.id), 'attack-calendar-gone', 'A team')
    expect((await openCalendar(url)).status).toBe(404)
  })

  it('is not made for somebody who leaves at the same moment', async () => {
    const ana = await newcomer()
    await putInTeams(['attack-calendar-race'], [ana.id])
    const [made] = await Promise.all([
      ana.ask('/api/calendar-addresses/teams/attack-calendar-race', { method: 'POST' }),
      ana.ask('/api/teams/attack-calendar-race/members/me', { method: 'DELETE' }),
    ])
    expect([200, 404]).toContain(made.status)
    expect(await rowsOf('SELECT key FROM calendar_addresses WHERE user_id = ?', ana.id)).toEqual([])
  })

  it('is one for each person, however often they ask at the same time', async () => {
    const ana = await newcomer()
    const urls = await Promise.all(Array.from({ length: 5 }, () => makeAddress(ana)))
    const states = await Promise.all(urls.map(async (url) => (await openCalendar(url)).status))
    expect(states.toSorted()).toEqual([200, 404, 404, 404, 404])
  })
})
