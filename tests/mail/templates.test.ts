import { describe, expect, test } from 'vitest'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { topicOfMail } from '../../domain/mail/rules.ts'
import { platforms } from '../../domain/platforms.ts'
import { mailTemplateNames, sampleOf } from '../../worker/mail/templates/catalogue.ts'
import { renderMail } from '../../worker/mail/templates/render-mail.tsx'

const productUrl = 'https://play.example.com'
const unsubscribeUrl = `${productUrl}/mail/unsubscribe/a.b`
const render = (request: MailTemplateRequest, platform: keyof typeof platforms = 'gth') => {
  const topic = topicOfMail(request)
  return renderMail(request, { platform: platforms[platform], productUrl, topic, unsubscribeUrl: topic && unsubscribeUrl })
}

describe.each(mailTemplateNames)('%s', (name) => {
  test('has an HTML and a text part that say the same, and absolute links only', async () => {
    const { subject, html, text } = await render(sampleOf(name))
    expect(subject).not.toBe('')
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(text).not.toMatch(/<[a-z]/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toMatch(/^https:\/\/play\.example\.com/)
      expect(text).toContain(link)
    }
    expect(html).not.toMatch(/<(img|script|link)\b/)
    expect(html.length).toBeLessThan(100_000)
  })

  test('unsubscribe stands in topic mail only', async () => {
    const { html, text } = await render(sampleOf(name))
    const wanted = topicOfMail(sampleOf(name)) !== null
    expect(html.includes(unsubscribeUrl)).toBe(wanted)
    expect(text.includes(unsubscribeUrl)).toBe(wanted)
  })

  test('carries the platform’s name and not the other’s', async () => {
    const { subject, html, text } = await render(sampleOf(name), 'meh')
    expect(html).toContain('Mehfil')
    expect(`${subject}${html}${text}`).not.toContain('Gather')
  })
})

test('times are told by the clocks at the place, and whose they are', async () => {
  const { text } = await render(sampleOf('seat-offer'))
  expect(text.replaceAll('\u202F', ' ').match(/\d:\d\d [AP]M \w+/g)).toEqual(['7:00 AM CST', '2:40 PM CST'])
})

describe('what people typed', () => {
  const evil = `<img src=x onerror="alert(1)">&amp;'"`

  test('is escaped in the HTML and plain in the text', async () => {
    const requests: MailTemplateRequest[] = [
      { name: 'welcome', data: { username: evil } },
      { name: 'activity-subscription-confirmation', data: { firstName: evil, activitiesList: [evil], city: evil, radius: 1 } },
      { name: 'announcement', data: { username: evil, heading: evil, body: evil } },
      { name: 'email-change', data: { username: evil, token: 'A'.repeat(43) } },
      { name: 'email-changed', data: { username: evil, email: evil, isOld: true } },
      { name: 'email-changed', data: { username: evil, email: evil, isOld: false } },
      { name: 'account-deleted', data: { username: evil } },
      { name: 'export-ready', data: { username: evil, until: 'November 27, 2026' } },
    ]
    for (const request of requests) {
      const { html, text } = await render(request)
      expect(html, request.name).not.toContain('<img')
      expect(html, request.name).toContain('&lt;img src=x')
      expect(text, request.name).toContain(evil)
    }
  })

  test('keeps its letters: no capitals forced, right-to-left names on their own', async () => {
    const { html, text, subject } = await render({ name: 'welcome', data: { username: 'مايا McNeil' } })
    expect(html).toContain('<bdi>مايا McNeil</bdi>')
    expect(text).toContain('Welcome, مايا McNeil')
    expect(subject).toBe('Welcome to Gather, مايا McNeil')
  })

  test('an emoji is not cut in two at the end of the preview line', async () => {
    const { html } = await render({ name: 'announcement', data: { username: 'Maya', heading: 'Hi', body: '🏓'.repeat(400) } })
    expect(html).toContain(`>${'🏓'.repeat(70)}`)
    expect(html).not.toContain('\ufffd')
    expect(html.isWellFormed()).toBe(true)
  })

  test('paragraphs of an announcement stay paragraphs', async () => {
    const { text } = await render({ name: 'announcement', data: { username: 'Maya', heading: 'Hi', body: 'One.\n\nTwo.' } })
    expect(text).toContain('One.\n\nTwo.')
  })

  test('an email that was changed: the old mailbox is told what to do, the new one what it means', async () => {
    const data = { username: 'Maya', email: 'maya@new.example' }
    const old = await render({ name: 'email-changed', data: { ...data, isOld: true } })
    expect(old.text).toMatch(/If this was not you, reply to this email/)
    const next = await render({ name: 'email-changed', data: { ...data, isOld: false } })
    expect(next.text).toMatch(/you now log in with maya@new\.example/)
    expect(next.text).not.toMatch(/not you/)
  })

  test('an instant is told as a day or a time of UTC, and words of an older release stay', async () => {
    const at = Date.UTC(2026, 10, 27, 23, 30)
    const ready = await render({ name: 'export-ready', data: { username: 'Maya', until: at } })
    expect(ready.text).toContain('in your settings until November 27, 2026. After that we delete it.')
    const device = { username: 'Maya', device: 'Firefox on Windows' }
    expect((await render({ name: 'new-device', data: { ...device, at } })).text).toContain(
      'Firefox on Windows, Fri, 27 Nov 2026 23:30:00 GMT.',
    )
    expect((await render({ name: 'new-device', data: { ...device, at: 'on Friday' } })).text).toContain('Firefox on Windows, on Friday.')
  })

  test('one mile is one mile', async () => {
    const data = { firstName: 'Maya', activitiesList: ['Chess', 'Golf', 'Yoga'], city: 'Austin, TX' }
    const near = await render({ name: 'activity-subscription-confirmation', data: { ...data, radius: 1 } })
    expect(near.text).toContain('Within 1 mile of Austin, TX')
    expect(near.text).toContain('Chess, Golf, and Yoga')
    expect(near.subject).toBe('Your alert for Chess and 2 more near Austin, TX')
    const wide = await render({ name: 'activity-subscription-confirmation', data: { ...data, radius: 12.5 } })
    expect(wide.text).toContain('Within 12.5 miles of Austin, TX')
  })
})
