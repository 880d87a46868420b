import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ChangePassword, Confirmation, OwnAccount } from '../../domain/accounts/contract.ts'
import { accountAnswers, ownAccount } from './account-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const notFresh = () => refuse('FreshSignInRequired', 'Please confirm first that it is you.')
const wrong = (code: 'WrongPassword' | 'WrongCode', path: string) => {
  const message = code === 'WrongCode' ? 'This code is incorrect, or it has expired.' : 'This password is incorrect.'
  return refuse(code, message, [{ path, message }])
}

const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const settings = '/settings?tab=general'

let account: OwnAccount
let isConfirmed: boolean

/** Answers a sensitive request once the user has confirmed that it is them. */
const afterConfirmation = (answer: () => unknown) => () => (isConfirmed ? answer() : notFresh())

beforeEach(() => {
  account = ownAccount
  isConfirmed = false
  answerWith({
    ...accountAnswers,
    'GET /api/accounts': () => account,
    'GET /api/accounts/deletion': { teams: [], games: [], disputes: 0 },
    'DELETE /api/accounts': afterConfirmation(() => refuse('StillInTeams', 'Leave your communities first.')),
    'DELETE /api/accounts/google': afterConfirmation(() => {
      account = { ...account, hasGoogle: false }
      return null
    }),
    'POST /api/accounts/email': afterConfirmation(() => null),
    'POST /api/accounts/password': afterConfirmation(() => {
      account = { ...account, hasPassword: true }
      return null
    }),
    'POST /api/accounts/confirmation': ({ body }: { body: unknown }) => {
      const proof = body as Confirmation
      if (proof.with === 'password' && proof.password !== 'four courts at dawn') return wrong('WrongPassword', 'password')
      if (proof.with === 'code' && proof.code !== '482913') return wrong('WrongCode', 'code')
      isConfirmed = true
      return null
    },
    'POST /api/accounts/confirmation/code': null,
  })
})

const open = (config = {}) => openApp(settings, { viewer: someone, config })

describe('confirming with the password', () => {
  async function startDeletion() {
    await open()
    await section('Delete account').getByRole('button', { name: 'Delete my account' }).click()
    await page.getByLabelText('Type DELETE to continue').fill('DELETE')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await expect.element(confirmation).toBeVisible()
  }

  it('goes on with the deletion that the user began, after a wrong password too', async () => {
    await startDeletion()
    await expectAccessibleInBothThemes()
    await confirmation.getByLabelText('Your password', { exact: true }).fill('not my password')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(confirmation.getByText('This password is incorrect.')).toBeVisible()
    await confirmation.getByLabelText('Your password', { exact: true }).fill('four courts at dawn')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect
      .poll(() => requestsTo('DELETE /api/accounts').map(({ body }) => body))
      .toEqual([{ confirm: 'DELETE' }, { confirm: 'DELETE' }])
    await expect.element(page.getByText('An error occurred while deleting your account.')).toBeVisible()
    await expect.element(page.getByLabelText('Type DELETE to continue')).toHaveValue('DELETE')
  })

  it('can be closed, which changes nothing and loses nothing', async () => {
    await startDeletion()
    await confirmation.getByRole('button', { name: 'Close' }).click()
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(page.getByLabelText('Type DELETE to continue')).toHaveValue('DELETE')
    await expect.element(page.getByText('An error occurred while deleting your account.')).not.toBeInTheDocument()
    expect(requestsTo('DELETE /api/accounts')).toHaveLength(1)
    // The next try asks again.
    await page.getByRole('button', { name: 'Delete account' }).click()
    await confirmation.getByRole('button', { name: 'Close' }).click()
    await expect.element(confirmation).not.toBeInTheDocument()
  })
})

describe('confirming with Google', () => {
  beforeEach(() => {
    account = { ...ownAccount, hasPassword: false, hasGoogle: true }
  })

  it('happens in another window, and goes on with what was typed', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(window)
    await open({ googleSignIn: true })
    await section('Email').getByRole('button', { name: 'Change email' }).click()
    await page.getByLabelText('New email').fill('new@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect.element(confirmation.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
    await expect.element(confirmation.getByLabelText('Your password')).not.toBeInTheDocument()
    await expectAccessibleInBothThemes()
    await confirmation.getByRole('button', { name: 'Continue with Google' }).click()
    expect(opened.mock.calls.map(([url]) => url)).toEqual(['/confirm-google'])
    isConfirmed = true
    // Another window of this browser says so. A channel does not hear itself.
    new BroadcastChannel('session').postMessage('confirmed')
    await expect.element(confirmation).not.toBeInTheDocument()
    await expect.element(page.getByText('We sent an email to new@example.com.')).toBeVisible()
    expect(requestsTo('POST /api/accounts/email').map(({ body }) => body)).toEqual([
      { email: 'new@example.com' },
      { email: 'new@example.com' },
    ])
  })

  it('says in that window why it failed, and that it is done', async () => {
    await openApp('/confirm-google?error=OtherGoogleAccount', { viewer: someone })
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is not the Google account that is connected to your account.')
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    const heard = vi.fn()
    new BroadcastChannel('session').addEventListener('message', ({ data }) => heard(data))
    vi.spyOn(window, 'close').mockReturnValue()
    await openApp('/confirm-google?done=true', { viewer: someone })
    await expect.element(page.getByText('Thank you. You can close this window')).toBeVisible()
    await expect.poll(() => heard.mock.calls).toContainEqual(['confirmed'])
  })
})

describe('confirming with a code', () => {
  it('is for accounts with neither a password nor Google', async () => {
    account = { ...ownAccount, hasPassword: false }
    await open()
    await section('Password').getByRole('button', { name: 'Set a password' }).click()
    await page.getByLabelText('New password', { exact: true }).fill('four courts at dawn')
    await page.getByRole('button', { name: 'Set password' }).click()
    await confirmation.getByRole('button', { name: 'Email me a code' }).click()
    const code = confirmation.getByLabelText('Code')
    await code.fill('12')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(confirmation.getByText('Enter the 6 digits from the email.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await code.fill('111111')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(confirmation.getByText('This code is incorrect, or it has expired.')).toBeVisible()
    await code.fill('482913')
    await confirmation.getByRole('button', { name: 'Confirm' }).click()
    await expect.element(page.getByText('Your password is set.')).toBeVisible()
    await expect.element(section('Password').getByText('You log in with your email and a password.')).toBeVisible()
    expect(requestsTo('POST /api/accounts/password').map(({ body }) => body)).toEqual(Array(2).fill({ password: 'four courts at dawn' }))
  })
})

describe('the password', () => {
  const box = section('Password')
  const dialog = page.getByRole('dialog', { name: 'Change your password' })

  it('is changed in place with the current one', async () => {
    answerWith({
      'PATCH /api/accounts/password': ({ body }: { body: unknown }) =>
        (body as ChangePassword).currentPassword === 'four courts at dawn' ? null : wrong('WrongPassword', 'currentPassword'),
    })
    await open()
    await box.getByRole('button', { name: 'Change password' }).click()
    await dialog.getByLabelText('New password', { exact: true }).fill('rain over the bay')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
    const current = dialog.getByLabelText('Current password', { exact: true })
    await current.fill('not my password')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(dialog.getByText('This password is incorrect.')).toBeVisible()
    await expectAccessibleInBothThemes()
    await current.fill('four courts at dawn')
    await dialog.getByRole('button', { name: 'Change password' }).click()
    await expect.element(page.getByText('Your password is changed. Your other devices are signed out.')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(JSON.stringify(localStorage)).not.toContain('rain over the bay')
  })
})

describe('Google in the settings', () => {
  const box = section('Google')

  it('can be disconnected after a confirmation', async () => {
    account = { ...ownAccount, hasGoogle: true }
    isConfirmed = true
    await open()
    await box.getByRole('button', { name: 'Disconnect Google' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Disconnect Google?' })
    await expect.element(dialog).toBeVisible()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Disconnect' }).click()
    await expect.element(page.getByText('Google is disconnected.')).toBeVisible()
    await expect.element(box).not.toBeInTheDocument()
  })

  it('says what to do first if it is the only way to log in, and is absent if it is not connected', async () => {
    account = { ...ownAccount, hasPassword: false, hasGoogle: true }
    const app = await open()
    await expect.element(box.getByText('To disconnect it, set a password first')).toBeVisible()
    await expect.element(box.getByRole('button')).not.toBeInTheDocument()
    account = ownAccount
    await app.reload()
    await expect.element(section('Password').getByText('You log in with your email and a password.')).toBeVisible()
    await expect.element(box).not.toBeInTheDocument()
  })
})
