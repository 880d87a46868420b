import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { WalletId } from '../../domain/wallets/contract.ts'
import { aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { allowErrors } from './setup/each-test.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const dialog = page.getByRole('dialog', { name: 'Your ticket' })
const toApple = dialog.getByRole('link', { name: 'Add to Apple Wallet' })
const toGoogle = dialog.getByRole('button', { name: 'Add to Google Wallet' })

async function openTicket(device: string, wallets: WalletId[]) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(device)
  answerWith(eventAnswers(anEvent({ live: { taken: 1, mine: aMyJoiner() } })))
  await openApp('/evt/sunrise?open=ticket', { viewer: someone, config: { wallets } })
  await expect.element(dialog).toBeVisible()
}

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)'
const android = 'Mozilla/5.0 (Linux; Android 16; Pixel 10)'

describe('The ticket', () => {
  it('goes to the wallet of an iPhone by a link', async () => {
    await openTicket(iPhone, ['apple', 'google'])
    await expect.element(toApple).toHaveAttribute('href', '/api/events/sunrise/me/apple-pass')
    await expect.element(toGoogle).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
  })

  it('goes to the wallet of an Android phone by a button, which says why it could not', async () => {
    allowErrors(/404/)
    await openTicket(android, ['apple', 'google'])
    await expect.element(toApple).not.toBeInTheDocument()
    answerWith({ 'GET /api/events/:id/me/google-pass': refuse('NoTicket', 'You have no ticket for this game.') })
    await toGoogle.click()
    await expect.element(page.getByText('You have no ticket for this game.')).toBeVisible()
    expect(requestsTo('GET /api/events/sunrise/me/google-pass')).toHaveLength(1)
  })

  it.each([
    [iPhone, ['google']],
    [android, ['apple']],
    [iPhone, []],
  ] as [string, WalletId[]][])('goes to no wallet that is not set up, on %s', async (device, wallets) => {
    await openTicket(device, wallets)
    await expect.element(toApple).not.toBeInTheDocument()
    await expect.element(toGoogle).not.toBeInTheDocument()
  })
})
