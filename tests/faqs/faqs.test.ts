import { beforeEach, describe, expect, it } from 'vitest'
import { deletionWord } from '../../domain/accounts/deletion.ts'
import { maxRadius } from '../../domain/activity-subscriptions/contract.ts'
import { exportLifetime } from '../../domain/data-exports/contract.ts'
import { maxExportsPerDay } from '../../domain/data-exports/rules.ts'
import { maxCoHosts } from '../../domain/events/co-host-limits.ts'
import { defaultLeaveMinutes } from '../../domain/events/defaults.ts'
import { feedbackClosesAt } from '../../domain/events/event-feedback-time.ts'
import { maxGuestsPerPlayer, maxOccurrences, maxQuestions } from '../../domain/events/form-contract.ts'
import { isNight, offerDurationOf } from '../../domain/events/rules.ts'
import { listFaqs } from '../../domain/faqs/questions.ts'
import { filterFaqs, formatSpan, plainAnswer, readAnswer } from '../../domain/faqs/rules.ts'
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
  ])('at %s gives search engines the questions that are shown, with the name of its platform', async (origin, platform, other) => {
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
    const text = JSON.stringify(mainEntity)
    expect(text).toContain(`use ${platform.name}.`)
    expect(text).not.toContain(other.name)
    expect(text).not.toMatch(/\]\(|undefined|NaN|null/)
  })

  it('is the target of its old address', async () => {
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
  it('are at most 35, each with its own id and up to four sentences', () => {
    const all = allOf('Gather')
    expect(all.length).toBeLessThanOrEqual(35)
    const ids = [...listFaqs('Gather').map(({ id }) => id), ...all.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)*$/.test(id))).toEqual([])
    expect(all.filter(({ answer }) => (plainAnswer(answer).match(/[.?!](?=\s|$)/g) ?? []).length > 4).map(({ id }) => id)).toEqual([])
  })

  it('only link to pages that exist', () => {
    const paths = Object.values(pages).map(({ path }) => `/${path.replace(/^\//, '')}`)
    const links = allOf('Gather').flatMap(({ answer }) => readAnswer(answer).flatMap(({ to }) => to ?? []))
    expect(links.length).toBeGreaterThan(15)
    for (const link of links) {
      const { pathname, searchParams } = new URL(link, 'http://localhost')
      // Discover has several paths for one page.
      expect([...paths, '/discover/places']).toContain(pathname)
      const tab = searchParams.get('tab')
      if (tab !== null) expect(settingsTabNames).toContain(tab)
    }
  })

  it('contain the same numbers as the code', () => {
    expect(answerTo('seat-offer')).toMatch(
      /^2 hours if .* more than 24 hours away, 30 minutes if .* more than 3 hours away, and 10 minutes after/,
    )
    const [beforeADay, beforeThree] = [24 * hour, 3 * hour]
    expect(offerDurationOf(0, beforeADay)).toBeLessThan(offerDurationOf(0, beforeADay + 1))
    expect(offerDurationOf(0, beforeThree)).toBeLessThan(offerDurationOf(0, beforeThree + 1))
    expect([21, 22, 7, 8].map(isNight)).toEqual([false, true, true, false])
    expect(answerTo('night')).toContain('From 10 PM to 8 AM,')
    expect(answerTo('leave')).toContain(`usually ${defaultLeaveMinutes / 60} hours before`)
    expect(answerTo('guests')).toContain(`at most ${maxGuestsPerPlayer}.`)
    expect(answerTo('get-alerts')).toContain(`up to ${maxRadius} miles around it`)
    expect(answerTo('repeat')).toContain(`up to ${maxOccurrences} dates`)
    expect(answerTo('approve-players')).toContain(`up to ${maxQuestions} questions`)
    expect(answerTo('approve-players')).toContain(`Up to ${maxCoHosts} co-hosts`)
    expect(answerTo('export')).toContain(`download it for ${formatSpan(exportLifetime)}, and ask for one ${maxExportsPerDay} times a day`)
    expect(answerTo('delete')).toContain(`type ${deletionWord} to confirm`)
    expect(answerTo('reminders')).toContain(`for ${formatSpan(feedbackClosesAt(0))} you can tell your hosts`)
    expect(answerTo('levels')).toContain(
      'New, Beginner, Intermediate, Advanced, and Expert. Pickleball and tennis show the rating players know, 2.0 to 5.5.',
    )
    expect([1, 24, 48, 0.5].map((hours) => formatSpan(hours * hour))).toEqual(['1 hour', '24 hours', '2 days', '30 minutes'])
  })

  it('are found by common words, in any case and with accents or small words', () => {
    expect(idsFor('')).toHaveLength(allOf('Gather').length)
    expect(idsFor('how long is a seat held?')).toContain('seat-offer')
    expect(idsFor('WAITLÍST')).toEqual(idsFor('waitlist'))
    expect(idsFor('waitlist')).toEqual(expect.arrayContaining(['full', 'seat-offer', 'night', 'give-seat']))
    expect(idsFor('queue')).toEqual(['full'])
    expect(idsFor('unsubscribe')).toEqual(['choose-emails'])
    expect(idsFor('delete my accounts')).toEqual(['delete'])
    expect(idsFor('I’m here')).toContain('call-for-players')
    expect(idsFor('how can i')).not.toHaveLength(0)
    expect(idsFor('zamboni')).toEqual([])
    expect(idsFor('???')).toEqual([])
  })
})
