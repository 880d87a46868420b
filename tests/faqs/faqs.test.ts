import { beforeEach, describe, expect, it } from 'vitest'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import { maxRadius } from '../../domain/activity-subscriptions/contract.ts'
import { exportKeptFor } from '../../domain/data-exports/contract.ts'
import { maxExportsPerDay } from '../../domain/data-exports/rules.ts'
import { mayBeSaidUntil } from '../../domain/events/after-rules.ts'
import { usualLeaveMinutes } from '../../domain/events/defaults.ts'
import { guestsMostEver, maxCoHosts, maxOccurrences, maxQuestions } from '../../domain/events/form-contract.ts'
import { isNight, offerHold } from '../../domain/events/rules.ts'
import { listFaqs } from '../../domain/faqs/questions.ts'
import { filterFaqs, plainAnswer, readAnswer, spanWords } from '../../domain/faqs/rules.ts'
import { pages } from '../../domain/pages.ts'
import { platforms } from '../../domain/platforms.ts'
import { hour } from '../../domain/time/spans.ts'
import { settingsTabNames } from '../../web/settings/tabs.ts'
import { ask } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const structuredOf = (html: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')
const allOf = (product: string) => listFaqs(product).flatMap(({ faqs }) => faqs)
const answerTo = (id: string) => plainAnswer(allOf('Gather').find((faq) => faq.id === id)?.answer ?? '')
const idsFor = (typed: string) => filterFaqs(listFaqs('Gather'), typed).flatMap(({ faqs }) => faqs.map(({ id }) => id))

describe('The page of questions and answers', () => {
  it.each([
    ['http://localhost:5173', platforms.gth, platforms.meh],
    ['http://meh.localhost:5173', platforms.meh, platforms.gth],
  ])('at %s gives search engines what is shown, under its own name', async (origin, platform, other) => {
    const answer = await ask('/faqs', { origin })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(`<title>Help &amp; Faqs · ${platform.name}</title>`)
    expect(html).toContain(`<link rel="canonical" href="${origin}/faqs">`)
    expect(html).not.toContain('noindex')
    const { mainEntity, ...page } = structuredOf(html)
    expect(page).toEqual({ '@context': 'https://schema.org', '@type': 'FAQPage', url: `${origin}/faqs` })
    expect(mainEntity).toEqual(
      allOf(platform.name).map(({ id, question, answer }) => ({
        '@type': 'Question',
        name: question,
        url: `${origin}/faqs#${id}`,
        acceptedAnswer: { '@type': 'Answer', text: plainAnswer(answer) },
      })),
    )
    const words = JSON.stringify(mainEntity)
    expect(words).toContain(`use ${platform.name}.`)
    expect(words).not.toContain(other.name)
    expect(words).not.toMatch(/\]\(|undefined|NaN|null/)
  })

  it('is where its old address leads', async () => {
    const from = await ask('/faqs/cats')
    expect([from.status, from.headers.get('location')]).toEqual([302, '/faqs'])
  })

  describe('in the sitemap', () => {
    beforeEach(async () => void (await caches.default.delete('https://edge-cache.invalid/site-map%20http%3A%2F%2Flocalhost%3A5173')))

    it('is listed', async () => {
      expect(await (await ask('/sitemap.xml')).text()).toContain('<loc>http://localhost:5173/faqs</loc>')
    })
  })
})

describe('Questions and answers', () => {
  it('are few enough to look through, each with a name of its own and one to four sentences', () => {
    const all = allOf('Gather')
    expect(all.length).toBeLessThanOrEqual(35)
    const ids = [...listFaqs('Gather').map(({ id }) => id), ...all.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
    expect(all.filter(({ answer }) => (plainAnswer(answer).match(/[.?!](?=\s|$)/g) ?? []).length > 4).map(({ id }) => id)).toEqual([])
  })

  it('lead only to pages that there are', () => {
    const paths = Object.values(pages).map(({ path }) => `/${path.replace(/^\//, '')}`)
    const links = allOf('Gather').flatMap(({ answer }) => readAnswer(answer).flatMap(({ to }) => to ?? []))
    expect(links.length).toBeGreaterThan(15)
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, 'http://localhost')
      // Discover's contexts share a page.
      expect([...paths, '/discover/places']).toContain(pathname)
      const tab = searchParams.get('tab')
      if (tab !== null) expect(settingsTabNames).toContain(tab)
    }
  })

  it('say the numbers that hold', () => {
    expect(answerTo('held')).toMatch(
      /^2 hours if .* more than 24 hours away, 30 minutes if .* more than 3 hours away, and 10 minutes after/,
    )
    const [beforeADay, beforeThree] = [24 * hour, 3 * hour]
    expect(offerHold(0, beforeADay)).toBeLessThan(offerHold(0, beforeADay + 1))
    expect(offerHold(0, beforeThree)).toBeLessThan(offerHold(0, beforeThree + 1))
    expect([21, 22, 7, 8].map(isNight)).toEqual([false, true, true, false])
    expect(answerTo('night')).toContain('From 10 PM to 8 AM,')
    expect(answerTo('leave')).toContain(`usually ${usualLeaveMinutes / 60} hours before`)
    expect(answerTo('guests')).toContain(`at most ${guestsMostEver}.`)
    expect(answerTo('be-told')).toContain(`up to ${maxRadius} miles around it`)
    expect(answerTo('repeat')).toContain(`up to ${maxOccurrences} dates`)
    expect(answerTo('choose-who-comes')).toContain(`up to ${maxQuestions} questions`)
    expect(answerTo('choose-who-comes')).toContain(`Up to ${maxCoHosts} co-hosts`)
    expect(answerTo('export')).toContain(`download it for ${spanWords(exportKeptFor)}, and ask for one ${maxExportsPerDay} times a day`)
    expect(answerTo('delete')).toContain(`type ${deletionWord} to confirm`)
    expect(answerTo('reminders')).toContain(`for ${spanWords(mayBeSaidUntil(0))} you can tell your hosts`)
    expect(answerTo('levels')).toContain(
      'New, Beginner, Intermediate, Advanced, and Expert. Pickleball and tennis show the rating players know, 2.0 to 5.5.',
    )
    expect([1, 24, 48, 0.5].map((hours) => spanWords(hours * hour))).toEqual(['1 hour', '24 hours', '2 days', '30 minutes'])
  })

  it('are found by the words people use, whatever their case, accents and small words', () => {
    expect(idsFor('')).toHaveLength(allOf('Gather').length)
    expect(idsFor('how long is a seat held?')).toContain('held')
    expect(idsFor('WAITLÍST')).toEqual(idsFor('waitlist'))
    expect(idsFor('waitlist')).toEqual(expect.arrayContaining(['full', 'held', 'night', 'give-seat']))
    expect(idsFor('queue')).toEqual(['full'])
    expect(idsFor('unsubscribe')).toEqual(['choose-mail'])
    expect(idsFor('delete my accounts')).toEqual(['delete'])
    expect(idsFor('I’m here')).toContain('need-more')
    expect(idsFor('how can i')).not.toHaveLength(0)
    expect(idsFor('zamboni')).toEqual([])
    expect(idsFor('???')).toEqual([])
  })
})
