import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { ChangeEmail, Device, OwnAccount } from '../../domain/accounts/contract.ts'
import type { DeletionPlan } from '../../domain/accounts/deletion.ts'
import type { DataExport } from '../../domain/data-exports/contract.ts'
import type { TeamToLeave } from '../../domain/teams/contract.ts'
import { accountAnswers, ownAccount, thisDevice } from './account-examples.ts'
import { answerWith, refuse, requestsTo } from './setup/answers.ts'
import { expectAccessibleInBothThemes } from './setup/expect-accessible.ts'
import { openApp, someone } from './setup/open-app.tsx'

const failing = refuse('Unexpected', 'Something went wrong on our side.')
const open = () => openApp('/settings?tab=general', { viewer: someone })
const section = (name: string) => page.getByRole('region', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

beforeEach(() => answerWith(accountAnswers))

describe('devices', () => {
  let devices: Device[]
  const list = section('Devices')
  const rows = list.getByRole('listitem')
  const signOut = (name: string) => list.getByRole('button', { name: `Sign out ${name}` })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' })

  beforeEach(() => {
    const now = Date.now()
    const other = (name: string, minutesAgo: number): Device => ({
      id: `device-${name}`,
      name,
      isThis: false,
      signedInAt: now - 90 * 60_000,
      lastSeenAt: now - minutesAgo * 60_000,
      city: null,
      country: null,
    })
    devices = [other('Firefox on Windows', 1), other('Safari on iPhone', 2), thisDevice, other('Edge on Mac', 3)]
    answerWith({
      'GET /api/accounts/devices': () => ({ devices }),
      'DELETE /api/accounts/devices/:id': ({ path }: { path: string }) => {
        devices = devices.filter(({ id }) => !decodeURIComponent(path).endsWith(id))
        return null
      },
      'DELETE /api/accounts/devices': () => {
        devices = [thisDevice]
        return null
      },
    })
  })

  it('are listed with this one first, and can be signed out one by one after a confirmation', async () => {
    await open()
    await expect.element(rows).toHaveLength(4)
    await expect.element(rows.first()).toHaveTextContent('This device')
    await expect.element(list.getByText(/Active in the last hour/).first()).toBeVisible()
    await signOut('Safari on iPhone').click()
    await expect.element(confirm).toBeVisible()
    await expectAccessibleInBothThemes()
    const requestCount = requestsTo('GET /api/accounts/devices').length
    await confirm.click()
    await expect.element(signOut('Safari on iPhone')).not.toBeInTheDocument()
    await expect.element(page.getByText('Safari on iPhone is signed out.')).toBeVisible()
    await expect.poll(() => requestsTo('GET /api/accounts/devices').length).toBe(requestCount + 1)
    await expect.element(rows).toHaveLength(3)
  })

  it('of one kind can be told apart by place and time, also by their buttons', async () => {
    const twin = { name: 'Firefox on Windows', isThis: false, lastSeenAt: Date.now() }
    devices = [
      thisDevice,
      { ...twin, id: 'device-paris', city: 'Paris', country: 'FR', signedInAt: new Date(2024, 10, 28, 18, 5).getTime() },
      { ...twin, id: 'device-somewhere', city: null, country: 'US', signedInAt: new Date(2024, 11, 1, 9, 30).getTime() },
    ]
    await open()
    await expect.element(rows.nth(0)).toHaveTextContent('Austin, United States')
    await expect.element(rows.nth(1)).toHaveTextContent('Paris, France')
    await expect.element(rows.nth(1)).toHaveTextContent('Signed in since Nov 28, 2024')
    await expect.element(rows.nth(2)).toHaveTextContent('United States')
    await list.getByRole('button', { name: 'Sign out Firefox on Windows, Paris, France, signed in since Nov 28, 2024' }).click()
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('Paris, France, signed in since Nov 28, 2024')
    await confirm.click()
    await expect.element(rows).toHaveLength(2)
    expect(requestsTo('DELETE /api/accounts/devices/:id').map(({ path }) => path)).toEqual(['/api/accounts/devices/device-paris'])
  })

  it('show the year of a sign-in in another year', async () => {
    devices = [{ ...thisDevice, signedInAt: Date.UTC(2024, 11, 28, 18) }]
    await open()
    await expect.element(rows.first()).toHaveTextContent('Signed in since Dec 28, 2024')
  })

  it('come back with the reason when signing out fails', async () => {
    answerWith({ 'DELETE /api/accounts/devices/:id': failing })
    await open()
    await signOut('Edge on Mac').click()
    await confirm.click()
    await expect.element(page.getByText(/^Edge on Mac could not be signed out\./)).toBeVisible()
    await expect.element(signOut('Edge on Mac')).toBeVisible()
  })

  it('can all be signed out at once, except this one', async () => {
    await open()
    const all = list.getByRole('button', { name: 'Sign out all other devices' })
    await all.click()
    await confirm.click()
    await expect.element(rows).toHaveLength(1)
    await expect.element(all).not.toBeInTheDocument()
    await expect.poll(() => devices).toEqual([thisDevice])
  })
})

describe('the email', () => {
  const box = section('Email')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send the link' })

  it('changes by a link, which the user requests with their password', async () => {
    let account: OwnAccount = ownAccount
    answerWith({
      'GET /api/accounts': () => account,
      'POST /api/accounts/email': ({ body }: { body: unknown }) => {
        const { email, password } = body as ChangeEmail
        if (password !== 'four courts at dawn') {
          return refuse('WrongPassword', 'This password is incorrect.', [{ path: 'password', message: 'This password is incorrect.' }])
        }
        account = { ...account, pendingEmail: email }
        return null
      },
    })
    await open()
    await expect.element(box.getByText(ownAccount.email)).toBeVisible()
    await box.getByRole('button', { name: 'Change email' }).click()
    await dialog.getByLabelText('New email').fill('new@example.com')
    await send.click()
    await expect.element(dialog.getByText('Enter your password.')).toBeVisible()
    await expectAccessibleInBothThemes()
    const password = dialog.getByLabelText('Your password', { exact: true })
    await password.fill('not my password')
    await send.click()
    await expect.element(dialog.getByText('This password is incorrect.')).toBeVisible()
    await expect.element(dialog.getByLabelText('New email')).toHaveValue('new@example.com')
    // The draft contains the new address, but not the password.
    expect(JSON.stringify(localStorage)).toContain('new@example.com')
    expect(JSON.stringify(localStorage)).not.toContain('not my password')
    await password.fill('four courts at dawn')
    await send.click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(box.getByRole('status')).toHaveTextContent('new@example.com')
  })

  it('is changed by the link in the email to the new address, and the settings show it', async () => {
    const changed = { email: 'new@example.com' }
    answerWith({ 'PUT /api/accounts/email': changed, 'GET /api/accounts': { ...ownAccount, ...changed } satisfies OwnAccount })
    await openApp(`/change-email?token=${'a'.repeat(43)}`, { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Your email has changed' })).toBeVisible()
    await expect.element(page.getByText('Log in with new@example.com from now on.')).toBeVisible()
    await expectAccessibleInBothThemes()
    expect(requestsTo('PUT /api/accounts/email').map(({ body }) => body)).toEqual([{ token: 'a'.repeat(43) }])
    await page.getByRole('main').getByRole('link', { name: 'Open settings' }).click()
    await expect.element(box.getByText('new@example.com')).toBeVisible()
    await expect.element(box.getByRole('status')).not.toBeInTheDocument()
  })

  it.each([
    ['LinkUsed', 'This link no longer works'],
    ['EmailTaken', 'This email is already in use'],
  ] as const)('stays as it is where the link is refused with %s', async (code, heading) => {
    answerWith({ 'PUT /api/accounts/email': refuse(code, 'No.') })
    await openApp(`/change-email?token=${'a'.repeat(43)}`, { viewer: someone })
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  })
})

describe('the password', () => {
  it('that is forgotten is set by an email, which cannot be requested twice at once', async () => {
    answerWith({ 'POST /api/accounts/password-reset': null })
    await open()
    const box = section('Password')
    await expect.element(box.getByText('You log in with your email and a password.')).toBeVisible()
    await box.getByRole('button', { name: 'Email me a link' }).click()
    await expect.element(box.getByRole('status')).toHaveTextContent(ownAccount.email)
    await expect.element(box.getByRole('button', { name: /Send again in \d+ s/ })).toBeDisabled()
    expect(requestsTo('POST /api/accounts/password-reset').map(({ body }) => body)).toEqual([{ email: ownAccount.email }])
  })
})

describe('the data export', () => {
  const data = section('Your data')
  const working = {
    id: 'export-a',
    state: 'working',
    done: 6,
    total: 16,
    size: null,
    createdAt: Date.parse('2026-05-06T12:00:00Z'),
    expiresAt: null,
  } satisfies DataExport

  it('shows its progress, and can be downloaded when it is ready', async () => {
    let latest: DataExport | null = null
    answerWith({
      'GET /api/data-exports/latest': () => ({ export: latest }),
      'POST /api/data-exports': () => {
        latest = working
        return latest
      },
    })
    await open()
    await data.getByRole('button', { name: 'Export my data' }).click()
    const bar = data.getByRole('progressbar', { name: 'Preparing your data' })
    await expect.element(bar).toHaveAttribute('aria-valuetext', '6 of 16')
    latest = { ...working, done: 12 }
    await expect.element(bar).toHaveAttribute('aria-valuetext', '12 of 16')
    await expectAccessibleInBothThemes()
    latest = { ...working, state: 'ready', done: 16, size: 12_345, expiresAt: Date.parse('2026-05-13T12:00:00Z') }
    await expect.element(data.getByText('Your data from May 6, 2026 is ready.')).toBeVisible()
    await expect.element(data.getByText(/download it until May 13, 2026/)).toBeVisible()
    const link = data.getByRole('link', { name: 'Download 12 KB' })
    await expect.element(link).toHaveAttribute('href', '/files/exports/export-a.zip')
    await expect.element(link).toHaveAttribute('download')
    await expectAccessibleInBothThemes()
  })

  it('shows when it failed, and can be requested again', async () => {
    answerWith({ 'GET /api/data-exports/latest': { export: { ...working, state: 'failed' } satisfies DataExport } })
    await open()
    await expect.element(data.getByText(/We could not export your data\./)).toBeVisible()
    await expect.element(data.getByRole('button', { name: 'Export my data' })).toBeEnabled()
  })
})

describe('deleting the account', () => {
  const dialog = page.getByRole('dialog')
  const confirmation = dialog.getByLabelText('Type DELETE to continue')
  const remove = dialog.getByRole('button', { name: 'Delete account' })
  const hedda = { id: 'person-hedda', name: 'Hedda Heir', pictureUrl: null }
  let teams: TeamToLeave[]
  let money: Pick<DeletionPlan, 'games' | 'disputes'>

  const resolveTeam = ({ path }: { path: string }) => {
    teams = teams.filter(({ id }) => path.split('/')[3] !== id)
    return null
  }

  beforeEach(() => {
    teams = []
    money = { games: [], disputes: 0 }
    answerWith({
      'GET /api/accounts/deletion': () => ({ teams, ...money }),
      'DELETE /api/teams/:id': resolveTeam,
      'DELETE /api/teams/:id/members/me': resolveTeam,
      'POST /api/teams/:id/hand-over': ({ path }) => {
        const handOver = { person: hedda, expiresAt: Date.now() + 7 * 86_400_000 }
        teams = teams.map((team) => (path.includes(team.id) ? { ...team, handOver } : team))
        return null
      },
      'DELETE /api/teams/:id/hand-over': () => {
        teams = teams.map((team) => ({ ...team, handOver: null }))
        return null
      },
      'DELETE /api/accounts': failing,
    })
  })

  async function openDialog() {
    await open()
    await section('Delete account').getByRole('button', { name: 'Delete my account' }).click()
    await expect.element(dialog).toBeVisible()
  }

  it('waits for games that people have paid for, and for banks, with a way to each', async () => {
    const path = '/discover/events/clinic/manage?tab=payments'
    money = {
      games: [{ id: 'clinic', title: 'Serve clinic', startsAt: Date.now() + 86_400_000, timeZone: 'America/Chicago', path }],
      disputes: 1,
    }
    await openDialog()
    await expect.element(dialog.getByText(/once these games are over, or cancelled/)).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Serve clinic' })).toHaveAttribute('href', path)
    await expect.element(dialog.getByText(/A bank has not decided about 1 payment to you/)).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Open disputes' })).toHaveAttribute('href', '/settings?tab=payments')
    await expect.element(confirmation).toBeDisabled()
    await expectAccessibleInBothThemes()
  })

  it('requires the user to hand over or delete their communities first, on the same screen', async () => {
    teams = [
      { id: 'court', name: 'Court Crew', role: 'owner', members: [hedda], handOver: null },
      { id: 'wolves', name: 'Lone Wolves', role: 'owner', members: [], handOver: null },
      { id: 'rats', name: 'River Rats', role: 'member', members: [], handOver: null },
    ]
    await openDialog()
    await expect.element(dialog.getByText(/get back what you paid for games to come/)).toBeVisible()
    await expect.element(dialog.getByText('Leave 3 communities first')).toBeVisible()
    await expect.element(dialog.getByRole('link', { name: 'Court Crew' })).toHaveAttribute('href', '/team/court')
    await expect.element(confirmation).toBeDisabled()
    await expect.element(remove).toBeDisabled()
    await expectAccessibleInBothThemes()

    await dialog.getByRole('button', { name: 'Leave River Rats' }).click()
    await expect.element(dialog.getByText('Leave 2 communities first')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete community Lone Wolves' }).click()
    await dialog.getByLabelText('Type the name of the community').fill('Lone Wolves')
    await dialog.getByRole('button', { name: 'Delete Lone Wolves' }).click()
    await expect.element(dialog.getByText('Leave 1 community first')).toBeVisible()
    const ask = dialog.getByRole('button', { name: /^Ask .+ to take over Court Crew$/ })
    await expect.element(ask).toBeDisabled()
    await dialog.getByRole('button', { name: /Who takes over Court Crew/ }).click()
    await page.getByRole('option', { name: 'Hedda Heir' }).click()
    await ask.click()
    await expect.element(dialog.getByText(/You asked Hedda Heir to take over\./)).toBeVisible()
    await expect.element(confirmation).toBeDisabled()
    await expectAccessibleInBothThemes()
    await dialog.getByRole('button', { name: 'Take the offer back for Court Crew' }).click()
    await expect.element(ask).toBeVisible()
    expect(requestsTo('POST /api/teams/court/hand-over').map(({ body }) => body)).toEqual([{ to: hedda.id }])
    await dialog.getByRole('button', { name: 'Delete community Court Crew' }).click()
    await dialog.getByLabelText('Type the name of the community').fill('Court Crew')
    await dialog.getByRole('button', { name: 'Delete Court Crew' }).click()
    await expect.element(confirmation).toBeEnabled()
  })

  it('needs the exact word, and shows an error if it fails', async () => {
    await openDialog()
    for (const typed of ['delete', 'DELETE ', 'DELET']) {
      await confirmation.fill(typed)
      await expect.element(remove).toBeDisabled()
    }
    await confirmation.fill('DELETE')
    await remove.click()
    await expect.element(page.getByText('An error occurred while deleting your account.')).toBeVisible()
    await expect.element(confirmation).toHaveValue('DELETE')
    expect(requestsTo('DELETE /api/accounts').map(({ body }) => body)).toEqual([{ confirm: 'DELETE' }])
    await button('Keep my account').click()
    await expect.element(dialog).not.toBeInTheDocument()
  })
})
