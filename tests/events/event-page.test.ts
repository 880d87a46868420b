import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, putInTeams } from '../profiles/people.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { inDays } from '../setup/make-game-form.ts'
import { actOn, join, leave, publishGame, publishHiddenGames } from './games.ts'

collectLog()
holdQueues()

let host: Person
let guest: Person

beforeAll(async () => {
  ;[host, guest] = await Promise.all([enter('page-host', { name: 'Dana Alvarez' }), enter('page-guest')])
})

const htmlOf = async (path: string, person?: Person) => {
  const answer = await (person ? person.ask(path) : ask(path))
  return { status: answer.status, html: await answer.text() }
}
const bootOf = (html: string) => JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
const structuredOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
const metaOf = (html: string, property: string) => new RegExp(`<meta property="${property}" content="([^"]*)">`).exec(html)?.[1]

describe('The page of a public game', () => {
  it.each(['/discover/events/', '/discover/games/', '/evt/'])('has its title, description and data at %s', async (path) => {
    const id = await publishGame(host, {
      title: 'Saturday “sunrise” <open> play',
      description: 'Round robin on **two courts**, new partner every fifteen minutes.',
      levelMin: 2.5,
      levelMax: 3,
      capacity: 12,
    })
    const { status, html } = await htmlOf(path + id)
    expect(status).toBe(200)
    expect(html).toContain('<title>Saturday “sunrise” &lt;open&gt; play · Gather</title>')
    expect(html).toContain(`<link rel="canonical" href="http://localhost:5173/discover/events/${id}">`)
    expect(metaOf(html, 'og:image')).toMatch(new RegExp(`^http://localhost:5173/pictures/events/${id}/[a-z0-9]+\\.png$`))
    expect(metaOf(html, 'og:description')).toMatch(
      /^Pickleball, \w+day, \w+ \d+(, \d{4})?, 12:00 to 2:00 PM at Northside Courts\. Level 3\.5\. Round robin on two courts, new/,
    )
    expect(bootOf(html).queries).toEqual([
      { key: ['events', id], data: expect.objectContaining({ id, hosts: [{ id: 'page-host', name: 'Dana Alvarez', pictureUrl: null }] }) },
    ])
    // The picture for search engines exists.
    expect((await env.ASSETS.fetch('http://localhost/previews/pickleball.png')).status).toBe(200)
  })

  it('has structured data for search engines, and no title can break out of it', async () => {
    const id = await publishGame(host, { title: 'Doubles </script><script>alert(1)</script>', capacity: 4 })
    await join(guest, id)
    const { html } = await htmlOf(`/evt/${id}`)
    expect(html).not.toContain('<script>alert')
    const found = structuredOf(html)
    expect(found).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'SportsEvent',
      name: 'Doubles </script><script>alert(1)</script>',
      url: `http://localhost:5173/discover/events/${id}`,
      eventStatus: 'https://schema.org/EventScheduled',
      sport: 'Pickleball',
      maximumAttendeeCapacity: 4,
      remainingAttendeeCapacity: 3,
      location: { '@type': 'Place', name: 'Northside Courts', geo: { latitude: 30.2672, longitude: -97.7431 } },
      organizer: { '@type': 'Person', name: 'Dana Alvarez' },
      offers: { price: 0, availability: 'https://schema.org/InStock' },
    })
    // The local time in Austin, with its offset from UTC.
    expect(found.startDate).toMatch(new RegExp(`^${inDays(3)}:00-0[56]:00$`))
    expect(new Date(found.endDate).getTime() - new Date(found.startDate).getTime()).toBe(2 * 60 * 60 * 1000)
    // The page does not name the players.
    expect(html).not.toContain('page-guest')

    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain' } })
    const cancelled = await htmlOf(`/evt/${id}`)
    expect(structuredOf(cancelled.html).eventStatus).toBe('https://schema.org/EventCancelled')
    expect(metaOf(cancelled.html, 'og:description')).toMatch(/^Cancelled\. /)
  })
})

describe('A game that not everybody may see', () => {
  it('is the usual not-found page for others, with the same status, text and preview', async () => {
    await putInTeams(['page-team'], ['page-host', 'page-guest'])
    await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'page-team' AND user_id = 'page-host'").run()
    const forTeam = await publishGame(host, { title: 'Only for us', visibility: 'team', teamId: 'page-team' })
    const draft = await publishGame(host, { title: 'Not yet' }, { publish: { when: 'never' } })
    const outsider = await enter('page-outsider')
    const notFoundPage = (await htmlOf('/evt/no-such-game')).html.replace(/"requestId":"[^"]*"/g, '').replaceAll('no-such-game', 'ID')
    for (const id of [forTeam, draft]) {
      const { status, html } = await htmlOf(`/evt/${id}`)
      expect(status).toBe(404)
      expect(html.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'ID')).toBe(notFoundPage)
      expect((await outsider.ask(`/evt/${id}`)).status).toBe(404)
      expect((await ask(`/api/events/${id}/calendar.ics`)).status).toBe(404)
    }
    expect(notFoundPage).toContain('<title>Page not found · Gather</title>')
    expect((await htmlOf('/evt/%20%27')).status).toBe(404)

    const member = await htmlOf(`/evt/${forTeam}`, guest)
    expect(member.status).toBe(200)
    expect(member.html).toContain('<meta name="robots" content="noindex">')
    expect(structuredOf(member.html)).toBeNull()
  })

  it('opens for everyone who has its link, but search engines must not list it', async () => {
    const id = await publishGame(host, { title: 'Psst', visibility: 'link' })
    const { status, html } = await htmlOf(`/evt/${id}`)
    expect(status).toBe(200)
    expect(metaOf(html, 'og:title')).toBe('Psst · Gather')
    expect(html).toContain('<meta name="robots" content="noindex">')
    expect(html).not.toContain('rel="canonical"')
    expect(structuredOf(html)).toBeNull()
  })
})

describe('sitemap.xml', () => {
  beforeEach(async () => void (await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')))

  it('lists upcoming public games, but no past games and none that are hidden', async () => {
    const open = await publishGame(host, { title: 'For all' })
    const hidden = await publishHiddenGames(host, { title: 'Psst' })
    const past = await publishGame(host, { title: 'Long ago' })
    await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(past).run()
    const answer = await ask('/sitemap.xml')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const xml = await answer.text()
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/)
    expect(xml).toContain(`<loc>http://localhost:5173/discover/events/${open}</loc><lastmod>20`)
    expect(xml).toContain('<loc>http://localhost:5173/discover/city-search</loc>')
    expect(xml).toContain('<loc>http://localhost:5173/discover?activity=tennis</loc>')
    for (const id of [...Object.values(hidden), past]) expect(xml).not.toContain(id)
    expect(xml).not.toContain(':id')
    expect(await (await ask('/robots.txt')).text()).toContain('Sitemap: http://localhost:5173/sitemap.xml')
  })
})

describe('The calendar file of a game', () => {
  const fileOf = async (person: Person | null, id: string) =>
    person ? person.ask(`/api/events/${id}/calendar.ics`) : ask(`/api/events/${id}/calendar.ics`)

  it('has its place, its time zone and a stable id, and is cancelled with the game', async () => {
    const id = await publishGame(host, { title: 'Ópen pläy, outdoors', description: '- Paddles\n- Water' })
    const answer = await fileOf(null, id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="open-play-outdoors.ics"')
    const text = (await answer.text()).replaceAll('\r\n ', '')
    expect(text).toContain(`UID:${id}@gather\r\nSEQUENCE:`)
    const before = Number(/SEQUENCE:(\d+)/.exec(text)?.[1])
    // An app that imports it must not take it for a calendar of its own.
    expect(text).not.toContain('X-WR-CALNAME')
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Chicago')
    expect(text).toContain(`DTSTART;TZID=America/Chicago:${inDays(3).replace(/[-:]/g, '')}00`)
    expect(text).toContain('SUMMARY:Ópen pläy\\, outdoors')
    expect(text).toContain('DESCRIPTION:- Paddles\\n- Water')
    expect(text).toContain('LOCATION:Northside Courts\\, 1 Court St\\, Austin\\, TX')
    expect(text).toContain('STATUS:CONFIRMED')
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })
    const cancelled = await (await fileOf(null, id)).text()
    expect(cancelled).toContain('STATUS:CANCELLED')
    expect(cancelled).toContain(`UID:${id}@gather`)
    expect(Number(/SEQUENCE:(\d+)/.exec(cancelled)?.[1])).toBeGreaterThan(before)
  })

  it('is refused to people who wait or have only asked to join', async () => {
    const full = await publishGame(host, { capacity: 1 })
    const [first, second] = await Promise.all([enter('ics-first'), enter('ics-second')])
    await join(first, full)
    await join(second, full, { orWait: true })
    expect((await fileOf(first, full)).status).toBe(200)
    expect((await readProblem(await fileOf(second, full))).title).toContain('not have a seat yet')
    const needsApproval = await publishGame(host, { needsApproval: true })
    await join(second, needsApproval)
    expect((await fileOf(second, needsApproval)).status).toBe(409)
  })
})

describe('The messages of the hosts', () => {
  it('are shown to hosts and to everyone who has a seat, an offer, a place on the waitlist or a request, and to nobody else', async () => {
    const id = await publishGame(host, { capacity: 1 })
    await join(guest, id)
    const waiter = await enter('page-waiter')
    await join(waiter, id, { orWait: true })
    const offered = await enter('page-offered')
    await join(offered, id, { orWait: true })
    await env.DB.prepare("UPDATE joiners SET state = 'offered' WHERE event_id = ? AND user_id = 'page-offered'").bind(id).run()
    await env.DB.prepare('UPDATE events SET needs_approval = 1 WHERE id = ?').bind(id).run()
    const requester = await enter('page-requester')
    await join(requester, id)
    const leaver = await enter('page-leaver')
    await join(leaver, id)
    expect((await leave(leaver, id)).status).toBe(200)
    expect((await actOn(host, id, 'page-leaver', 'refuse')).status).toBe(409)
    const post = { method: 'POST', json: { text: 'Court 3 today.', idempotencyKey: 'message-of-today' } }
    expect((await host.ask(`/api/events/${id}/updates`, post)).status).toBe(201)
    const stranger = await enter('page-stranger')
    for (const person of [host, guest, waiter, offered, requester]) {
      expect(await (await person.ask(`/api/events/${id}/updates`)).json()).toEqual({
        updates: [expect.objectContaining({ text: 'Court 3 today.', author: expect.objectContaining({ name: 'Dana Alvarez' }) })],
      })
    }
    for (const person of [stranger, leaver]) expect((await person.ask(`/api/events/${id}/updates`)).status).toBe(403)
    // Only people with a seat can invite others.
    expect((await waiter.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['page-stranger'] } })).status).toBe(403)
    expect((await ask(`/api/events/${id}/updates`)).status).toBe(401)
    await vi.waitFor(async () => expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0))
  })
})

describe('An open page', () => {
  it('sends the ETag of the last answer and gets an empty answer if nothing changed', async () => {
    const id = await publishGame(host)
    const first = await guest.ask(`/api/events/${id}/live`)
    const etag = first.headers.get('etag') ?? ''
    const same = await guest.ask(`/api/events/${id}/live`, { headers: { 'if-none-match': etag } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    await join(await enter('page-another'), id)
    expect((await guest.ask(`/api/events/${id}/live`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })
})
