import { describe, expect, it } from 'vitest'
import { isHostOf, maxHostnameLength, readHostname } from '../../domain/hostnames/read-hostname.ts'

const longName = (length: number) =>
  `${'a'.repeat(60)}.`
    .repeat(4)
    .slice(0, length - 4)
    .replace(/\.$/, 'a')
    .concat('.com')

describe('The name of a domain', () => {
  it.each([
    ['play.example.com', 'play.example.com'],
    [' Play.Example.COM. ', 'play.example.com'],
    ['https://play.example.com/', 'play.example.com'],
    ['spielplatz.münchen.de', 'spielplatz.xn--mnchen-3ya.de'],
    [longName(maxHostnameLength), longName(maxHostnameLength)],
  ])('is read from %s', (typed, host) => expect(readHostname(typed)).toBe(host))

  it.each([
    ...['', 'play', 'play..example.com', '-play.example.com', 'my_club.example.com', 'play.example.com/games', 'play.example.com:8080'],
    ...['someone@example.com', 'two words.com', 'play.localhost', 'printer.local', '*.example.com', `${'a'.repeat(64)}.com`],
    ...['192.0.2.1', '0x7f.1', '2130706433', '[2001:db8::1]', longName(maxHostnameLength + 1)],
  ])('is not %s', (typed) => expect(readHostname(typed)).toBeNull())
})

describe('The hosts of the product', () => {
  const isOurs = (host: string) => isHostOf(host, ['play.example.com', 'mehfil.org'])

  it('are not for communities, nor is anything below them', () => {
    expect(['play.example.com', 'club.play.example.com', 'a.b.mehfil.org'].map(isOurs)).toEqual([true, true, true])
    expect(['example.com', 'club.example.com', 'replay.example.com', 'notmehfil.org'].map(isOurs)).toEqual([false, false, false, false])
  })
})
