import { describe, expect, it } from 'vitest'
import { judgeFeedUrl } from '../../domain/external-teams/judge-feed-url.ts'
import { resolveUrl, type SiteRules, type UrlFault } from '../../domain/other-sites/judge-url.ts'

const rules: SiteRules = { ownHosts: new Set(['play.example.com']), sandbox: null }
const local = { ...rules, sandbox: { host: 'feeds.sandbox.localhost', url: 'http://localhost:5174/feeds' } }

/** Each address with the reason why it is refused. */
const refused: Record<UrlFault, readonly string[]> = {
  notALink: [
    '',
    'team.ics',
    'www.example.com/team.ics',
    'https://',
    'https:///',
    'https://exa mple.com/',
    'https://999.1.1.1/',
    'https://1.2.3.4.5/',
    'https://256.256.256.256/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://example.com:99999/',
    'ftp://example.com/team.ics',
    'file:///etc/passwd',
    'data:text/calendar,BEGIN:VCALENDAR',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'gopher://example.com/',
    'ws://example.com/',
  ],
  notHttps: ['http://example.com/team.ics', 'HTTP://example.com/', 'http://127.0.0.1/', 'http://localhost:5174/feeds/a.ics'],
  withPassword: [
    'https://ana@example.com/',
    'https://ana:secret@example.com/',
    'https://:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'webcal://ana:secret@example.com/a.ics',
  ],
  otherPort: ['https://example.com:8443/', 'https://example.com:80/', 'https://example.com:22/', 'webcal://example.com:8080/'],
  notPublic: [
    'https://127.0.0.1/',
    'https://127.1/',
    'https://127.255.255.254/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://8.8.8.8/',
    'https://１２７.０.０.１/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[ff02::1]/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST../',
    'https://app.localhost/',
    'https://feeds.sandbox.localhost/a.ics',
    'https://intranet/',
    'https://router.lan/',
    'https://printer.local/',
    'https://printer.local./',
    'https://metadata.google.internal/',
    'https://1.0.0.127.in-addr.arpa/',
    'https://nas.home/',
    'https://router.home.arpa/',
    'https://hidden.onion/',
    'webcal://calendar.internal/',
  ],
  ownSite: ['https://play.example.com/api/events', 'https://PLAY.example.com./'],
}

describe('The link of a calendar', () => {
  for (const [fault, addresses] of Object.entries(refused)) {
    it.each(addresses)(`is refused as ${fault}: %s`, (address) => {
      expect(judgeFeedUrl(address, rules)).toEqual({ fault })
    })
  }

  it.each([
    ['https://example.com/team.ics', 'https://example.com/team.ics'],
    ['  https://example.com/team.ics\n', 'https://example.com/team.ics'],
    ['webcal://example.com/team.ics?key=a&b=c', 'https://example.com/team.ics?key=a&b=c'],
    ['WEBCAL://example.com/', 'https://example.com/'],
    ['webcals://example.com/', 'https://example.com/'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['https://example.com/a#part', 'https://example.com/a'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://10.example.com/', 'https://10.example.com/'],
    ['https://bücher.example/a', 'https://xn--bcher-kva.example/a'],
    ['https://calendar.google.com/calendar/ical/x%40group.calendar.google.com/private-1/basic.ics', null],
  ])('is accepted: %s', (address, url) => {
    expect(judgeFeedUrl(address, rules)).toEqual({ fault: null, url: url ?? address })
  })

  it.each([
    ['/moved.ics', 'https://example.com/moved.ics'],
    ['moved.ics', 'https://example.com/teams/moved.ics'],
    ['//other.example/a.ics', 'https://other.example/a.ics'],
    ['?v=2', 'https://example.com/teams/first.ics?v=2'],
  ])('may be relative in a redirect: %s', (location, url) => {
    expect(judgeFeedUrl(location, rules, 'https://example.com/teams/first.ics')).toEqual({ fault: null, url })
  })

  it.each([
    ['//127.0.0.1/', 'notPublic'],
    ['//localhost/', 'notPublic'],
    ['//play.example.com/', 'ownSite'],
    ['//[::1]/', 'notPublic'],
    ['\\\\10.0.0.1\\a', 'notPublic'],
    ['/\\192.168.0.1', 'notPublic'],
    ['http:/same-host', 'notHttps'],
    ['//example.com:8080/', 'otherPort'],
  ])('is judged anew in a redirect: %s', (location, fault) => {
    expect(judgeFeedUrl(location, rules, 'https://example.com/teams/first.ics')).toEqual({ fault })
  })

  it('leads to the sandbox in local use only', () => {
    const link = 'https://feeds.sandbox.localhost/padel.ics?a=1'
    expect(judgeFeedUrl(link, local)).toEqual({ fault: null, url: link })
    expect(resolveUrl(link, local)).toBe('http://localhost:5174/feeds/padel.ics?a=1')
    expect(resolveUrl(link, rules)).toBe(link)
    for (const other of ['http://feeds.sandbox.localhost/a', 'https://feeds.sandbox.localhost:1/a', 'https://x.sandbox.localhost/a']) {
      expect(judgeFeedUrl(other, local).fault, other).not.toBeNull()
    }
    // The path cannot leave the feeds of the sandbox.
    expect(resolveUrl('https://feeds.sandbox.localhost/../mailbox', local)).toBe('http://localhost:5174/feeds/mailbox')
  })
})
