import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { MailRequest } from '../../domain/mail/contract.ts'
import { canonicalAddress, getMailTopic, splitSender } from '../../domain/mail/rules.ts'
import { mailTopicKeys } from '../../domain/mail/topics.ts'

const welcome = { to: 'maya@example.com', template: { name: 'welcome', data: { username: 'Maya' } } }
const confirmation = {
  to: 'maya@example.com',
  message: { subject: 'Your games near Austin' },
  template: {
    name: 'activity-subscription-confirmation',
    data: { firstName: 'Maya', activitiesList: ['Pickleball'], city: 'Austin, TX', radius: 15 },
  },
}

describe('a mail request', () => {
  test('accepts both shapes of the spec', () => {
    expect(v.parse(MailRequest, welcome)).toEqual(welcome)
    expect(v.parse(MailRequest, confirmation)).toEqual(confirmation)
  })

  test.each(["o'neil@example.com", 'maya+news@mail.example.co.uk'])('accepts the address %s', (to) => {
    expect(v.is(MailRequest, { ...welcome, to })).toBe(true)
  })

  test('needs the data of its template', () => {
    expect(v.is(MailRequest, { ...welcome, template: { name: 'welcome', data: { firstName: 'Maya' } } })).toBe(false)
    expect(v.is(MailRequest, { ...welcome, template: { name: 'toString', data: { username: 'Maya' } } })).toBe(false)
    expect(v.is(MailRequest, { ...welcome, platform: 'other' })).toBe(false)
  })

  test.each([
    'maya',
    'maya@example.com\r\nBcc: all@example.com',
    'a@b.com, c@d.com',
    'Maya <maya@example.com>',
    '',
    `${'a'.repeat(100)}@example.com`,
  ])('refuses the address %j', (to) => {
    expect(v.is(MailRequest, { ...welcome, to })).toBe(false)
  })

  test.each(['Hi\r\nBcc: all@example.com', 'Hi\nthere', 'Hi\u2028there', 'Hi\u0000', '   '])('refuses the subject %j', (subject) => {
    expect(v.is(MailRequest, { ...confirmation, message: { subject } })).toBe(false)
  })

  test('refuses a name that would end a header line, and accepts every normal name', () => {
    const named = (username: string) => ({ ...welcome, template: { name: 'welcome', data: { username } } })
    expect(v.is(MailRequest, named('Maya\nBcc: x@example.com'))).toBe(false)
    for (const name of ['Zoë', 'مايا', '👩‍👩‍👧‍👦', "O'Neil <3 & co", 'x'.repeat(300)])
      expect(v.is(MailRequest, named(name)), name).toBe(true)
  })
})

test('account mails have no topic, but announcements do', () => {
  expect(getMailTopic({ name: 'welcome', data: { username: 'Maya' } })).toBeNull()
  expect(getMailTopic({ name: 'announcement', data: { username: 'Maya', heading: 'News', body: 'Hello.' } })).toBe('news')
  const data = { username: 'Maya', title: 'Dana follows you', text: '', path: '/connect' }
  expect(getMailTopic({ name: 'notice', data: { ...data, topic: 'connections' } })).toBe('connections')
  expect(mailTopicKeys).toHaveLength(18)
})

test('an address is the same in any spelling', () => {
  expect(canonicalAddress(' Maya@Example.COM ')).toBe('maya@example.com')
})

test('a sender is split into name and address', () => {
  expect(splitSender('Gather <hello@gather.test>')).toEqual({ name: 'Gather', email: 'hello@gather.test' })
  expect(splitSender('hello@gather.test')).toEqual({ name: '', email: 'hello@gather.test' })
})
