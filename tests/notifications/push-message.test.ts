import { describe, expect, it } from 'vitest'
import { type PushMessage, readPushMessage } from '../../domain/notifications/push-message.ts'

const message: PushMessage = { title: 'Sunrise open play', body: 'Dana took a seat.', path: '/discover/city-search', tag: 'seat-1' }

describe('the data of a push message', () => {
  it('is read as it was sent', () => {
    expect(readPushMessage(JSON.stringify(message))).toEqual(message)
  })

  it.each([
    undefined,
    '',
    'no json',
    '[]',
    'null',
    JSON.stringify({ title: 'Only a title' }),
    JSON.stringify({ ...message, title: '' }),
    JSON.stringify({ ...message, tag: '' }),
  ])('is ignored if it is not a valid message: %s', (text) => {
    expect(readPushMessage(text)).toBeNull()
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n\\evil.example',
    'javascript:alert(1)',
    '',
  ])('is ignored if a tap on it would leave the site: %j', (path) => {
    expect(readPushMessage(JSON.stringify({ ...message, path }))).toBeNull()
  })
})
