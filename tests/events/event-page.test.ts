import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdQueues } from '../notifications/post-office.ts'
import { enter, type Person, putInTeams } from '../profiles/people.ts'
import { inDays } from '../setup/a-game.ts'
import { ask, readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { actOn, join, leave, putUp, putUpHidden } from './games.ts'

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
  it.each(['/discover/events/', '/discover/games/', '/evt/'])('says at %s what it is, once, and brings its data along', async (path) => {
    const id = await putUp(host, {
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
    expect(metaOf(html, 'og:image')).toBe('http://localhost:5173/previews/pickleball.png')
    expect(metaOf(html, 'og:description')).toMatch(
      /^Pickleball, \w+day, \w+ \d+(, \d{4})?, 12:00 to 2:00 PM at Northside Courts\. Level 3\.5\. Round robin on two courts, new/,
    )
    expect(bootOf(html).queries).toEqual([
      { key: ['events', id], data: expect.objectContaining({ id, hosts: [{ id: 'page-host', name: 'Dana Alvarez', pictureUrl: null }] }) },
    ])
    // Its picture is there.
    expect((await env.ASSETS.fetch('http://localhost/previews/pickleball.png')).status).toBe(200)
  })

  it('tells search engines of it in their words, which nothing in them can leave', async () => {
    const id = await putUp(host, { title: 'Doubles </script><script>alert(1)</script>', capacity: 4 })
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
    // By the clocks in Austin, with what makes them an instant.
    expect(found.startDate).toMatch(new RegExp(`^${inDays(3)}:00-0[56]:00$`))
    expect(new Date(found.endDate).getTime() - new Date(found.startDate).getTime()).toBe(2 * 60 * 60 * 1000)
    // Who comes is nobody's business outside.
    expect(html).not.toContain('page-guest')

    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: 'Rain' } })
    const cancelled = await htmlOf(`/evt/${id}`)
    expect(structuredOf(cancelled.html).eventStatus).toBe('https://schema.org/EventCancelled')
    expect(metaOf(cancelled.html, 'og:description')).toMatch(/^Cancelled\. /)
  })
})

describe('What not everybody may see', () => {
  it('is a lost page like any other to outsiders, in status, words and preview', async () => {
    await putInTeams(['page-team'], ['page-host', 'page-guest'])
    await env.DB.prepare("UPDATE team_members SET role = 'organizer' WHERE team_id = 'page-team' AND user_id = 'page-host'").run()
    const secret = await putUp(host, { title: 'Only for us', visibility: 'team', teamId: 'page-team' })
    const draft = await putUp(host, { title: 'Not yet' }, { publish: { when: 'never' } })
    const outsider = await enter('page-outsider')
    const nowhere = (await htmlOf('/evt/no-such-game')).html.replace(/"requestId":"[^"]*"/g, '').replaceAll('no-such-game', 'ID')
    for (const id of [secret, draft]) {
      const { status, html } = await htmlOf(`/evt/${id}`)
      expect(status).toBe(404)
      expect(html.replace(/"requestId":"[^"]*"/g, '').replaceAll(id, 'ID')).toBe(nowhere)
      expect((await outsider.ask(`/evt/${id}`)).status).toBe(404)
      expect((await ask(`/api/events/${id}/calendar.ics`)).status).toBe(404)
    }
    expect(nowhere).toContain('<title>Page not found · Gather</title>')
    expect((await htmlOf('/evt/%20%27')).status).toBe(404)

    const member = await htmlOf(`/evt/${secret}`, guest)
    expect(member.status).toBe(200)
    expect(member.html).toContain('<meta name="robots" content="noindex">')
    expect(structuredOf(member.html)).toBeNull()
  })

  it('by link is shown to whoever has it and to no search engine', async () => {
    const id = await putUp(host, { title: 'Psst', visibility: 'link' })
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

  it('lists public games to come and nothing that needs a link, a team or a past', async () => {
    const seen = await putUp(host, { title: 'For all' })
    const hidden = await putUpHidden(host, { title: 'Psst' })
    const past = await putUp(host, { title: 'Long ago' })
    await env.DB.prepare('UPDATE events SET starts_at = 1, ends_at = 2 WHERE id = ?').bind(past).run()
    const answer = await ask('/sitemap.xml')
    expect(answer.headers.get('content-type')).toContain('application/xml')
    const xml = await answer.text()
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org\/schemas\/sitemap\/0.9">/)
    expect(xml).toContain(`<loc>http://localhost:5173/discover/events/${seen}</loc><lastmod>20`)
    expect(xml).toContain('<loc>http://localhost:5173/discover/city-search</loc>')
    for (const id of [...Object.values(hidden), past]) expect(xml).not.toContain(id)
    expect(xml).not.toContain(':id')
    expect(await (await ask('/robots.txt')).text()).toContain('Sitemap: http://localhost:5173/sitemap.xml')
  })
})

describe('A game in a calendar', () => {
  const fileOf = async (person: Person | null, id: string) =>
    person ? person.ask(`/api/events/${id}/calendar.ics`) : ask(`/api/events/${id}/calendar.ics`)

  it('has its place, its clocks and a name that stays, and is called off with the game', async () => {
    const id = await putUp(host, { title: 'Ópen pläy, outdoors', description: '- Paddles\n- Water' })
    const answer = await fileOf(null, id)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="open-play-outdoors.ics"')
    const text = (await answer.text()).replaceAll('\r\n ', '')
    expect(text).toContain(`UID:${id}@gather\r\nSEQUENCE:1\r\n`)
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/Chicago')
    expect(text).toContain(`DTSTART;TZID=America/Chicago:${inDays(3).replace(/[-:]/g, '')}00`)
    expect(text).toContain('SUMMARY:Ópen pläy\\, outdoors')
    expect(text).toContain('DESCRIPTION:- Paddles\\n- Water')
    expect(text).toContain('LOCATION:Northside Courts\\, 1 Court St\\, Austin\\, TX')
    expect(text).toContain('STATUS:CONFIRMED')
    await host.ask(`/api/events/${id}/cancel`, { method: 'POST', json: { reason: '' } })
    const off = await (await fileOf(null, id)).text()
    expect(off).toContain('STATUS:CANCELLED')
    expect(off).toContain(`UID:${id}@gather`)
    expect(Number(/SEQUENCE:(\d+)/.exec(off)?.[1])).toBeGreaterThan(1)
  })

  it('is not handed to who waits or has only asked', async () => {
    const full = await putUp(host, { capacity: 1 })
    const [first, second] = await Promise.all([enter('ics-first'), enter('ics-second')])
    await join(first, full)
    await join(second, full, { orWait: true })
    expect((await fileOf(first, full)).status).toBe(200)
    expect((await readProblem(await fileOf(second, full))).title).toContain('not have a seat yet')
    const asking = await putUp(host, { needsApproval: true })
    await join(second, asking)
    expect((await fileOf(second, asking)).status).toBe(409)
  })
})

describe('The hosts’ words', () => {
  it('are for who hosts, comes, waits, holds an offer or asked, as they are told to them, and for nobody else', async () => {
    const id = await putUp(host, { capacity: 1 })
    await join(guest, id)
    const waiter = await enter('page-waiter')
    await join(waiter, id, { orWait: true })
    const offered = await enter('page-offered')
    await join(offered, id, { orWait: true })
    await env.DB.prepare("UPDATE joiners SET state = 'offered' WHERE event_id = ? AND user_id = 'page-offered'").bind(id).run()
    await env.DB.prepare('UPDATE events SET needs_approval = 1 WHERE id = ?').bind(id).run()
    const asker = await enter('page-asker')
    await join(asker, id)
    const gone = await enter('page-gone')
    await join(gone, id)
    expect((await leave(gone, id)).status).toBe(200)
    expect((await actOn(host, id, 'page-gone', 'refuse')).status).toBe(409)
    const post = { method: 'POST', json: { text: 'Court 3 today.', idempotencyKey: 'words-of-today' } }
    expect((await host.ask(`/api/events/${id}/updates`, post)).status).toBe(201)
    const stranger = await enter('page-stranger')
    for (const person of [host, guest, waiter, offered, asker]) {
      expect(await (await person.ask(`/api/events/${id}/updates`)).json()).toEqual({
        updates: [expect.objectContaining({ text: 'Court 3 today.', author: expect.objectContaining({ name: 'Dana Alvarez' }) })],
      })
    }
    for (const person of [stranger, gone]) expect((await person.ask(`/api/events/${id}/updates`)).status).toBe(403)
    // To ask others along is for who comes.
    expect((await waiter.ask(`/api/events/${id}/invites`, { method: 'POST', json: { userIds: ['page-stranger'] } })).status).toBe(403)
    expect((await ask(`/api/events/${id}/updates`)).status).toBe(401)
    await vi.waitFor(async () => expect(await env.DB.prepare('SELECT count(*) AS n FROM outbox').first('n')).toBe(0))
  })
})

describe('An open page', () => {
  it('asks with the name of the last answer and is told in no bytes that nothing changed', async () => {
    const id = await putUp(host)
    const first = await guest.ask(`/api/events/${id}/live`)
    const etag = first.headers.get('etag') ?? ''
    const same = await guest.ask(`/api/events/${id}/live`, { headers: { 'if-none-match': etag } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    await join(await enter('page-another'), id)
    expect((await guest.ask(`/api/events/${id}/live`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  })
})
