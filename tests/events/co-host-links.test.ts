import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maxCoHosts } from '../../domain/events/co-host-limits.ts'
import type { MadeCoHostLink, MakeCoHostLink, OwnCoHostLinkAnswer } from '../../domain/events/co-host-link-contract.ts'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import { day, minute } from '../../domain/time/spans.ts'
import { deleteAccount } from '../../worker/accounts/delete-account.ts'
import { hashSecret } from '../../worker/accounts/secrets.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { cancel, change, getEvent, noticeTitlesOf, passMinutes, publishGame } from './games.ts'

collectLog()
holdQueues()

let [host, guest, other, stranger] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const people = await Promise.all(['host', 'guest', 'other', 'stranger'].map((id) => enter(id)))
  ;[host, guest, other, stranger] = people as [Person, Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['co_host_links', 'co_host_invites', 'blocks', 'notices'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  return () => void vi.useRealTimers()
})

const linkPath = (id: string) => `/api/events/${id}/co-host-link`
const make = (person: Person, id: string, json: Partial<MakeCoHostLink> = {}) =>
  person.ask(linkPath(id), { method: 'POST', json: { maxUses: 1, ...json } })
const makeToken = async (person: Person, id: string, json: Partial<MakeCoHostLink> = {}) => {
  const answer = await make(person, id, json)
  expect(answer.status).toBe(201)
  return (await answer.json<MadeCoHostLink>()).token
}
const readOwn = async (person: Person, id: string) => (await (await person.ask(linkPath(id))).json<OwnCoHostLinkAnswer>()).link
const open = (token: string, person?: Person) => (person?.ask ?? ask)(`/api/co-host-links/${token}`)
const read = async (token: string, person?: Person): Promise<CoHostInvite> => (await open(token, person)).json()
const accept = (token: string, person?: Person) => (person?.ask ?? ask)(`/api/co-host-links/${token}/accept`, { method: 'POST' })
const codeOf = async (answer: Response) => (await readProblem(answer)).code
const hostsOf = async (id: string) => (await getEvent(host, id)).hosts.map((person) => person.id)
const formOf = async (id: string): Promise<EventFormAnswer> => (await host.ask(`/api/events/${id}/form`)).json()
const datesOf = async (id: string) =>
  (await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?) ORDER BY starts_at', id)).map((row) =>
    String(row.id),
  )
const expectOver = async (token: string, person: Person) => {
  for (const answer of [await open(token, person), await accept(token, person)]) {
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'CoHostLinkOver'])
  }
}

describe('A link for co-hosts', () => {
  it('makes the person who accepts it a co-host, once, and the host is told', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    expect(await read(token, guest)).toMatchObject({
      event: { id, title: 'Open play' },
      state: 'open',
      inviter: { id: 'host' },
      otherDates: 0,
      expiresAt: (await getEvent(host, id)).startsAt,
    })
    expect(await hostsOf(id)).toEqual(['host'])
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(token, guest)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(204))
    expect(await hostsOf(id)).toEqual(['host', 'guest'])
    expect((await guest.ask(`/api/events/${id}/manage`)).status).toBe(200)
    expect(await read(token, guest)).toMatchObject({ state: 'accepted', inviter: null, expiresAt: null })
    expect(await noticeTitlesOf(id, host)).toEqual([['Name of guest is now a co-host of Open play']])
    await expectOver(token, other)
  })

  it('shows the game and not its host to a visitor, who cannot accept', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    expect(await read(token)).toMatchObject({ event: { id }, state: 'open', inviter: null })
    expect((await accept(token)).status).toBe(401)
    const unfinished = await enter('unfinished')
    await env.DB.prepare("UPDATE users SET completed_at = NULL WHERE id = 'unfinished'").run()
    expect((await accept(token, unfinished)).status).toBe(403)
  })

  it('is stored as a hash, and shown to its host without its secret', async () => {
    const id = await publishGame(host)
    expect(await readOwn(host, id)).toBe(null)
    const token = await makeToken(host, id, { maxUses: 3 })
    expect(await rowsOf('SELECT token_hash AS hash FROM co_host_links')).toEqual([{ hash: await hashSecret(token) }])
    expect((await accept(token, guest)).status).toBe(204)
    const own = await readOwn(host, id)
    expect(own).toEqual({ isForSeries: false, uses: 1, maxUses: 3, expiresAt: (await getEvent(host, id)).startsAt })
    // A co-host has a link of their own.
    expect(await readOwn(guest, id)).toBe(null)
  })

  it('is made by hosts only, for coming games, and for 1 to 10 people', async () => {
    const id = await publishGame(host)
    expect((await make(stranger, id)).status).toBe(403)
    for (const maxUses of [0, maxCoHosts + 1, 1.5]) expect((await make(host, id, { maxUses })).status).toBe(400)
    expect((await cancel(host, id)).status).toBe(204)
    const answer = await make(host, id)
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'EventOverOrCancelled'])
  })

  it('works for a draft and a game of a community, of which it shows no more than an invitation', async () => {
    await putInTeams(['links'], ['host'])
    await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = 'links'").run()
    const draft = await publishGame(host, {}, { publish: { when: 'never' } })
    const inside = await publishGame(host, { visibility: 'team', teamId: 'links' })
    for (const id of [draft, inside]) {
      const token = await makeToken(host, id)
      expect((await guest.ask(`/api/events/${id}`)).status).toBe(404)
      expect(Object.keys((await read(token, guest)).event).toSorted()).toEqual([
        'activity',
        'endsAt',
        'id',
        'placeName',
        'startsAt',
        'timeZone',
        'title',
      ])
      expect((await accept(token, guest)).status).toBe(204)
      expect((await guest.ask(`/api/events/${id}/manage`)).status).toBe(200)
    }
    expect((await host.ask(`/api/events/${draft}`, { method: 'DELETE' })).status).toBe(204)
  })

  it('for a series is for this and the later dates', async () => {
    const [first = '', second = '', third = ''] = await datesOf(await publishGame(host, {}, { repeat: repeatWeekly(3) }))
    const token = await makeToken(host, second, { isForSeries: true })
    expect((await read(token, guest)).otherDates).toBe(1)
    expect((await accept(token, guest)).status).toBe(204)
    expect(await Promise.all([first, second, third].map(hostsOf))).toEqual([['host'], ['host', 'guest'], ['host', 'guest']])
    const single = await makeToken(host, first)
    expect((await read(single, guest)).otherDates).toBe(0)
    expect((await accept(single, guest)).status).toBe(204)
    expect(await rowsOf('SELECT is_for_series, uses FROM co_host_links WHERE event_id = ?', first)).toEqual([{ is_for_series: 0, uses: 1 }])
  })

  it('answers an invitation that the person had', async () => {
    await befriend('host', 'guest')
    const id = await publishGame(host, { coHosts: ['guest'] }, { coHostsAccept: false })
    const token = await makeToken(host, id)
    expect((await accept(token, guest)).status).toBe(204)
    expect(await rowsOf('SELECT * FROM co_host_invites')).toEqual([])
    expect((await formOf(id)).coHosts).toEqual([expect.objectContaining({ id: 'guest', hasAccepted: true })])
  })

  it('does not let a form that was opened before remove the new co-host', async () => {
    const id = await publishGame(host)
    const { form, version } = await formOf(id)
    expect((await accept(await makeToken(host, id), guest)).status).toBe(204)
    const json = { form: { ...form, title: 'New title' }, version, scope: 'this' }
    expect(await codeOf(await host.ask(`/api/events/${id}`, { method: 'PATCH', json }))).toBe('EventVersionConflict')
    expect(await hostsOf(id)).toEqual(['host', 'guest'])
  })
})

describe('The uses of a link for co-hosts', () => {
  it('let one person in of 8 who use the last one at the same moment', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    const crowd = await Promise.all(Array.from({ length: 8 }, (_, i) => enter(`crowd-${i}`)))
    const answers = await Promise.all(crowd.map((person) => accept(token, person)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, ...Array(7).fill(404)])
    expect(await hostsOf(id)).toHaveLength(2)
    expect(await rowsOf('SELECT uses FROM co_host_links')).toEqual([{ uses: 1 }])
  })

  it('are not used up by hosts', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    expect((await accept(token, host)).status).toBe(204)
    expect(await readOwn(host, id)).toMatchObject({ uses: 0 })
    expect(await hostsOf(id)).toEqual(['host'])
  })

  it('do not pass the limit of co-hosts, also at the same moment; who was asked counts too', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id, { maxUses: maxCoHosts })
    await befriend('host', 'other')
    expect((await change(host, id, { coHosts: ['other'] })).status).toBe(204)
    const crowd = await Promise.all(Array.from({ length: maxCoHosts + 2 }, (_, i) => enter(`full-${i}`)))
    const answers = await Promise.all(crowd.map((person) => accept(token, person)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(maxCoHosts - 1)
    const refused = answers.filter(({ status }) => status !== 204)
    expect(await Promise.all(refused.map(codeOf))).toEqual(Array(3).fill('CoHostsFull'))
    // The person who was asked has a place.
    expect((await accept(token, other)).status).toBe(204)
    expect(await hostsOf(id)).toHaveLength(maxCoHosts + 1)
    // The form can be saved with all of them.
    expect((await change(host, id, { title: 'Full house' })).status).toBe(204)
  })
})

describe('A link for co-hosts ends', () => {
  const endings: [string, (id: string) => Promise<unknown>][] = [
    ['when its host ends it', (id) => host.ask(linkPath(id), { method: 'DELETE' })],
    ['when a new one is made', (id) => make(host, id)],
    ['when the game is cancelled', (id) => cancel(host, id)],
    ['when the game starts', async (id) => vi.setSystemTime((await getEvent(host, id)).startsAt)],
    ['for a person with a block', () => block('host', 'guest')],
    ['for a person who has blocked its host', () => block('guest', 'host')],
  ]
  it.each(endings)('%s', async (_when, end) => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    await end(id)
    await expectOver(token, guest)
    expect(await rowsOf('SELECT * FROM event_hosts WHERE event_id = ?', id)).toEqual([])
  })

  it('as if it had never been there', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id)
    await block('guest', 'host')
    const [ended, unknown] = [await readProblem(await open(token, guest)), await readProblem(await open('x'.repeat(43), guest))]
    expect({ ...ended, instance: '', requestId: '' }).toEqual({ ...unknown, instance: '', requestId: '' })
  })

  it('after a week, or earlier when the game moves to an earlier time', async () => {
    const starts = inDays(20)
    const id = await publishGame(host, { starts, ends: starts.replace('12:00', '14:00') })
    const token = await makeToken(host, id)
    expect((await read(token, guest)).expiresAt).toBe(noon + 7 * day)
    const sooner = inDays(2)
    expect((await change(host, id, { starts: sooner, ends: sooner.replace('12:00', '14:00') })).status).toBe(204)
    const { startsAt } = await getEvent(host, id)
    expect((await read(token, guest)).expiresAt).toBe(startsAt)
    vi.setSystemTime(startsAt - minute)
    expect((await open(token, guest)).status).toBe(200)
    vi.setSystemTime(startsAt)
    await expectOver(token, guest)
    await passMinutes(7 * 24 * 60)
    expect(await rowsOf('SELECT * FROM co_host_links')).toEqual([])
  })

  it('when the person who made it is no longer a host', async () => {
    const id = await publishGame(host)
    expect((await accept(await makeToken(host, id), other)).status).toBe(204)
    const token = await makeToken(other, id)
    await env.DB.prepare('DELETE FROM event_hosts WHERE event_id = ?').bind(id).run()
    await expectOver(token, guest)
  })

  it('for everybody when a co-host is removed, who cannot come back by it', async () => {
    const id = await publishGame(host)
    const token = await makeToken(host, id, { maxUses: 5 })
    expect((await accept(token, guest)).status).toBe(204)
    expect((await change(host, id, { title: 'Still there' })).status).toBe(204)
    expect((await open(token, other)).status).toBe(200)
    expect((await change(host, id, { coHosts: [] })).status).toBe(204)
    await expectOver(token, guest)
    expect(await rowsOf('SELECT * FROM co_host_links')).toEqual([])
  })

  it('with the membership of a host in the community of the game, and with their account', async () => {
    await putInTeams(['leavers'], ['host', 'other'])
    await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = 'leavers' AND user_id = 'host'").run()
    const id = await publishGame(host, { visibility: 'team', teamId: 'leavers' })
    const theWayIn = await makeToken(host, id, { maxUses: 5 })
    expect((await accept(theWayIn, other)).status).toBe(204)
    const token = await makeToken(other, id)
    expect((await other.ask('/api/teams/leavers/members/me', { method: 'DELETE' })).status).toBe(204)
    expect(await rowsOf("SELECT * FROM co_host_links WHERE inviter_id = 'other'")).toEqual([])
    await expectOver(theWayIn, other)
    await expectOver(token, guest)
    const gone = await enter('gone')
    const theirs = await makeToken(gone, await publishGame(gone))
    await deleteAccount({ db: openPrimary(env.DB), now: Date.now(), newId: () => crypto.randomUUID(), platform: 'gth' }, 'gone')
    await expectOver(theirs, guest)
    await passMinutes(1)
    await deliverAll()
  })
})
