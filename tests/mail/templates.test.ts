import { describe, expect, test } from 'vitest'
import type { MailTemplateRequest } from '../../domain/mail/contract.ts'
import { getMailTopic } from '../../domain/mail/rules.ts'
import { platforms } from '../../domain/platforms.ts'
import { mailTemplateNames, sampleOf } from '../../worker/mail/templates/catalogue.ts'
import { renderMail } from '../../worker/mail/templates/render-mail.tsx'

const productUrl = 'https://play.example.com'
const unsubscribeUrl = `${productUrl}/mail/unsubscribe/a.b`
const render = (request: MailTemplateRequest, platform: keyof typeof platforms = 'gth') => {
  const topic = getMailTopic(request)
  return renderMail(request, { platform: platforms[platform], productUrl, topic, unsubscribeUrl: topic && unsubscribeUrl })
}

describe.each(mailTemplateNames)('%s', (name) => {
  test('has an HTML part and a text part with the same links, all of them absolute', async () => {
    const { subject, html, text } = await render(sampleOf(name))
    expect(subject).not.toBe('')
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(text).not.toMatch(/<[a-z]/i)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) {
      expect(link).toMatch(/^https:\/\/(play\.example\.com|www\.google\.com\/maps|calendar\.google\.com|outlook\.live\.com)/)
      expect(text).toContain(link?.replaceAll('&amp;', '&'))
    }
    expect(html).not.toMatch(/<(img|script|link)\b/)
    expect(html.length).toBeLessThan(100_000)
  })

  test('has an unsubscribe link only if it belongs to a topic', async () => {
    const { html, text } = await render(sampleOf(name))
    const wanted = getMailTopic(sampleOf(name)) !== null
    expect(html.includes(unsubscribeUrl)).toBe(wanted)
    expect(text.includes(unsubscribeUrl)).toBe(wanted)
  })

  test('contains the name of its platform and not of the other one', async () => {
    const { subject, html, text } = await render(sampleOf(name), 'meh')
    expect(html).toContain('Mehfil')
    expect(`${subject}${html}${text}`).not.toContain('Gather')
  })
})

test('times are in the time zone of the place and name this zone', async () => {
  const { text } = await render(sampleOf('seat-offer'))
  expect(text.replaceAll('\u202F', ' ').match(/\d:\d\d [AP]M \w+/g)).toEqual(['7:00 AM CST', '2:40 PM CST'])
})

test('an invitation says to the minute until when it is open, and unsubscribes from what it is', async () => {
  const { text } = await render(sampleOf('team-invitation'))
  expect(text.replaceAll('\u202F', ' ')).toMatch(/open until November 21(,| at) 7:00 AM CST\. It works once\./)
  expect(text).toContain('Unsubscribe from invitations')
})

test('an email about a part of a form names the amount, the day with its year, and where to pay', async () => {
  const { text } = await render(sampleOf('form-news'))
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/To pay \$30, by December 1, 2026.*\/form\/form-1\/submission-1\?key=abc/)
})

test('a confirmed seat leads to the wallets for which there are keys, and to none without', async () => {
  const sample = sampleOf('seat-confirmed')
  if (sample.name !== 'seat-confirmed' || !sample.data.game) throw new Error('The sample has no game')
  const { game } = sample.data
  const withWallets = async (wallets: typeof game.wallets) =>
    (await render({ ...sample, data: { ...sample.data, game: { ...game, wallets } } })).text.replaceAll(/\s+/g, ' ')
  expect(await withWallets(['apple', 'google'])).toMatch(/add it to Apple Wallet or Google Wallet \S+\/evt\/game-1\?open=ticket/)
  expect(await withWallets(['google'])).toContain('add it to Google Wallet')
  expect(await withWallets([])).not.toContain('Wallet')
})

describe('the text of a mail', () => {
  const evil = `<img src=x onerror="alert(1)">&amp;'"`

  test('has what people typed escaped in the HTML and unchanged in the text part', async () => {
    const requests: MailTemplateRequest[] = [
      { name: 'welcome', data: { username: evil } },
      { name: 'activity-subscription-confirmation', data: { firstName: evil, activitiesList: [evil], city: evil, radius: 1 } },
      { name: 'announcement', data: { username: evil, heading: evil, body: evil } },
      { name: 'email-change', data: { username: evil, token: 'A'.repeat(43) } },
      { name: 'email-changed', data: { username: evil, email: evil, isOld: true } },
      { name: 'email-changed', data: { username: evil, email: evil, isOld: false } },
      { name: 'password-set', data: { username: evil, isFirst: true } },
      { name: 'many-wrong-passwords', data: { username: evil } },
      { name: 'account-deleted', data: { username: evil } },
      { name: 'export-ready', data: { username: evil } },
    ]
    for (const request of requests) {
      const { html, text } = await render(request)
      expect(html, request.name).not.toContain('<img')
      expect(html, request.name).toContain('&lt;img src=x')
      expect(text, request.name).toContain(evil)
    }
  })

  test('keeps the capitalization of names, and isolates right-to-left names', async () => {
    const { html, text, subject } = await render({ name: 'welcome', data: { username: 'مايا McNeil' } })
    expect(html).toContain('<bdi>مايا McNeil</bdi>')
    expect(text).toContain('Welcome, مايا McNeil')
    expect(subject).toBe('Welcome to Gather, مايا McNeil')
  })

  test('is not cut in the middle of an emoji in the preview line', async () => {
    const { html } = await render({ name: 'announcement', data: { username: 'Maya', heading: 'Hi', body: '🏓'.repeat(400) } })
    expect(html).toContain(`>${'🏓'.repeat(70)}`)
    expect(html).not.toContain('\ufffd')
    expect(html.isWellFormed()).toBe(true)
  })

  test('keeps the paragraphs of an announcement', async () => {
    const { text } = await render({ name: 'announcement', data: { username: 'Maya', heading: 'Hi', body: 'One.\n\nTwo.' } })
    expect(text).toContain('One.\n\nTwo.')
  })

  test('is different for the old and the new mailbox after a change of email', async () => {
    const data = { username: 'Maya', email: 'maya@new.example' }
    const old = await render({ name: 'email-changed', data: { ...data, isOld: true } })
    expect(old.text).toMatch(/If this was not you, please reply to this email/)
    const next = await render({ name: 'email-changed', data: { ...data, isOld: false } })
    expect(next.text).toMatch(/you now log in with maya@new\.example/)
    expect(next.text).not.toMatch(/not you/)
  })

  test('says whether a password was set for the first time or changed', async () => {
    const first = await render({ name: 'password-set', data: { username: 'Maya', isFirst: true } })
    expect(first.subject).toBe('Your Gather account has a password')
    expect(first.text).toContain('you can now log in with your email and the password that was just set.')
    const changed = await render({ name: 'password-set', data: { username: 'Maya', isFirst: false } })
    expect(changed.subject).toBe('Your Gather password was changed')
    expect(changed.text).toContain('all your other devices were signed out.')
  })

  test('formats a timestamp in UTC, and keeps the text that an older release sent instead', async () => {
    const at = Date.UTC(2026, 10, 27, 23, 30)
    const device = { username: 'Maya', device: 'Firefox on Windows' }
    expect((await render({ name: 'new-device', data: { ...device, at } })).text).toContain(
      'Firefox on Windows, Fri, 27 Nov 2026 23:30:00 GMT.',
    )
    expect((await render({ name: 'new-device', data: { ...device, at: 'on Friday' } })).text).toContain('Firefox on Windows, on Friday.')
  })

  test('names no date for the download of an export, because the reader’s date may differ from ours', async () => {
    const { text } = await render({ name: 'export-ready', data: { username: 'Maya' } })
    expect(text).toContain('Log in and download it in your settings. After 7 days we delete it.')
  })

  test('writes "1 mile" in the singular', async () => {
    const data = { firstName: 'Maya', activitiesList: ['Chess', 'Golf', 'Yoga'], city: 'Austin, TX' }
    const near = await render({ name: 'activity-subscription-confirmation', data: { ...data, radius: 1 } })
    expect(near.text).toContain('Within 1 mile of Austin, TX')
    expect(near.text).toContain('Chess, Golf, and Yoga')
    expect(near.subject).toBe('Your alert for Chess and 2 more near Austin, TX')
    const wide = await render({ name: 'activity-subscription-confirmation', data: { ...data, radius: 12.5 } })
    expect(wide.text).toContain('Within 12.5 miles of Austin, TX')
  })
})
