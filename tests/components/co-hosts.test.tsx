import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { MadeCoHostLink, MakeCoHostLink, OwnCoHostLink } from '../../domain/events/co-host-link-contract.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { CoHostInvite } from '../../domain/events/join-contract.ts'
import { aCoHostInvite, anEvent, dana, eventAnswers, startsAt } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const token = 'a-secret-of-a-link-for-co-hosts'
const link = `/co-host?token=${token}`
const main = page.getByRole('main')
const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('The page behind a link for co-hosts', () => {
  const invite = aCoHostInvite(1)
  const invited = (changes: Partial<CoHostInvite> = {}) =>
    answerWith({ 'GET /api/co-host-links/:token': { ...invite, ...changes } satisfies CoHostInvite })
  const isOver = () => answerWith({ 'GET /api/co-host-links/:token': refuse('CoHostLinkOver', 'This link is no longer valid.') })

  it('says who asks, for what and what a co-host may do; one tap accepts and leads to the management', async () => {
    invited()
    answerWith({ 'POST /api/co-host-links/:token/accept': () => invited({ state: 'accepted', inviter: null, expiresAt: null }) })
    await openApp(link, { viewer: someone })
    await expect.element(heading('Dana Alvarez asks you to co-host')).toBeVisible()
    await expect
      .element(main.getByText(/edit the game, manage players and check them in\. This is for one more date of the series too/))
      .toBeVisible()
    await expectAccessible()
    expect(requestsTo().filter(({ method }) => method !== 'GET')).toEqual([])
    await button('Accept').click()
    await expect.element(heading('You are a host of this game')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Manage game' })).toHaveAttribute('href', '/discover/events/sunrise/manage')
    await expectAccessible()
  })

  it('lets a visitor sign up or log in and come back, and a person without a profile complete it', async () => {
    invited({ inviter: null })
    await openApp(link)
    await expect.element(heading('You are asked to co-host')).toBeVisible()
    const back = encodeURIComponent(link)
    await expect.element(main.getByRole('link', { name: 'Sign up to accept' })).toHaveAttribute('href', `/sign-up?next=${back}`)
    await expect.element(main.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', `/login?next=${back}`)
    await expectAccessible()
  })

  it('lets a person without a profile complete it and come back', async () => {
    invited()
    await openApp(link, { viewer: { ...someone, profileComplete: false } })
    await expect
      .element(main.getByRole('link', { name: 'Complete your profile to accept' }))
      .toHaveAttribute('href', `/user-onboarding?next=${encodeURIComponent(link)}`)
  })

  it.each(['', `?token=${token}`])('is closed for a link that is incomplete or over: "%s"', async (search) => {
    isOver()
    await openApp(`/co-host${search}`, { viewer: someone })
    await expect.element(heading('This link is no longer valid')).toBeVisible()
    await expectAccessible()
  })

  it('keeps the invitation and says why when the game has no room for a co-host, and closes when the link ended meanwhile', async () => {
    invited()
    answerWith({ 'POST /api/co-host-links/:token/accept': refuse('CoHostsFull', 'This game has 10 co-hosts.') })
    await openApp(link, { viewer: someone })
    await button('Accept').click()
    await expect.element(main.getByRole('alert')).toHaveTextContent('This game has 10 co-hosts.')
    await expectAccessible()
    answerWith({
      'POST /api/co-host-links/:token/accept': () => {
        isOver()
        return refuse('CoHostLinkOver', 'This link is no longer valid.')
      },
    })
    await button('Accept').click()
    await expect.element(heading('This link is no longer valid')).toBeVisible()
  })
})

describe('The dialog that invites a co-host', () => {
  const series = { id: 'weekly', words: 'Every week on Saturday', others: [], joinable: 1, laterMine: 0, isFollowed: false }
  const hosted = { isHost: true, hosts: [{ ...dana, id: someone.id }] }
  const dialog = page.getByRole('dialog', { name: 'Invite a co-host' })
  const own: OwnCoHostLink = { isForSeries: true, uses: 0, maxUses: 2, expiresAt: startsAt }
  const hasLink = (found: OwnCoHostLink | null) => answerWith({ 'GET /api/events/:id/co-host-link': { link: found } })
  const openDialog = async (event: EventDetail = anEvent(hosted)) => {
    answerWith(eventAnswers(event))
    await openApp('/evt/sunrise', { viewer: someone })
    await page.getByRole('region', { name: 'Share this game' }).getByRole('button', { name: 'Invite a co-host' }).click()
    await expect.element(dialog).toBeVisible()
  }

  it('makes a link for some people and all later dates, which the host copies and ends', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    hasLink(null)
    answerWith({
      'POST /api/events/:id/co-host-link': () => {
        hasLink(own)
        return { token, ...own } satisfies MadeCoHostLink
      },
      'DELETE /api/events/:id/co-host-link': () => hasLink(null),
    })
    await openDialog(anEvent({ ...hosted, series }))
    await dialog.getByRole('button', { name: /For up to/ }).click()
    await page.getByRole('option', { name: '2 people' }).click()
    await dialog.getByRole('switch', { name: 'Also for the later dates' }).click()
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    await dialog.getByRole('button', { name: 'Copy link' }).click()
    expect(copy).toHaveBeenCalledExactlyOnceWith(`${location.origin}${link}`)
    expect(requestsTo('POST /api/events/:id/co-host-link').at(-1)?.body).toEqual({ maxUses: 2, isForSeries: true } satisfies MakeCoHostLink)
    await expect
      .element(dialog.getByText(/^Nobody has used your link yet\. It works until .+ It is for the later dates too\.$/))
      .toBeVisible()
    await expectAccessible()
    await dialog.getByRole('button', { name: 'End link' }).click()
    await expect.element(dialog.getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Make a link' })).toBeVisible()
  })

  it('says how often the link was used that the host made before, without its secret', async () => {
    hasLink({ ...own, isForSeries: false, uses: 1 })
    await openDialog()
    await expect.element(dialog.getByText(/^1 of 2 people used your link\./)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Copy link' })).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('switch')).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Make a new link' })).toBeVisible()
    await expectAccessible()
  })

  it('keeps what was chosen when the link could not be made', async () => {
    hasLink(null)
    answerWith({ 'POST /api/events/:id/co-host-link': refuse('EventOverOrCancelled', 'This game is over or was cancelled.') })
    await openDialog()
    await dialog.getByRole('button', { name: 'Make a link' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('This game is over or was cancelled.')
  })

  it('is offered to hosts only', async () => {
    answerWith(eventAnswers(anEvent({ live: { mine: null } })))
    await openApp('/evt/sunrise', { viewer: someone })
    await button('Share').click()
    await expect.element(page.getByRole('dialog', { name: 'Share' })).toBeVisible()
    await expect.element(button('Invite a co-host')).not.toBeInTheDocument()
  })
})
