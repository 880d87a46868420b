import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { HostnameCheck, TeamHostname } from '../../domain/hostnames/contract.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'
import { aTeam, aTeamForm } from './team-examples.ts'

const section = page.getByRole('region', { name: 'Domain' })
const field = section.getByRole('textbox', { name: 'Your domain' })
const button = (name: string) => section.getByRole('button', { name, exact: true })
const open = () => openApp('/team/smashers/edit', { viewer: someone })

const waiting = (host: string): TeamHostname['domain'] => ({
  ...{ host, isLive: false, endsAt: Date.UTC(2027, 0, 15, 12) },
  records: [
    { type: 'CNAME', name: host, value: 'play.gather.example' },
    { type: 'TXT', name: `_verify.${host}`, value: '5f0e-token' },
  ],
})
const live = (host: string): TeamHostname['domain'] => ({ host, isLive: true, records: [], endsAt: null })

/** A small server with one community and its domain. */
function setDomain(start: TeamHostname) {
  let current = start
  let missing: HostnameCheck['missing'] = []
  answerWith({
    'GET /api/teams/smashers/hostname': () => current,
    'POST /api/teams/smashers/hostname': ({ body }) => {
      current = { ...current, domain: waiting((body as { host: string }).host) }
      return null
    },
    'POST /api/teams/smashers/hostname/check': () => {
      if (current.domain && missing.length === 0) current = { ...current, domain: live(current.domain.host) }
      return { missing }
    },
    'DELETE /api/teams/smashers/hostname': () => {
      current = { ...current, domain: null }
      return null
    },
  })
  return { setMissing: (records: HostnameCheck['missing']) => (missing = records) }
}

beforeEach(() =>
  answerWith({
    'GET /api/teams/smashers/detail': aTeam({ role: 'owner' }),
    'GET /api/teams/smashers/form': aTeamForm,
    'GET /api/teams/smashers/topics': { topics: [] },
    'GET /api/organizations/of-team/smashers': { organizations: [] },
    'GET /api/teams/smashers/roles': { roles: [], hasPlan: false },
  }),
)

describe('The domain of a community', () => {
  it('is added, shows its records, says what is missing, goes live and is removed', async () => {
    const server = setDomain({ isAllowed: true, domain: null })
    server.setMissing(['CNAME', 'TXT'])
    await open()
    await field.fill('play')
    await button('Add domain').click()
    await expect.element(section).toHaveTextContent('Enter a domain, such as play.example.com.')
    await field.fill('Play.Smashers.example')
    await button('Add domain').click()
    await expect.element(section.getByRole('list', { name: 'DNS records' })).toHaveTextContent('_verify.play.smashers.example')
    expect(requestsTo('POST /api/teams/smashers/hostname').map(({ body }) => body)).toEqual([{ host: 'play.smashers.example' }])
    await expect.element(section).toHaveTextContent('Please finish by January 15.')
    await expectAccessibleInBothThemes()
    await button('Check').click()
    await expect.element(section.getByRole('status')).toHaveTextContent('We have found neither record yet.')
    server.setMissing(['TXT'])
    await button('Check').click()
    await expect.element(section.getByRole('status')).toHaveTextContent('We have not found the TXT record yet.')
    server.setMissing([])
    await button('Check').click()
    await expect.element(page.getByText('play.smashers.example is live.')).toBeVisible()
    await expect.element(section).toHaveTextContent('Visitors of this address see your community.')
    await expect.element(button('Check')).not.toBeInTheDocument()
    await button('Remove domain').click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.element(field).toHaveValue('')
  })

  it('says at the field that another community uses it, and keeps what was typed', async () => {
    setDomain({ isAllowed: true, domain: null })
    const message = 'Another community uses this domain. If it is yours, write to us.'
    answerWith({ 'POST /api/teams/smashers/hostname': refuse('HostnameTaken', message, [{ path: 'host', message }]) })
    await open()
    await field.fill('play.taken.example')
    await button('Add domain').click()
    await expect.element(field).toHaveAccessibleDescription(/Another community uses this domain/)
    await expect.element(field).toHaveValue('play.taken.example')
  })

  it('says that the resolver did not answer, and can be checked again', async () => {
    setDomain({ isAllowed: true, domain: waiting('play.dark.example') })
    answerWith({ 'POST /api/teams/smashers/hostname/check': refuse('DnsUnavailable', 'We could not look up the records of this domain.') })
    await open()
    await button('Check').click()
    await expect.element(section.getByRole('alert')).toHaveTextContent('We could not look up the records of this domain.')
    await expect.element(button('Check')).toBeEnabled()
  })

  it('leads to the plans without Pro, and stays if it was live before', async () => {
    setDomain({ isAllowed: false, domain: null })
    await open()
    await expect.element(section.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/settings?tab=payments')
    await expect.element(field).not.toBeInTheDocument()
  })

  it('warns that without Pro it cannot come back, and a long name fits on a phone', async () => {
    await page.viewport(390, 844)
    setDomain({ isAllowed: false, domain: live(`${'very-long-name-of-a-community'.repeat(2)}.example.com`) })
    await open()
    await expect.element(section).toHaveTextContent('Live')
    await expectNoHorizontalScroll()
    await button('Remove domain').click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Your plan no longer has a domain, so you cannot add it again.')
  })

  it('is only for the owner', async () => {
    answerWith({
      'GET /api/teams/smashers/detail': aTeam({ role: 'organizer' }),
      'GET /api/teams/smashers/holders': { isAllowed: false, roles: ['owner'], customRoles: [], people: [] },
    })
    await open()
    await expect.element(page.getByRole('region', { name: 'Organizations' })).toBeVisible()
    await expect.element(section).not.toBeInTheDocument()
  })
})
