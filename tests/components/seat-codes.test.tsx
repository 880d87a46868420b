import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type SignInCode, signInMessages } from '../../domain/accounts/sign-in-codes.ts'
import type { MyAvailability } from '../../domain/availability/contract.ts'
import { makeEmptyAvailability } from '../../domain/availability/rules.ts'
import type { EventDetail } from '../../domain/events/contract.ts'
import type { EventPrice } from '../../domain/events/pricing-contract.ts'
import type { SeatCodeSent, SeatLink } from '../../domain/seat-codes/contract.ts'
import { hour, minute } from '../../domain/time/spans.ts'
import { eventById } from '../../web/events/queries.ts'
import { queryClient } from '../../web/query-client.ts'
import { readSentCode, saveSentCode } from '../../web/seat-codes/seat-code-store.ts'
import { austin, boise, cityAnswers } from './city-examples.ts'
import { aMyJoiner, anEvent, eventAnswers } from './event-examples.ts'
import { catchLeaving } from './payment-examples.ts'
import { ownProfile } from './people-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessible, expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { expectNoHorizontalScroll } from './setup/expect-no-horizontal-scroll.ts'
import { openApp, someone } from './setup/open-app.tsx'

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

async function accept() {
  await dialog.getByText(/^I am \d+ or older$/).click()
  await dialog.getByText('I accept the terms').click()
}

async function fillIn() {
  await field('Name').fill('Maya R')
  await field('Email').fill(email)
  await accept()
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
      .toHaveAttribute('href', `/login?next=${encodeURIComponent('/evt/sunrise?open=join')}`)
    await expectAccessibleInBothThemes()
    await button('Email me a code').click()
    await expect.element(dialog.getByText('Enter your name.')).toBeVisible()
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
  })

  it('costs one try if Enter is pressed too, and Enter repeats what failed on its way', async () => {
    await sendCode()
    const answered = Promise.withResolvers<void>()
    answerWith({
      'POST /api/auth/callback/seat': async () => {
        await answered.promise
        return refuse('TooManyRequests', 'Too many attempts.')
      },
    })
    const tries = () => requestsTo('POST /api/auth/callback/seat').length
    await field('Code').fill('482913')
    await expect.poll(tries).toBe(1)
    await userEvent.keyboard('{Enter}')
    answered.resolve()
    await expect.element(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(tries()).toBe(1)
    refuseCode('WrongCode')
    await field('Code').click()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(signInMessages.WrongCode)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(field('Code')).toHaveValue('482913')
    expect(tries()).toBe(2)
  })

  it('says at once that there were too many wrong codes, and what becomes of the seat, also on the page and after a reload', async () => {
    const app = await sendCode(anEvent({ live: { capacity: 4, taken: 3 } }))
    refuseCode('TooManyWrongCodes')
    await field('Code').fill('555555')
    const says = /^There were too many wrong codes, so this code no longer works\. Your seat is held until \d.* Ask for a new code\.$/
    await expect.element(dialog.getByText(says)).toBeVisible()
    await expect.element(dialog.getByText('The link in the email still works.')).toBeVisible()
    await expect.element(dialog.getByText(/spam/)).not.toBeInTheDocument()
    await expect.element(field('Code')).not.toBeInTheDocument()
    await expect.element(button('Send a new code')).toHaveFocus()
    await expectAccessibleInBothThemes()
    answerWith(eventAnswers(anEvent({ live: { capacity: 4, taken: 4 } })))
    await app.reload()
    await expect.element(dialog.getByText(says)).toBeVisible()
    await button('Close').click()
    const main = page.getByRole('main')
    await expect.element(main.getByText('Your code no longer works').first()).toBeInTheDocument()
    await expect.element(main.getByText(/^Full|Waiting for your code/)).not.toBeInTheDocument()
    await main.getByRole('button', { name: 'Get a new code' }).click()
    await button('Send a new code').click()
    await expect.element(field('Code')).toHaveValue('')
    expect(requests()[1]).toEqual(requests()[0])
    await button('Close').click()
    await expect.element(main.getByRole('button', { name: 'Enter your code' })).toBeVisible()
  })

  it('promises no seat after too many wrong codes if none is held, and no link after the code has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await pressJoin()
    const lasts = 9.5 * minute
    answerWith({ 'POST /api/seat-codes': { expiresAt: Date.now() + lasts, isHeld: false } satisfies SeatCodeSent })
    await fillIn()
    await button('Email me a code').click()
    refuseCode('TooManyWrongCodes')
    await field('Code').fill('555555')
    await expect.element(dialog.getByText(/no longer works\. No seat is held for you\. Ask for a new code\.$/)).toBeVisible()
    await vi.advanceTimersByTimeAsync(lasts)
    // Not only with the next minute of the clock.
    await expect.element(dialog.getByText('This code no longer works. Ask for a new one.'), { timeout: 3000 }).toBeVisible()
    await expect.element(dialog.getByText('The link in the email still works.')).not.toBeInTheDocument()
  })

  it('has new tries with a new code, although both end when the game starts', async () => {
    const startsAt = Date.now() + 5 * minute
    await pressJoin(anEvent({ startsAt }))
    answerWith({ 'POST /api/seat-codes': { expiresAt: startsAt, isHeld: true } satisfies SeatCodeSent })
    await fillIn()
    await button('Email me a code').click()
    refuseCode('TooManyWrongCodes')
    await field('Code').fill('555555')
    await button('Send a new code').click()
    await expect.element(field('Code')).toHaveValue('')
    await expect.element(field('Code')).toHaveFocus()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })

  it('can wait and try again when there were too many attempts', async () => {
    await sendCode()
    refuseCode('NetworkError')
    await field('Code').fill('482913')
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please wait a minute, and try again.')
    await expect.element(dialog.getByText(/password/)).not.toBeInTheDocument()
    await expect.element(button('Try again')).toBeVisible()
  })

  it('can be gone back to by whoever does not want to use another email after all', async () => {
    await page.viewport(360, 740)
    await sendCode()
    await button('Use another email').click()
    await expect.element(field('Email')).toHaveFocus()
    await expectAccessible()
    await expectNoHorizontalScroll()
    await button('Back to the code').click()
    await expect.element(field('Code')).toHaveFocus()
    expect(requests()).toHaveLength(1)
  })

  it('says that a code was used elsewhere, and holds nothing any more', async () => {
    await sendCode()
    refuseCode('CodeUsed')
    await field('Code').fill('482913')
    await expect
      .element(dialog.getByText(/^This code no longer works\. If you opened the link in the email, you are signed in there\./))
      .toBeVisible()
    await expect.element(dialog.getByText(/held until/)).not.toBeInTheDocument()
    await expect.element(button('Send a new code')).toHaveFocus()
    await button('Close').click()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  })

  it('keeps what was typed without a network, and can be tried again', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    await page.viewport(360, 640)
    await pressJoin()
    answerWith({
      'POST /api/seat-codes': () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await fillIn()
    await button('Email me a code').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/offline/)
    await expect.element(dialog.getByRole('alert')).toBeInViewport({ ratio: 0.9 })
    answerWith({ 'POST /api/seat-codes': { expiresAt: Date.now() + 10 * minute, isHeld: true } satisfies SeatCodeSent })
    await button('Email me a code').click()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    answerWith({
      'POST /api/auth/callback/seat': () => Promise.reject(new TypeError('Failed to fetch')),
    })
    await field('Code').fill('482913')
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/offline/)
    await expect.element(field('Code')).toHaveValue('482913')
    const left = catchLeaving()
    answerWith({ 'POST /api/auth/callback/seat': { url: location.origin } })
    await button('Try again').click()
    await vi.waitFor(() => expect(left).toHaveLength(1))
  })

  it('says when the hold is over, and sends a new code for the same wish', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await sendCode()
    await vi.advanceTimersByTimeAsync(9 * minute)
    await expect.element(field('Code')).toBeVisible()
    await vi.advanceTimersByTimeAsync(minute)
    await expect.element(dialog.getByText(/^Your seat is no longer held/)).toBeVisible()
    await expect.element(button('Send a new code')).toHaveFocus()
    await button('Send a new code').click()
    await expect.element(field('Code')).toBeVisible()
    expect(requests()[1]).toEqual(requests()[0])
  })

  it('waits for the code after a reload, and keeps what was typed for another email', async () => {
    const app = await sendCode()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('482913')
    await app.reload()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await button('Use another email').click()
    await expect.element(field('Email')).toHaveValue(email)
    await expect.element(field('Email')).toHaveFocus()
    await expect.element(field('Name')).toHaveValue('Maya R')
    await field('Email').fill('other@example.com')
    for (const box of dialog.getByRole('checkbox').all()) await expect.element(box).not.toBeChecked()
    await accept()
    await button('Email me a code').click()
    await expect.element(dialog.getByText('We sent a code to other@example.com')).toBeVisible()
  })

  it('is not asked for again in a tab where somebody closed the dialog, unless they opened it once more', async () => {
    const app = await sendCode()
    await button('Close').click()
    await app.reload()
    await page.getByRole('main').getByRole('button', { name: 'Enter your code' }).click()
    await expect.element(field('Code')).toHaveFocus()
    await app.reload()
    await expect.element(field('Code')).toHaveFocus()
  })

  it('is forgotten by whoever starts over, with all that was typed for it', async () => {
    await page.viewport(360, 740)
    const app = await sendCode()
    await expectNoHorizontalScroll()
    await button('Start over').click()
    await expect.element(page.getByRole('dialog', { name: 'Take a seat' })).toBeVisible()
    await expect.element(field('Name')).toHaveFocus()
    await expect.element(field('Name')).toHaveValue('')
    await expect.element(field('Email')).toHaveValue('')
    for (const box of dialog.getByRole('checkbox').all()) await expect.element(box).not.toBeChecked()
    await expect.element(button('Back to the code')).not.toBeInTheDocument()
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/Maya|maya/)
    await button('Close').click()
    const join = page.getByRole('main').getByRole('button', { name: 'Join', exact: true })
    await expect.element(join).toBeVisible()
    await app.reload()
    await expect.element(join).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('does not call the game full whose last seat is held for them', async () => {
    await sendCode(anEvent({ live: { capacity: 4, taken: 3 } }))
    answerWith(eventAnswers(anEvent({ live: { capacity: 4, taken: 4 } })))
    await queryClient.invalidateQueries({ queryKey: eventById('sunrise').queryKey })
    await button('Close').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('main').getByText('Waiting for your code').first()).toBeInTheDocument()
    await page.getByRole('main').getByRole('button', { name: 'Enter your code', exact: true }).click()
    await button('Use another email').click()
    await expect.element(page.getByRole('dialog', { name: 'Take a seat' })).toBeVisible()
    await expect.element(dialog.getByText(/Full|waitlist/)).not.toBeInTheDocument()
    await accept()
    await button('Email me a code').click()
    await expect.element(field('Code')).toBeVisible()
    expect(requests()[1]).toMatchObject({ choice: { orWait: false } })
  })

  it.each([
    { when: 'cancelled', given: { live: { state: 'cancelled' as const } }, says: 'This game was cancelled' },
    { when: 'begun', given: { startsAt: Date.now() - minute }, says: 'This game has started' },
    { when: 'over', given: { startsAt: Date.now() - 2 * hour, endsAt: Date.now() - hour }, says: 'This game is over' },
  ])('no longer waits for the code once the game is $when', async ({ given, says }) => {
    await sendCode()
    queryClient.setQueryData(eventById('sunrise').queryKey, anEvent(given))
    const closed = page.getByRole('dialog', { name: says })
    await expect.element(closed.getByText('You need not type the code.')).toHaveFocus()
    await expect.element(dialog.getByText(/held until/)).not.toBeInTheDocument()
    await expect.element(dialog.getByLabelText('Code', { exact: true })).not.toBeInTheDocument()
    await expectAccessible()
    await button('Back to the game').click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Enter your code' })).not.toBeInTheDocument()
  })

  const waiting = page.getByRole('main').getByText('Waiting for your code')

  it('is waited for only as long as the code works', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await sendCode()
    await button('Close').click()
    await expect.element(waiting.first()).toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(11 * minute)
    await expect.element(waiting).not.toBeInTheDocument()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Join', exact: true })).toBeVisible()
  })

  it('is waited for no longer once the game has begun', async () => {
    await sendCode()
    await button('Close').click()
    await expect.element(waiting.first()).toBeInTheDocument()
    queryClient.setQueryData(eventById('sunrise').queryKey, anEvent({ startsAt: Date.now() - minute }))
    await expect.element(waiting).not.toBeInTheDocument()
  })

  it('leaves the focus at another button when the code no longer works', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
    await sendCode()
    const other = button('Use another email')
    ;(other.element() as HTMLElement).focus()
    await vi.advanceTimersByTimeAsync(10 * minute)
    await expect.element(button('Send a new code')).toBeVisible()
    await expect.element(other).toHaveFocus()
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

  it('says that the form of the game comes first, where nobody joins without it', async () => {
    const form = { id: 'waiver', title: 'Waiver', isWaiver: true, isNeededToJoin: true, isDone: false }
    await pressJoin({ ...anEvent(), form })
    await expect.element(dialog.getByText('You sign “Waiver” after you have typed the code, and then take your seat.')).toBeVisible()
    await fillIn()
    answerWith({ 'POST /api/seat-codes': { expiresAt: Date.now() + 10 * minute, isHeld: false } satisfies SeatCodeSent })
    await button('Email me a code').click()
    await expect.element(dialog.getByText(/No seat is held for you before you have sent the form\.$/)).toBeVisible()
    // The dialog that joins needs the choice again after the form.
    const left = catchLeaving()
    answerWith({ 'POST /api/auth/callback/seat': { url: location.origin } })
    await field('Code').fill('482913')
    await vi.waitFor(() => expect(left).toHaveLength(1))
    expect(localStorage.getItem('draft:stranger:seat:sunrise')).not.toBeNull()
  })

  it('is chosen only once, where a form comes first or somebody logs in instead', async () => {
    const slots = ['Early', 'Late'].map((name) => ({ id: name.toLowerCase(), name, capacity: 4, taken: 1, waiting: 0 }))
    const questions = [{ id: 'shirt', text: 'Your shirt size', isRequired: true }]
    await pressJoin(anEvent({ questions, live: { slots, capacity: 8, taken: 2 } }))
    await dialog.getByRole('radio', { name: /Late/ }).click()
    await field('Your shirt size').fill('M')
    // Somebody else on this device opens the game by themselves.
    const open = async (path: string) => {
      await openApp(path, { viewer: someone })
      if (!path.includes('open=join')) await page.getByRole('main').getByRole('button', { name: 'Join', exact: true }).click()
      await expect.element(page.getByRole('dialog', { name: 'Join' })).toBeVisible()
    }
    await open('/evt/sunrise')
    await expect.element(field('Your shirt size')).toHaveValue('')
    await open('/evt/sunrise?open=join')
    await expect.element(field('Your shirt size')).toHaveValue('M')
    await expect.element(dialog.getByRole('radio', { name: /Late/ })).toBeChecked()
    answerWith({ 'PUT /api/events/:id/me': { live: anEvent({ live: { mine: aMyJoiner() } }).live } })
    await button('Join').click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(JSON.stringify({ ...localStorage })).not.toContain('shirt')
  })

  it('fits on a phone', async () => {
    await page.viewport(360, 740)
    await sendCode()
    await expectNoHorizontalScroll()
  })
})

describe('a second tab of the same browser', () => {
  /** Another tab has sent a code. */
  const sendElsewhere = (address = email, minutesLeft = 10) =>
    saveSentCode({
      eventId: 'sunrise',
      email: address,
      choice: { slotId: null, orWait: false },
      expiresAt: Date.now() + minutesLeft * minute,
      isHeld: true,
      sentAt: ++sendings,
      request: null,
    })
  let sendings = 0
  const hearOfIt = () => dispatchEvent(new StorageEvent('storage'))
  const comeToFront = () => document.dispatchEvent(new Event('visibilitychange'))
  const join = page.getByRole('main').getByRole('button', { name: 'Join', exact: true })
  const full = anEvent({ live: { capacity: 4, taken: 4 } })

  it('asks for the code when it is opened, and does not call the game full', async () => {
    sendElsewhere()
    answerWith(eventAnswers(full))
    await openApp('/evt/sunrise')
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await expect.element(field('Code')).toHaveFocus()
    await expect.element(dialog.getByText(/^Your seat is held until/)).toBeVisible()
    await button('Close').click()
    await expect.element(page.getByRole('main').getByText('Waiting for your code').first()).toBeInTheDocument()
    await expect.element(page.getByRole('main').getByText(/^Full/)).not.toBeInTheDocument()
  })

  it.each([
    { when: 'hears of it', learn: hearOfIt },
    { when: 'comes to the front', learn: comeToFront },
  ])('that was open before asks for the code once it $when, once', async ({ learn }) => {
    answerWith(eventAnswers(full))
    await openApp('/evt/sunrise')
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Join the waitlist' })).toBeVisible()
    sendElsewhere()
    await vi.waitFor(() => {
      learn()
      expect(dialog.elements()).toHaveLength(1)
    })
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await button('Close').click()
    await expect.element(dialog).not.toBeInTheDocument()
    learn()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Enter your code' })).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('goes on from its empty form to the newest code, and follows what becomes of it', async () => {
    await pressJoin()
    await expect.element(field('Name')).toBeVisible()
    sendElsewhere()
    hearOfIt()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await button('Use another email').click()
    await expect.element(field('Email')).toBeVisible()
    // Nothing has happened in the other tab.
    comeToFront()
    await expect.element(field('Email')).toBeVisible()
    sendElsewhere('other@example.com', 11)
    hearOfIt()
    await expect.element(dialog.getByText('We sent a code to other@example.com')).toBeVisible()
    const sent = readSentCode('sunrise')
    if (sent) saveSentCode({ ...sent, refusal: 'TooManyWrongCodes' })
    hearOfIt()
    await expect.element(dialog.getByText(/^There were too many wrong codes/)).toBeVisible()
    await button('Ask for a new code').click()
    await expect.element(field('Email')).toHaveFocus()
  })

  it('leaves alone what somebody is typing in it, and still leads to the code', async () => {
    await pressJoin()
    await field('Name').fill('Somebody else')
    sendElsewhere()
    hearOfIt()
    await button('Back to the code').click()
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await button('Use another email').click()
    await expect.element(field('Name')).toHaveValue('Somebody else')
    expect(JSON.stringify({ ...localStorage })).toContain('Somebody else')
  })

  it('shows nobody who opens it later what was typed, and accepts nothing for them', async () => {
    const questions = [{ id: 'shirt', text: 'Your shirt size', isRequired: true }]
    await pressJoin(anEvent({ questions }))
    await fillIn()
    await field('Your shirt size').fill('M as in Maya')
    await button('Email me a code').click()
    await expect.element(field('Code')).toBeVisible()
    // The browser was closed, or this is another tab.
    sessionStorage.clear()
    expect(JSON.stringify({ ...localStorage })).not.toContain('Maya')
    await openApp('/evt/sunrise')
    await expect.element(dialog.getByText(`We sent a code to ${email}`)).toBeVisible()
    await expect.element(button(/Send again/)).not.toBeInTheDocument()
    await button('Use another email').click()
    for (const name of ['Name', 'Email', 'Your shirt size']) await expect.element(field(name)).toHaveValue('')
    for (const box of dialog.getByRole('checkbox').all()) await expect.element(box).not.toBeChecked()
  })

  it('leaves another dialog open', async () => {
    sendElsewhere(email, -6)
    answerWith(eventAnswers(anEvent()))
    await openApp('/evt/sunrise?open=ticket')
    await expect.element(dialog).toBeVisible()
    const title = dialog.getByRole('heading').element().textContent ?? ''
    // The tab follows once the old code is forgotten.
    await vi.waitFor(() => expect(readSentCode('sunrise')).toBeNull())
    sendElsewhere()
    comeToFront()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
    await expect.element(field('Code')).not.toBeInTheDocument()
    await button('Close').click()
    await expect.element(page.getByRole('main').getByRole('button', { name: 'Enter your code' })).toBeVisible()
  })

  it('shows the seat that the other one has taken, although it did not hear of it', async () => {
    const left = catchLeaving()
    await sendCode()
    refuseCode('CodeUsed')
    answerWith({ 'GET /api/session': { viewer: someone } })
    await field('Code').fill('482913')
    await vi.waitFor(() => expect(left).toEqual([location.origin + location.pathname]))
    await expect.element(dialog.getByText(/no longer works/)).not.toBeInTheDocument()
  })

  it.each([
    { minutesLeft: -2, shows: /^Your seat is no longer held/, has: true },
    { minutesLeft: -6, shows: 'The other players see it.', has: false },
  ])('says that a code has ended for only some minutes: $minutesLeft', async ({ minutesLeft, shows, has }) => {
    answerWith(eventAnswers(anEvent()))
    await openApp('/evt/sunrise')
    await expect.element(join).toBeVisible()
    // The page was open all the time.
    sendElsewhere(email, minutesLeft)
    await join.click()
    await expect.element(dialog.getByText(shows)).toBeVisible()
    expect(JSON.stringify({ ...localStorage }).includes(email)).toBe(has)
  })

  it('forgets the email some minutes after the code has ended', async () => {
    sendElsewhere(email, -6)
    answerWith(eventAnswers(anEvent()))
    await openApp('/evt/sunrise')
    await expect.element(join).toBeVisible()
    await vi.waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain(email))
  })
})

describe('the link in the email with a code', () => {
  const path = `/seat-code?token=${'t'.repeat(43)}&event=sunrise`
  const main = page.getByRole('main')
  const openLink = (given: Partial<SeatLink> = {}, event = anEvent()) =>
    answerWith({
      ...eventAnswers(event),
      'GET /api/auth/csrf': { csrfToken: 'csrf' },
      'POST /api/seat-codes/link': { name: 'Maya R', acceptsTerms: true, step: 'seat', ...given } satisfies SeatLink,
    })

  it('is used by a button, and says when it was used before', async () => {
    openLink()
    refuseCode('LinkUsed')
    await openApp(path)
    await expect.element(main.getByText('Saturday sunrise open play')).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/auth/callback/seat')).toEqual([])
    await main.getByRole('button', { name: 'Take my seat' }).click()
    await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Go to the game' })).toHaveAttribute('href', '/discover/events/sunrise')
    expect(requestsTo('POST /api/auth/callback/seat').map(({ body }) => body)).toEqual([
      { callbackUrl: location.origin, token: 't'.repeat(43), csrfToken: 'csrf' },
    ])
  })

  it.each([
    { step: 'seat', button: 'Take my seat', says: 'This signs you in as Maya R and takes your seat.' },
    { step: 'pay', button: 'Go on to the payment', says: 'The seat is yours once you have paid.' },
    { step: 'ask', button: 'Ask to join', says: 'The hosts decide who plays.' },
    { step: 'wait', button: 'Join the waitlist', says: 'puts you on the waitlist' },
    { step: 'form', button: 'Go on to the form', says: 'You take your seat after you have sent the form.' },
    { step: null, button: 'Sign in', says: 'You cannot join it any more, or are in it already.' },
  ] as const)('says for whom it is and what it does: $button', async ({ step, button: label, says }) => {
    openLink({ step, acceptsTerms: step === 'seat' })
    await openApp(path)
    await expect.element(main.getByRole('button', { name: label })).toBeVisible()
    await expect.element(main.getByText(says)).toHaveTextContent('as Maya R')
    // Whoever has accepted the terms before does not do it again.
    const terms = main.getByText(/^The other players see your name.+accept the terms/)
    await (step === 'seat' ? expect.element(terms).toBeVisible() : expect.element(terms).not.toBeInTheDocument())
    expect(requestsTo('POST /api/seat-codes/link')[0]?.body).toEqual({ token: 't'.repeat(43) })
    expect(requestsTo('POST /api/auth/callback/seat')).toEqual([])
  })

  it('keeps what was chosen where a form comes before the seat', async () => {
    const left = catchLeaving()
    openLink({ step: 'form', choice: { slotId: null, answers: { shirt: 'M' }, orWait: false } })
    answerWith({ 'POST /api/auth/callback/seat': { url: location.origin } })
    await openApp(path)
    await main.getByRole('button', { name: 'Go on to the form' }).click()
    await vi.waitFor(() => expect(left).toEqual([`${location.origin}/discover/events/sunrise?welcome=true`]))
    expect(localStorage.getItem('draft:stranger:seat:sunrise')).toContain('"shirt":"M"')
  })

  it('does not call the game full for the person whose seat is held', async () => {
    openLink({ step: 'seat' }, anEvent({ live: { taken: 12 } }))
    await openApp(path)
    await expect.element(main.getByText('Free', { exact: true })).toBeVisible()
    await expect.element(main.getByText(/waitlist|full/i)).not.toBeInTheDocument()
  })

  it('that was used says so at once', async () => {
    answerWith({ ...eventAnswers(anEvent()), 'POST /api/seat-codes/link': refuse('LinkUsed', 'Used.') })
    await openApp(path)
    await expect.element(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expect.element(main.getByText(/The game’s page sends you a new one/)).toBeVisible()
  })

  it('promises no new one for a game that was cancelled', async () => {
    const cancelled = anEvent({ live: { state: 'cancelled' } })
    answerWith({ ...eventAnswers(cancelled), 'POST /api/seat-codes/link': refuse('LinkUsed', 'Used.') })
    await openApp(path)
    await expect.element(main.getByText('This game was cancelled. Nobody can join it any more.')).toBeVisible()
    await expect.element(main.getByText('Cancelled', { exact: true })).toBeVisible()
    await expect.element(main.getByText('Free', { exact: true })).not.toBeInTheDocument()
  })

  it('asks whoever is signed in before it signs in another account', async () => {
    openLink()
    refuseCode('NetworkError')
    await openApp(path, { viewer: someone })
    await expect.element(page.getByRole('heading', { name: 'Use this link?' })).toBeVisible()
    await expect.element(main.getByText(`You are signed in as ${someone.name}.`)).toBeVisible()
    await expect.element(main.getByRole('link', { name: 'Stay signed in' })).toHaveAttribute('href', '/discover/events/sunrise')
    await expect.element(main.getByRole('button', { name: 'Take my seat' })).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    expect(requestsTo('POST /api/auth/callback/seat')).toEqual([])
    await main.getByRole('button', { name: 'Use the link' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(signInMessages.NetworkError)
    expect(requestsTo('POST /api/auth/callback/seat')).toHaveLength(1)
  })

  it('can be tried again after another failure', async () => {
    openLink()
    refuseCode('NetworkError')
    await openApp(path)
    await main.getByRole('button', { name: 'Take my seat' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(signInMessages.NetworkError)
    await expect.element(main.getByRole('button', { name: 'Take my seat' })).toBeEnabled()
  })
})

describe.each(['/login', '/sign-up'])('the game that a person signs in for, on %s', (path) => {
  it.each(['/evt/sunrise', '/discover/events/sunrise?open=join'])('is shown for %s', async (next) => {
    answerWith(eventAnswers(anEvent({ live: { taken: 9 } })))
    await openApp(`${path}?next=${encodeURIComponent(next)}`)
    await expect.element(page.getByText('Saturday sunrise open play')).toBeVisible()
    await expect.element(page.getByText('3 seats left')).toBeVisible()
    await expectAccessible()
  })

  it('is not shown if only members see it', async () => {
    answerWith({ 'GET /api/events/:id': refuse('EventNotFound', 'We could not find this game.') })
    await openApp(`${path}?next=${encodeURIComponent('/evt/sunrise')}`)
    await expect.element(page.getByLabelText('Email', { exact: true })).toBeVisible()
    await vi.waitFor(() => expect(requestsTo('GET /api/events/:id').length).toBeGreaterThan(0))
    await expect.element(page.getByText('Saturday sunrise open play')).not.toBeInTheDocument()
  })

  it('is asked for only if the person returns to a game', async () => {
    await openApp(`${path}?next=/home`)
    await expect.element(page.getByLabelText('Email', { exact: true })).toBeVisible()
    expect(requestsTo('GET /api/events/:id')).toEqual([])
  })
})

describe('a person who has signed in without a profile', () => {
  const newcomer = { ...someone, profileComplete: false }

  it('is asked for it when they press Join, and has not joined yet', async () => {
    answerWith({
      ...eventAnswers(anEvent()),
      'GET /api/profiles/me': { ...ownProfile, displayName: null, hasAcceptedTerms: false, hasAdditionalInfo: false },
    })
    await openApp('/evt/sunrise', { viewer: newcomer })
    await page.getByRole('button', { name: 'Join', exact: true }).click()
    await expect.element(field('Name')).toBeVisible()
    expect(requestsTo('PUT /api/events/:id/me')).toEqual([])
  })

  it('is asked only for the terms if Google has told their name', async () => {
    const profile = { ...ownProfile, displayName: null, suggestedName: 'Gail Green', hasAcceptedTerms: false, hasAdditionalInfo: false }
    answerWith({ ...eventAnswers(anEvent()), 'GET /api/profiles/me': profile })
    await openApp('/evt/sunrise?open=join', { viewer: newcomer })
    await expect.element(field('Name')).toHaveValue('Gail Green')
  })

  it('gives their name and accepts the terms to join, and nothing is lost if the seat is gone', async () => {
    const profile = { ...ownProfile, displayName: null, hasAcceptedTerms: false, hasAdditionalInfo: false }
    answerWith({
      ...eventAnswers(anEvent()),
      'GET /api/profiles/me': profile,
      'POST /api/profiles/me/from-game': { ...ownProfile },
      'PUT /api/events/:id/me': refuse('EventFull', 'This game is full.'),
    })
    await openApp('/evt/sunrise?open=join', { viewer: newcomer })
    await expect.element(page.getByRole('dialog', { name: 'Take a seat' })).toBeVisible()
    await expect.element(field('Email')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await field('Name').fill('Maya R')
    await dialog.getByText(/^I am \d+ or older$/).click()
    await dialog.getByText('I accept the terms').click()
    answerWith(eventAnswers(anEvent({ live: { taken: 12 } })))
    await button('Take a seat').click()
    await expect.element(dialog.getByText('You can join the waitlist.')).toBeVisible()
    expect(requestsTo('POST /api/profiles/me/from-game').map(({ body }) => body)).toEqual([
      { eventId: 'sunrise', name: 'Maya R', isOldEnough: true, acceptsTerms: true },
    ])
    // The profile exists now, so the second try only joins.
    await button('Join the waitlist').click()
    await vi.waitFor(() => expect(requestsTo('PUT /api/events/:id/me')).toHaveLength(2))
    expect(requestsTo('PUT /api/events/:id/me')[1]?.body).toMatchObject({ orWait: true })
    expect(requestsTo('POST /api/profiles/me/from-game')).toHaveLength(1)
  })
})

describe('what newcomers are asked after they have a seat', () => {
  const seated = anEvent({ live: { taken: 1, mine: aMyJoiner() } })
  const title = (name: string) => page.getByRole('heading', { level: 3, name })
  const youAreIn = page.getByRole('heading', { level: 2, name: 'You are in' })
  const skip = page.getByRole('button', { name: 'Skip' })
  const answers = {
    ...eventAnswers(seated),
    'GET /api/profiles/me': { ...ownProfile, sportAvailability: [{ activity: 'pickleball', level: null, isOn: true }] },
    'GET /api/availability': { availability: null, version: 0 } satisfies MyAvailability,
  }

  it('comes one card at a time, and each can be skipped', async () => {
    answerWith(answers)
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(page.getByText('1 of 3')).toBeVisible()
    await expect.element(title('Add a photo')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Choose a photo' })).toBeVisible()
    await skip.click()
    await expect.element(title('Your activities')).toBeVisible()
    await expectAccessible()
    await skip.click()
    await expect.element(title('When can you play?')).toBeVisible()
    await skip.click()
    await expect.element(title('When can you play?')).not.toBeInTheDocument()
    await expect.element(youAreIn).toHaveFocus()
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
  })

  it.each([
    { state: 'going', says: 'You are in', next: /^We confirm every seat by email/ },
    { state: 'waiting', says: 'You are on the waitlist', next: /^When it is your turn/ },
    { state: 'asked', says: 'You asked to join', next: /^The hosts decide who plays/ },
  ] as const)('comes below what they have now, with the focus there: $says', async ({ state, says, next }) => {
    await page.viewport(390, 844)
    answerWith({ ...answers, ...eventAnswers(anEvent({ live: { mine: aMyJoiner({ state }) } })) })
    await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 2, name: says })).toHaveFocus()
    await expect.element(page.getByText(next)).toBeVisible()
    await expect.element(title('Add a photo')).toBeVisible()
    await expectAccessibleInBothThemes()
    await expectNoHorizontalScroll()
  })

  it('does not come again for a card that was skipped before a reload', async () => {
    answerWith(answers)
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(title('Add a photo')).toBeVisible()
    await skip.click()
    await expect.element(title('Your activities')).toHaveFocus()
    await app.reload()
    await expect.element(title('Your activities')).toBeVisible()
    await expect.element(page.getByText('1 of 2', { exact: true })).toBeVisible()
    // Their next game does not ask for it either.
    await app.goTo('/evt/sunrise?welcome=true')
    await expect.element(title('Your activities')).toBeVisible()
    await expect.element(title('Add a photo')).not.toBeInTheDocument()
  })

  it('is only that they are in, if nothing is missing, and only once', async () => {
    answerWith({
      ...answers,
      'GET /api/profiles/me': { ...ownProfile, pictureUrl: '/pictures/a.webp' },
      'GET /api/availability': { availability: makeEmptyAvailability('America/Chicago'), version: 1 } satisfies MyAvailability,
    })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(youAreIn).toBeVisible()
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
    await vi.waitFor(() => expect(sessionStorage).not.toHaveProperty('welcome:sunrise'))
    await expect.element(skip).not.toBeInTheDocument()
    await app.reload()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
    await expect.element(youAreIn).not.toBeInTheDocument()
  })

  it.each([
    { when: 'was cancelled', given: { live: { taken: 1, mine: aMyJoiner(), state: 'cancelled' as const } } },
    { when: 'has started', given: { live: { taken: 1, mine: aMyJoiner() }, startsAt: Date.now() - minute } },
  ])('is nothing once the game $when', async ({ given }) => {
    answerWith(answers)
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(title('Add a photo')).toBeVisible()
    answerWith(eventAnswers(anEvent(given)))
    await app.reload()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await expect.element(title('Add a photo')).not.toBeInTheDocument()
  })

  describe('with a home city that is a guess', () => {
    const guessed = { ...ownProfile, fullName: ownProfile.displayName, pictureUrl: '/pictures/a.webp' }
    const saved = () => requestsTo('PUT /api/profiles/me').map(({ body }) => body)
    const openWelcome = async () => {
      answerWith({
        ...answers,
        ...cityAnswers,
        'GET /api/profiles/me': guessed,
        'PUT /api/profiles/me': ({ body }) => {
          const { cityId } = body as { cityId: number }
          const profile = { ...guessed, defaultCity: cityId === boise.id ? boise : austin, version: 2 }
          answerWith({ 'GET /api/profiles/me': profile })
          return profile
        },
      })
      await openApp('/evt/sunrise?welcome=true', { viewer: someone })
      await expect.element(title('Do you play in Austin, TX?')).toBeVisible()
    }
    const answer = (name: string) => page.getByRole('button', { name, exact: true })

    it('is whether they play there, and "Yes" keeps it', async () => {
      await openWelcome()
      await expect.element(page.getByText('1 of 2', { exact: true })).toBeVisible()
      await expectAccessible()
      await expectNoHorizontalScroll()
      await answer('Yes').click()
      await expect.element(title('When can you play?')).toBeVisible()
      expect(saved()).toEqual([expect.objectContaining({ cityId: austin.id, version: 1, fullName: someone.name })])
    })

    it('is which other city they play in', async () => {
      await openWelcome()
      await page.getByRole('combobox', { name: 'Or choose another city' }).fill('boise')
      await page.getByRole('option', { name: 'Boise Idaho' }).click()
      await answer('Save Boise, ID').click()
      await expect.element(title('When can you play?')).toBeVisible()
      expect(saved()).toEqual([expect.objectContaining({ cityId: boise.id })])
    })

    it('can be skipped, and stays when it could not be saved', async () => {
      await openWelcome()
      answerWith({ 'PUT /api/profiles/me': refuse('TooManyRequests', 'Please wait a moment.') })
      await answer('Yes').click()
      await expect.element(page.getByText('Please wait a moment.')).toBeVisible()
      await expect.element(title('Do you play in Austin, TX?')).toBeVisible()
      await skip.click()
      await expect.element(title('When can you play?')).toBeVisible()
    })
  })

  it('is nothing if the seat was gone, and the page says so', async () => {
    answerWith({ ...answers, ...eventAnswers(anEvent({ live: { taken: 12 } })) })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    const noSeat = page.getByText('You are signed in, but this game is full now.')
    await expect.element(noSeat).toBeVisible()
    await expect.element(skip).not.toBeInTheDocument()
    // Whoever loads the page again, or gets its address, tried to take no seat.
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
    await app.reload()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
    await expect.element(noSeat).not.toBeInTheDocument()
  })

  it('says nothing about the seat to a person who leaves the game while they look at it', async () => {
    answerWith(answers)
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(title('Add a photo')).toBeVisible()
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
    queryClient.setQueryData(eventById('sunrise').queryKey, anEvent())
    await expect.element(title('Add a photo')).not.toBeInTheDocument()
    await expect.element(page.getByText('You are signed in, but we could not give you this seat.')).not.toBeInTheDocument()
  })

  it('is only what is missing', async () => {
    answerWith({ ...answers, 'GET /api/profiles/me': { ...ownProfile, pictureUrl: '/pictures/a.webp' } })
    await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await expect.element(page.getByText('1 of 1', { exact: true })).toBeVisible()
    await expect.element(title('When can you play?')).toBeVisible()
  })

  it('is the form of the game, if it has one', async () => {
    answerWith({
      ...answers,
      ...eventAnswers({ ...seated, form: { id: 'waiver', title: 'Waiver', isWaiver: true, isNeededToJoin: false, isDone: false } }),
      'GET /api/forms/:id': refuse('NotFound', 'No form.'),
    })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await vi.waitFor(() => expect(app.address()).toBe('/form/waiver?game=sunrise'))
    await app.goBack()
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
  })

  it.each([
    { when: 'open', live: {}, leadsTo: '/form/waiver?game=sunrise' },
    { when: 'cancelled', live: { state: 'cancelled' as const }, leadsTo: '/evt/sunrise' },
  ])('is the form before the seat if nobody joins without it, in a game that is $when', async ({ live, leadsTo }) => {
    const form = { id: 'waiver', title: 'Waiver', isWaiver: true, isNeededToJoin: true, isDone: false }
    answerWith({ ...answers, ...eventAnswers({ ...anEvent({ live }), form }), 'GET /api/forms/:id': refuse('NotFound', 'No form.') })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    if (live.state) await expect.element(page.getByText('You are signed in, but we could not give you this seat.')).toBeVisible()
    await vi.waitFor(() => expect(app.address()).toBe(leadsTo))
  })

  it('waits for a payment until the person has their seat, and comes once', async () => {
    const left = catchLeaving()
    const price: EventPrice = {
      ...{ currency: 'usd', amount: 1500, early: null, memberAmount: null, feeBy: 'host', refundHours: 24 },
      ...{ isMember: false, feeBasisPoints: 500, paysBookingFee: true },
    }
    const withSeat = (state: 'paying' | 'going') => eventAnswers(anEvent({ price, live: { taken: 1, mine: aMyJoiner({ state }) } }))
    answerWith({ ...answers, ...withSeat('paying'), 'POST /api/events/sunrise/pay': { url: 'https://stripe.example/seat' } })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await vi.waitFor(() => expect(left).toEqual(['https://stripe.example/seat']))
    await vi.waitFor(() => expect(app.address()).toBe('/evt/sunrise'))
    await expect.element(skip).not.toBeInTheDocument()
    // They come back from the payment.
    answerWith(withSeat('going'))
    await app.reload()
    await expect.element(title('Add a photo')).toBeVisible()
    for (const name of ['Your activities', 'When can you play?']) {
      await skip.click()
      await expect.element(title(name)).toBeVisible()
    }
    await skip.click()
    await expect.element(skip).not.toBeInTheDocument()
    await app.reload()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
    await expect.element(skip).not.toBeInTheDocument()
  })

  it.each(['going', 'waiting'] as const)('waits for the form that comes before the seat, until the person is %s', async (state) => {
    const form = { id: 'waiver', title: 'Waiver', isWaiver: true, isNeededToJoin: true, isDone: false }
    answerWith({ ...answers, ...eventAnswers({ ...anEvent(), form }), 'GET /api/forms/:id': refuse('NotFound', 'No form.') })
    const app = await openApp('/evt/sunrise?welcome=true', { viewer: someone })
    await vi.waitFor(() => expect(app.address()).toBe('/form/waiver?game=sunrise'))
    const withForm = { ...anEvent(), form: { ...form, isDone: true } }
    answerWith(eventAnswers(withForm))
    await app.goTo('/evt/sunrise')
    await expect.element(page.getByRole('heading', { level: 1, name: 'Saturday sunrise open play' })).toBeVisible()
    await expect.element(skip).not.toBeInTheDocument()
    const joined = { ...withForm, live: anEvent({ live: { mine: aMyJoiner({ state }) } }).live }
    answerWith(eventAnswers(joined))
    queryClient.setQueryData(eventById('sunrise').queryKey, joined)
    await expect.element(title('Add a photo')).toBeVisible()
  })
})
