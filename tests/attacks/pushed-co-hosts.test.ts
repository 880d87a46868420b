import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventFormAnswer } from '../../domain/events/form-contract.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import { outreachLimits } from '../../domain/outreach/limits.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import { answerCoHostInvite, cancel, change, getEvent, makeKey, noticeTitlesOf, passMinutes, publishGame } from '../events/games.ts'
import { deliverAll, deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { befriend, block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, makeGameForm, noon, repeatWeekly } from '../setup/make-game-form.ts'

collectLog()
const queues = holdQueues()

let [pest, victim, friend, stranger] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const people = await Promise.all(['pest', 'victim', 'friend', 'stranger'].map((id) => enter(id)))
  ;[pest, victim, friend, stranger] = people as [Person, Person, Person, Person]
})

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  await env.DB.batch(['outreach', 'co_host_invites', 'blocks', 'connections'].map((table) => env.DB.prepare(`DELETE FROM ${table}`)))
  await befriend('pest', 'victim')
  await befriend('pest', 'friend')
  return () => void vi.useRealTimers()
})

const open = { coHostsAccept: false }
const askVictim = (form: Parameters<typeof publishGame>[1] = {}, more: Parameters<typeof publishGame>[2] = {}) =>
  publishGame(pest, { coHosts: ['victim'], ...form }, { ...more, ...open })
const formOf = async (person: Person, id: string): Promise<EventFormAnswer> => (await person.ask(`/api/events/${id}/form`)).json()
const getInvite = (person: Person, id: string) => person.ask(`/api/events/${id}/me/co-host-invite`)
const readInvite = async (person: Person, id: string): Promise<CoHostInvite> => (await getInvite(person, id)).json()
const codeOf = async (answer: Response) => (await readProblem(answer)).code
const hostsOf = async (id: string) => (await getEvent(pest, id)).hosts.map((host) => host.id)
const expectOver = async (person: Person, id: string) => {
  expect(await codeOf(await answerCoHostInvite(person, id, 'accept'))).toBe('CoHostInviteOver')
  expect((await getInvite(person, id)).status).toBe(404)
}

describe('A person who is made a co-host unasked', () => {
  it('has no right and is shown nowhere until they accept; the host sees that they were asked', async () => {
    const id = await askVictim()
    expect(await hostsOf(id)).toEqual(['pest'])
    for (const path of ['form', 'manage', 'feedback']) expect((await victim.ask(`/api/events/${id}/${path}`)).status).toBe(403)
    expect((await cancel(victim, id)).status).toBe(403)
    expect((await change(pest, id, { capacity: 9 })).status).toBe(204)
    expect(await rowsOf('SELECT * FROM event_hosts WHERE event_id = ?', id)).toEqual([])
    const mine = (await (await victim.ask('/api/events/mine')).json()) as { events: unknown[] }
    expect(mine.events).toEqual([])
    expect((await formOf(pest, id)).coHosts).toEqual([expect.objectContaining({ id: 'victim', hasAccepted: false })])
    expect(await readInvite(victim, id)).toMatchObject({
      event: { id, title: 'Open play' },
      state: 'open',
      inviter: { id: 'pest' },
      otherDates: 0,
      expiresAt: (await getEvent(pest, id)).startsAt,
    })
    expect(await noticeTitlesOf(id, victim, pest)).toEqual([['Name of pest asks you to co-host Open play'], []])
  })

  it('reads on the page of the game that they are asked, and nobody else does', async () => {
    const id = await askVictim()
    const isAsked = async (person: Person) => (await getEvent(person, id)).isAskedToHost
    expect(await Promise.all([victim, pest, friend, stranger].map(isAsked))).toEqual([true, false, false, false])
    expect((await answerCoHostInvite(victim, id, 'decline')).status).toBe(204)
    expect(await isAsked(victim)).toBe(false)
    const other = await askVictim({ title: 'Evening play' })
    await block('pest', 'victim')
    expect((await getEvent(victim, other)).isAskedToHost).not.toBe(true)
  })

  it('learns only what the notification says about a draft or a game of a community', async () => {
    await putInTeams(['pests'], ['pest'])
    await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = 'pests'").run()
    const draft = await askVictim({}, { publish: { when: 'never' } })
    const inside = await askVictim({ visibility: 'team', teamId: 'pests' })
    for (const id of [draft, inside]) {
      expect((await victim.ask(`/api/events/${id}`)).status).toBe(404)
      expect(Object.keys((await readInvite(victim, id)).event).toSorted()).toEqual([
        'activity',
        'endsAt',
        'id',
        'placeName',
        'startsAt',
        'timeZone',
        'title',
      ])
      expect((await getInvite(stranger, id)).status).toBe(404)
      expect((await answerCoHostInvite(victim, id, 'accept')).status).toBe(204)
      expect((await victim.ask(`/api/events/${id}/manage`)).status).toBe(200)
    }
  })

  it('is a co-host once they accept, however often; the host is told once', async () => {
    const id = await askVictim()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answerCoHostInvite(victim, id, 'accept')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(204))
    expect(await hostsOf(id)).toEqual(['pest', 'victim'])
    expect((await formOf(victim, id)).coHosts).toEqual([expect.objectContaining({ id: 'victim', hasAccepted: true })])
    expect(await readInvite(victim, id)).toMatchObject({ state: 'accepted', inviter: null })
    expect((await answerCoHostInvite(victim, id, 'decline')).status).toBe(204)
    expect(await hostsOf(id)).toEqual(['pest', 'victim'])
    expect(await noticeTitlesOf(id, pest)).toEqual([['Name of victim is now a co-host of Open play']])
  })

  it('accepts or declines all dates of a series at once', async () => {
    const id = await askVictim({}, { repeat: repeatWeekly(3) })
    const dates = (await rowsOf('SELECT id FROM events WHERE series_id = (SELECT series_id FROM events WHERE id = ?)', id)).map((row) =>
      String(row.id),
    )
    expect(await noticeTitlesOf('', victim)).toEqual([expect.arrayContaining(['Name of pest asks you to co-host Open play'])])
    expect((await readInvite(victim, dates[1] ?? '')).otherDates).toBe(2)
    expect((await answerCoHostInvite(victim, dates[1] ?? '', 'accept')).status).toBe(204)
    for (const date of dates) expect(await hostsOf(date)).toEqual(['pest', 'victim'])
  })

  it('is the only one who can answer', async () => {
    const id = await askVictim()
    await expectOver(friend, id)
    await expectOver(stranger, id)
    expect((await answerCoHostInvite(stranger, id, 'decline')).status).toBe(204)
    expect((await readInvite(victim, id)).state).toBe('open')
  })
})

describe('An invitation to co-host ends', () => {
  const endings: [string, (id: string) => Promise<unknown>][] = [
    ['when the host takes it back', (id) => change(pest, id, { coHosts: [] })],
    ['when it was declined', (id) => answerCoHostInvite(victim, id, 'decline')],
    ['when the game is cancelled', (id) => cancel(pest, id)],
    ['when the game starts', async (id) => vi.setSystemTime((await getEvent(pest, id)).startsAt)],
    ['when one of the two blocks the other', () => block('pest', 'victim')],
  ]
  it.each(endings)('%s', async (_when, end) => {
    const id = await askVictim()
    await end(id)
    await expectOver(victim, id)
    expect(await rowsOf('SELECT * FROM event_hosts WHERE event_id = ?', id)).toEqual([])
  })

  it('after a week, or earlier when the game moves to an earlier time', async () => {
    const starts = inDays(20)
    const id = await askVictim({ starts, ends: starts.replace('12:00', '14:00') })
    expect((await readInvite(victim, id)).expiresAt).toBe(noon + 7 * day)
    vi.setSystemTime(noon + 7 * day - minute)
    expect((await getInvite(victim, id)).status).toBe(200)
    const sooner = inDays(1)
    expect((await change(pest, id, { starts: sooner, ends: sooner.replace('12:00', '14:00') })).status).toBe(204)
    vi.setSystemTime(noon + 7 * day)
    await expectOver(victim, id)
    const other = await askVictim({ starts, ends: starts.replace('12:00', '14:00') })
    const soon = inDays(2)
    expect((await change(pest, other, { starts: soon, ends: soon.replace('12:00', '14:00') })).status).toBe(204)
    expect((await readInvite(victim, other)).expiresAt).toBe((await getEvent(pest, other)).startsAt)
  })

  it('when the person who asked is no longer a host', async () => {
    await befriend('friend', 'victim')
    const id = await publishGame(pest, { coHosts: ['friend'] })
    expect((await change(friend, id, { coHosts: ['friend', 'victim'] })).status).toBe(204)
    expect((await readInvite(victim, id)).inviter?.id).toBe('friend')
    expect((await change(friend, id, { coHosts: ['victim'] })).status).toBe(204)
    await expectOver(victim, id)
    expect((await formOf(pest, id)).form.coHosts).toEqual([])
    await deliverAll()
    expect(await noticeTitlesOf(id, victim)).toEqual([[]])
    // A host who keeps the person in the list asks them again.
    expect((await change(pest, id, { coHosts: ['victim'] })).status).toBe(204)
    expect((await readInvite(victim, id)).inviter?.id).toBe('pest')
  })

  it('and its host is told the same whether it was declined, not answered or met a block', async () => {
    const ends: ((id: string) => Promise<unknown>)[] = [
      (id) => answerCoHostInvite(victim, id, 'decline'),
      () => passMinutes(7 * 24 * 60),
      () => victim.ask('/api/privacy/blocks', { method: 'POST', json: { userIds: ['pest'] } }),
    ]
    const told: unknown[] = []
    for (const end of ends) {
      const starts = inDays(20)
      const id = await askVictim({ starts, ends: starts.replace('12:00', '14:00') })
      await deliverNotices()
      const { version } = await formOf(pest, id)
      await end(id)
      await deliverNotices()
      const after = await formOf(pest, id)
      expect([after.coHosts, after.version]).toEqual([[], version + 1])
      const rows = await rowsOf("SELECT title, text, actor_id FROM notices WHERE user_id = 'pest' AND path LIKE ?", `%${id}%`)
      told.push(rows.map(({ text, ...row }) => ({ ...row, text: String(text).split('Northside Courts. ')[1] })))
    }
    expect(told[0]).toEqual([expect.objectContaining({ title: 'Your co-host invitation was not accepted: Open play', actor_id: null })])
    expect(told).toEqual([told[0], told[0], told[0]])
  })

  it('for good: a form that was opened before does not ask again', async () => {
    const id = await askVictim()
    const { form, version } = await formOf(pest, id)
    expect((await answerCoHostInvite(victim, id, 'decline')).status).toBe(204)
    const json = { form: { ...form, title: 'New title' }, version, scope: 'this' }
    expect(await codeOf(await pest.ask(`/api/events/${id}`, { method: 'PATCH', json }))).toBe('EventVersionConflict')
    await expectOver(victim, id)
  })
})

describe('A person who keeps asking people to co-host', () => {
  it('reaches the same person only a few times, whatever games and lists are used', async () => {
    const { max } = outreachLimits.coHostInvite.toOnePerson
    const id = await publishGame(pest)
    for (let i = 0; i < max; i++) {
      expect((await change(pest, id, { coHosts: ['victim'] })).status).toBe(204)
      await deliverAll()
      expect((await change(pest, id, { coHosts: [] })).status).toBe(204)
      vi.setSystemTime(Date.now() + hour)
    }
    const again = await change(pest, id, { coHosts: ['victim'] })
    expect([again.status, await codeOf(again)]).toEqual([429, 'AskedTooOften'])
    // A new game that asks them is not created at all.
    const key = makeKey()
    const create = () =>
      pest.ask('/api/events', {
        method: 'POST',
        json: {
          form: makeGameForm({ title: 'Never', coHosts: ['friend', 'victim'] }),
          repeat: null,
          publish: { when: 'now' },
          idempotencyKey: key,
        },
      })
    expect((await readProblem(await create())).code).toBe('AskedTooOften')
    expect(await rowsOf("SELECT 1 FROM events WHERE title = 'Never'")).toEqual([])
    expect(queues.sent.filter(({ to, subject }) => to === 'victim@local.test' && subject.includes('co-host')).length).toBe(max)
  })

  it('reaches few people a day, also with many requests at once', async () => {
    const { maxPerDay } = outreachLimits.coHostInvite
    const crowd = Array.from({ length: maxPerDay + 10 }, (_, i) => `crowd-${i}`)
    await Promise.all(crowd.map((who) => enter(who)))
    for (const who of crowd) await befriend('pest', who)
    const games = await Promise.all(crowd.map(() => publishGame(pest)))
    const answers = await Promise.all(games.map((id, i) => change(pest, id, { coHosts: [crowd[i] ?? ''] })))
    expect(answers.filter(({ status }) => status === 204).length).toBe(maxPerDay)
    const refused = answers.find(({ status }) => status !== 204)
    expect(refused && (await readProblem(refused)).title).toBe('You can send up to 20 co-host invitations per day. Try again tomorrow.')
    expect(await rowsOf('SELECT count(*) AS n FROM co_host_invites')).toEqual([{ n: maxPerDay }])
  })

  it('does not reach people with a block, and the answer is as if nobody were there', async () => {
    const id = await publishGame(pest, { coHosts: ['friend'] })
    await befriend('friend', 'stranger')
    await block('victim', 'pest')
    const [blocked, nobody] = [
      await change(pest, id, { coHosts: ['friend', 'victim'] }),
      await change(pest, id, { coHosts: ['friend', 'nobody'] }),
    ]
    expect([blocked.status, await codeOf(blocked)]).toEqual([nobody.status, await codeOf(nobody)])
    // A co-host cannot ask a person who has blocked the creator.
    await block('stranger', 'pest')
    const byFriend = await change(friend, id, { coHosts: ['friend', 'stranger'] })
    expect([byFriend.status, await codeOf(byFriend)]).toEqual([400, 'CoHostNotConnected'])
    expect(await rowsOf('SELECT * FROM co_host_invites')).toEqual([])
    await deliverAll()
    expect(await rowsOf("SELECT * FROM notices WHERE user_id = 'stranger'")).toEqual([])
  })
})
