import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type SignInCode, signInMessages } from '../../domain/accounts/rules.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { SeatCodeSent } from '../../domain/seat-codes/contract.ts'
import { minute } from '../../domain/time/spans.ts'
import { anEvent, eventAnswers } from './event-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp } from './setup/open-app.tsx'

const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const button = (name: string | RegExp) => dialog.getByRole('button', { name, exact: typeof name === 'string' })
const email = 'maya@example.com'
const requests = () => requestsTo('POST /api/seat-codes').map(({ body }) => body)

/** Opens a game as somebody who is not signed in, and presses its main button. */
async function pressJoin(event: EventDetail = anEvent(), label = 'Join', config = {}) {
  answerWith({
    ...eventAnswers(event),
    'POST /api/seat-codes': () => ({ expiresAt: Date.now() + 10 * minute, isHeld: true }) satisfies SeatCodeSent,
    'GET /api/auth/csrf': { csrfToken: 'csrf' },
  })
  const app = await openApp('/evt/sunrise', { config })
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).click()
  return app
}

async function fillIn() {
  await field('Name').fill('Maya R')
  await field('Email').fill(email)
  await dialog.getByText(/^I am \d+ or older$/).click()
  await dialog.getByText('I accept the terms').click()
}

async function sendCode(event?: EventDetail, label?: string) {
  const app = await pressJoin(event, label)
  await fillIn()
  await button('Email me a code').click()
  await expect.element(page.getByRole('dialog', { name: 'Check your email' })).toBeVisible()
  return app
}

/** Makes the code be refused. The answer is an address whose query contains the error code. */
const refuseCode = (code: SignInCode) =>
  answerWith({
    'POST /api/auth/callback/seat': { url: `${location.origin}/login?${new URLSearchParams({ error: 'CredentialsSignin', code })}` },
  })

describe('a seat by a code', () => {
  it('asks a stranger for name, email and terms on the page of the game, and sends them with their wish', async () => {
    const app = await pressJoin()
    await expect.element(page.getByRole('dialog', { name: 'Take a seat' })).toBeVisible()
    await expect.element(dialog.getByText('Saturday sunrise open play')).toBeVisible()
    await expect.element(dialog.getByText('12 seats left')).toBeVisible()
    await expect.element(dialog.getByText('Free')).toBeVisible()
    await expect.element(button(/Google/)).not.toBeInTheDocument()
    await expect
      .element(dialog.getByRole('link', { name: 'log in' }))
      .toHaveAttribute('href', `/login?next=${encodeURIComponent(`${location.pathname}?open=join`)}`)
    await expectAccessibleInBothThemes()
    await button('Email me a code').click()
    await expect.element(dialog.getByText('Enter your email.')).toBeVisible()
    expect(requests()).toEqual([])
    await fillIn()
    await button('Email me a code').click()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    expect(requests()).toEqual([
      {
        eventId: 'sunrise',
        name: 'Maya R',
        email,
        isOldEnough: true,
        acceptsTerms: true,
        choice: { slotId: null, answers: {}, orWait: false },
      },
    ])
    expect(app.address()).toBe('/evt/sunrise')
  })

  it('offers Google where it is set up', async () => {
    await pressJoin(anEvent(), 'Join', { googleSignIn: true })
    await expect.element(button('Continue with Google')).toBeVisible()
  })

  it('sends the code at its sixth digit, also a pasted one, and keeps a wrong one in its field', async () => {
    await sendCode()
    refuseCode('WrongCode')
    await expect.element(dialog.getByText(/^Your seat is held until \d/)).toBeVisible()
    await expectAccessible()
    await field('Code').fill('48291')
    expect(requestsTo('POST /api/auth/callback/seat')).toEqual([])
    await field('Code').fill('482 913')
    await expect.element(dialog.getByText(signInMessages.WrongCode)).toBeVisible()
    await expect.element(field('Code')).toHaveValue('482913')
    expect(requestsTo('POST /api/auth/callback/seat').map(({ body }) => body)).toEqual([
      { callbackUrl: location.origin, eventId: 'sunrise', code: '482913', csrfToken: 'csrf' },
    ])
    // After five wrong codes, no other one works.
    for (const wrong of ['111111', '222222', '333333', '444444']) await field('Code').fill(wrong)
    await expect.element(dialog.getByText(/There were too many wrong codes/)).toBeVisible()
    await button('Send a new code').click()
    await expect.element(field('Code')).toHaveValue('')
  })

  it('says when the hold is over, and sends a new code for the same wish', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await sendCode()
    await vi.advanceTimersByTimeAsync(9 * minute)
    await expect.element(field('Code')).toBeVisible()
    await vi.advanceTimersByTimeAsync(minute)
    await expect.element(dialog.getByText(/The time for this code is over/)).toBeVisible()
    await button('Send a new code').click()
    await expect.element(field('Code')).toBeVisible()
    expect(requests()[1]).toEqual(requests()[0])
  })

  it('waits for the code after a reload, and keeps what was typed for another email', async () => {
    const app = await sendCode()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('482913')
    await app.reload()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await button('Use another email').click()
    await expect.element(field('Email')).toHaveValue(email)
    await expect.element(field('Name')).toHaveValue('Maya R')
    await field('Email').fill('other@example.com')
    await button('Email me a code').click()
    await expect.element(dialog.getByText('We sent a code to other@example.com')).toBeVisible()
  })

  it('asks for what the game asks, and for no more', async () => {
    const slots = [
      { id: 'early', name: 'Early', capacity: 4, taken: 4, waiting: 0 },
      { id: 'late', name: 'Late', capacity: 4, taken: 1, waiting: 0 },
    ]
    const questions = [{ id: 'shirt', text: 'Your shirt size', isRequired: true }]
    await pressJoin(anEvent({ questions, live: { slots, capacity: 8, taken: 5 } }))
    await fillIn()
    await dialog.getByRole('radio', { name: /Early/ }).click()
    await expect.element(page.getByRole('dialog', { name: 'Join the waitlist' })).toBeVisible()
    await dialog.getByRole('radio', { name: /Late/ }).click()
    await button('Email me a code').click()
    await expect.element(dialog.getByText('Please answer this.')).toBeVisible()
    await field('Your shirt size').fill('M')
    await button('Email me a code').click()
    await expect.element(field('Code')).toBeVisible()
    expect(requests()[0]).toMatchObject({ choice: { slotId: 'late', answers: { shirt: 'M' }, orWait: false } })
  })

  it('offers the waitlist when the last seat is gone', async () => {
    await pressJoin()
    await fillIn()
    answerWith({ 'POST /api/seat-codes': refuse('EventFull', 'This game is full.') })
    await button('Email me a code').click()
    await expect.element(dialog.getByText('You can join the waitlist.')).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: 'Join the waitlist' })).toBeVisible()
    answerWith({ 'POST /api/seat-codes': { expiresAt: Date.now() + 10 * minute, isHeld: false } satisfies SeatCodeSent })
    await button('Email me a code').click()
    await expect.element(dialog.getByText(/^The code works until/)).toBeVisible()
    expect(requests()[1]).toMatchObject({ choice: { orWait: true } })
  })

  it('fits on a phone', async () => {
    await page.viewport(360, 740)
    await sendCode()
    await expectNoHorizontalScroll()
  })
})
