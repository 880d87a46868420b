import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventForm } from '../../domain/events/form-contract.ts'
import { hour } from '../../domain/time/spans.ts'
import { consume, deliverAll, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, putInTeams, rowsOf } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays, noon, repeatWeekly } from '../setup/make-game-form.ts'
import { change, getEvent, getLive, join, makeKey, passMinutes, publishGame } from './games.ts'

collectLog()
const queues = holdQueues()

/** Saturday, 9 AM in Austin. */
const opensAt = Date.UTC(2026, 10, 28, 15)
const opens = 'Sat, Nov 28 at 9:00 AM CST'

let [host, mate, ana, foe] = [] as unknown as [Person, Person, Person, Person]

beforeAll(async () => {
  const all = await Promise.all([enter('host', { name: 'Dana Alvarez' }), enter('mate'), enter('ana'), enter('foe')])
  ;[host, mate, ana, foe] = all as [Person, Person, Person, Person]
  await putInTeams(['team'], ['host', 'mate'])
  await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'team' AND user_id = 'host'").run()
  await block('host', 'foe')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: noon })
  return () => vi.useRealTimers()
})

const day5 = () => ({ starts: inDays(5), ends: inDays(5, '14:00') })
const schedule = (form: Partial<EventForm> = {}, at = opensAt) =>
  publishGame(host, { ...day5(), ...form }, { publish: { when: 'later', at } })
const publish = (id: string, how: object) => host.ask(`/api/events/${id}/publish`, { method: 'POST', json: { publish: how } })
const invite = (person: Person, id: string, ...userIds: string[]) =>
  person.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds } })
const noticesTo = async (person: Person) =>
  ((await (await person.ask('/api/notifications')).json()) as { notices: { title: string; text: string; path: string }[] }).notices

/** Runs the cron at this time, so that scheduled games are published, and delivers all notices. */
async function publishScheduled(at = opensAt) {
  vi.setSystemTime(at)
  await passMinutes(0)
  await consume('work', queues.work.splice(0))
  await deliverAll()
}

/** The status of the page, its data and its seats for a visitor, a non-member, a member, a blocked person and the host. */
async function readStatuses(id: string) {
  const answers = async (path: string) =>
    (await Promise.all([ask(path), ...[ana, mate, foe, host].map((person) => person.ask(path))])).map(({ status }) => status).join(' ')
  const [page, data, live] = await Promise.all([answers(`/evt/${id}`), answers(`/api/events/${id}`), answers(`/api/events/${id}/live`)])
  expect([data, live]).toEqual([page, page])
  return page
}

describe('A scheduled game', () => {
  it.each([
    ['public', '200 200 200 404 200'],
    ['link', '200 200 200 404 200'],
    ['team', '404 404 200 404 200'],
  ] as const)(
    'with visibility "%s" opens by its link for everyone who will see it later; a plain draft opens for hosts only',
    async (visibility, statuses) => {
      const id = await schedule({ visibility, teamId: visibility === 'team' ? 'team' : null })
      expect(await readStatuses(id)).toBe(statuses)
      expect(await getEvent(mate, id)).toMatchObject({ isHost: false, live: { state: 'draft', publishAt: opensAt } })
      // Only hosts can manage it.
      expect((await mate.ask(`/api/events/${id}/manage`)).status).toBe(403)
      expect((await foe.ask(`/api/events/${id}/manage`)).status).toBe(404)

      expect((await publish(id, { when: 'never' })).status).toBe(204)
      expect(await readStatuses(id)).toBe('404 404 404 404 200')
      expect((await publish(id, { when: 'later', at: opensAt })).status).toBe(204)
      expect(await readStatuses(id)).toBe(statuses)
      await publishScheduled()
      expect(await readStatuses(id)).toBe(statuses)
    },
  )

  it('is not found by anybody once it is deleted, not even by people who were invited', async () => {
    const id = await schedule()
    expect(await (await invite(host, id, 'ana')).json()).toEqual({ invited: 1 })
    await deliverAll()
    expect((await host.ask(`/api/events/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await readStatuses(id)).toBe('404 404 404 404 404')
    const [notice] = await noticesTo(ana)
    expect((await ana.ask(notice?.path ?? '')).status).toBe(404)
  })

  it('that would start before it is published is a plain draft', async () => {
    const id = await schedule()
    expect((await change(host, id, { starts: '2026-11-27T12:00', ends: '2026-11-27T14:00' })).status).toBe(204)
    expect(await readStatuses(id)).toBe('404 404 404 404 200')
    expect((await invite(host, id, 'ana')).status).toBe(409)
  })

  it('is published at its time, together with all other dates of a long series', async () => {
    await publishGame(host, day5(), { repeat: repeatWeekly(60), publish: { when: 'later', at: opensAt } })
    await publishScheduled()
    expect(await rowsOf('SELECT state, count(*) AS games FROM events WHERE series_id IS NOT NULL GROUP BY state')).toEqual([
      { state: 'published', games: 60 },
    ])
  })

  it('no longer says when it opens after its start time', async () => {
    const id = await schedule()
    vi.setSystemTime(noon + 6 * 24 * hour)
    expect(/<meta property="og:description" content="([^"]*)">/.exec(await (await ask(`/evt/${id}`)).text())?.[1]).toMatch(/^Pickleball/)
    const refused = await join(ana, id)
    expect([refused.status, (await readProblem(refused)).title]).toEqual([409, 'This game has already started.'])
    expect((await invite(host, id, 'ana')).status).toBe(409)
  })

  it('shows on its page when it opens, is hidden from search engines, and has no calendar file yet', async () => {
    const id = await schedule({ title: 'Harvest doubles' })
    const html = await (await ask(`/evt/${id}`)).text()
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
    expect(html).not.toContain('application/ld+json')
    expect(/<meta property="og:description" content="([^"]*)">/.exec(html)?.[1]).toMatch(
      new RegExp(`^Opens for sign-up on ${opens}\\. Pickleball, Monday, November 30, 12:00 to 2:00 PM at Northside Courts`),
    )
    for (const person of [ana, host]) {
      const refused = await person.ask(`/api/events/${id}/calendar.ics`)
      expect([refused.status, (await readProblem(refused)).title]).toEqual([
        409,
        'This game is not published yet. You can add it to your calendar once it is.',
      ])
    }
    const draft = await publishGame(host, day5(), { publish: { when: 'never' } })
    expect((await ana.ask(`/api/events/${draft}/calendar.ics`)).status).toBe(404)
    await publishScheduled()
    expect((await ana.ask(`/api/events/${id}/calendar.ics`)).status).toBe(200)
    expect(await (await ask(`/evt/${id}`)).text()).toContain('application/ld+json')
  })

  it('is in no list, search, map, profile, place, community, series or sitemap', async () => {
    const title = 'Zebrafinch rally'
    const id = await schedule({ title })
    const ours = await schedule({ title, visibility: 'team', teamId: 'team' })
    const weekly = await publishGame(host, { ...day5(), title }, { repeat: repeatWeekly(3), publish: { when: 'later', at: opensAt } })
    expect((await host.ask(`/api/events/${weekly}/publish`, { method: 'POST', json: { publish: { when: 'now' } } })).status).toBe(204)
    const series = await getEvent(mate, weekly)
    expect(series.series?.others).toEqual([])
    const seriesId = series.series?.id
    const rest = (await rowsOf("SELECT id FROM events WHERE series_id = ? AND state = 'draft'", seriesId)).map((row) => String(row.id))
    expect(rest).toHaveLength(2)
    await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')
    const around = 'lat=30.2672&lng=-97.7431&radius=15&order=date'
    const paths = [
      '/sitemap.xml',
      '/api/events?hostId=host',
      '/api/events?teamId=team',
      `/api/events?seriesId=${seriesId}`,
      '/api/events/mine',
      `/api/discover/events?${around}`,
      '/api/discover/events?team=team',
      '/api/search?q=zebrafinch',
      '/api/home/upcoming',
      '/api/home/nearby',
    ]
    for (const path of paths) {
      const answer = await mate.ask(path)
      expect(answer.status, path).toBe(200)
      const text = await answer.text()
      for (const hidden of [id, ours, ...rest]) expect(text, path).not.toContain(hidden)
    }
    expect(await rowsOf('SELECT 1 FROM event_cells WHERE id IN (?, ?)', id, ours)).toEqual([])
    // Once they are published, they are in the lists.
    await publishScheduled()
    for (const path of ['/api/events?hostId=host', '/api/search?q=zebrafinch', `/api/discover/events?${around}`])
      expect(await (await mate.ask(path)).text(), path).toContain(id)
    expect(await (await mate.ask('/api/events?teamId=team')).text()).toContain(ours)
  })

  it('tells people who want to join when it opens, and lets them join once it is published', async () => {
    const id = await schedule({ questions: [{ id: 'q', text: 'Which side?', isRequired: true }] })
    for (const person of [ana, host]) {
      const refused = await join(person, id, { orWait: true })
      expect([refused.status, (await readProblem(refused)).title]).toEqual([409, `This game opens for sign-up on ${opens}.`])
    }
    expect((await join(foe, id)).status).toBe(404)
    expect((await ana.ask(`/api/events/${id}/me/take`, { method: 'POST' })).status).toBe(409)
    expect(await rowsOf('SELECT 1 FROM joiners WHERE event_id = ?', id)).toEqual([])
    expect(await getLive(ana, id)).toMatchObject({ taken: 0, waiting: 0, mine: null })
    // A host cannot add guests either.
    expect(
      (await host.ask(`/api/events/${id}/joiners`, { method: 'POST', json: { name: 'Sam', slotId: null, idempotencyKey: makeKey() } }))
        .status,
    ).toBe(409)
    await publishScheduled()
    expect((await join(ana, id, { answers: { q: 'Left' } })).status).toBe(200)
  })

  it('has a new ETag when its time changes and when it is published', async () => {
    const id = await schedule()
    const readEtag = async () => (await ana.ask(`/api/events/${id}/live`)).headers.get('etag')
    const first = await readEtag()
    expect(await readEtag()).toBe(first)
    await publish(id, { when: 'later', at: opensAt + hour })
    const moved = await readEtag()
    expect(moved).not.toBe(first)
    await publishScheduled(opensAt + hour)
    expect(await readEtag()).not.toBe(moved)
    expect(await getLive(ana, id)).toMatchObject({ state: 'published', publishAt: null })
  })
})

describe('An invitation to a scheduled game', () => {
  it('says when the game opens, and is not sent again when it does; an alert still notifies once', async () => {
    const searcher = await enter('searcher')
    const austin = { name: 'Austin, TX', lat: 30.26715, lng: -97.74306, description: 'Austin, TX' }
    const alertForm = { address: austin, radius: 15, activities: ['Pickleball'], startDate: null, endDate: null, isTemporary: false }
    const made = await searcher.ask('/api/activity-subscriptions', { method: 'POST', json: { ...alertForm, idempotencyKey: makeKey() } })
    expect(made.status).toBe(201)
    const id = await schedule({ title: 'Harvest doubles' })
    expect(await (await invite(host, id, 'ana', 'searcher', 'foe', 'nobody')).json()).toEqual({ invited: 2 })
    await deliverAll()
    const invitation = {
      title: 'Dana Alvarez invited you to Harvest doubles',
      text: `Monday, Nov 30, 12:00 PM CST, Northside Courts. It opens for sign-up on ${opens}. You can take a look now.`,
      path: `/evt/${id}`,
    }
    expect((await noticesTo(ana)).filter(({ path }) => path === invitation.path)).toEqual([expect.objectContaining(invitation)])
    const invitations = queues.sent.filter(({ subject }) => subject.includes(invitation.title))
    expect(invitations.map(({ to }) => to).toSorted()).toEqual(['ana@local.test', 'searcher@local.test'])
    for (const { text } of invitations) expect(text).toContain(`It opens for sign-up on ${opens}.`)
    expect(await noticesTo(foe)).toEqual([])
    await publishScheduled()
    await publishScheduled(opensAt + 60_000)
    expect((await noticesTo(ana)).filter(({ path }) => path === invitation.path)).toHaveLength(1)
    expect((await noticesTo(searcher)).filter(({ path }) => path === invitation.path).map(({ title }) => title)).toEqual([
      'New game near you: Harvest doubles',
      invitation.title,
    ])
    // Nobody is invited twice, published or not.
    expect(await (await invite(host, id, 'ana')).json()).toEqual({ invited: 0 })
  })

  it('can be sent by hosts only, and not for a plain draft', async () => {
    const id = await schedule()
    expect((await invite(ana, id, 'mate')).status).toBe(403)
    expect((await invite(foe, id, 'mate')).status).toBe(404)
    const ours = await schedule({ visibility: 'team', teamId: 'team' })
    expect(await (await invite(host, ours, 'ana', 'mate')).json()).toEqual({ invited: 1 })
    await publish(id, { when: 'never' })
    const refused = await invite(host, id, 'mate')
    expect([refused.status, (await readProblem(refused)).title]).toEqual([
      409,
      'Nobody else can open a draft. Publish or schedule it first, then invite people.',
    ])
    await deliverAll()
  })
})
